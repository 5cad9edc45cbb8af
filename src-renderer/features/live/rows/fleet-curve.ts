import { call } from '../../../api/console-client.ts'
import { isAbort } from '../../../api/console-error.ts'
import type { CurrencySums } from './currency-sums.ts'
import type { RowFilter } from './row-filter.ts'
import { createSparkRing, fillSpark, placeSpark, sparkSpan, type SparkRing } from './spark-ring.ts'

/** One every 12 minutes. */
const POINTS = 120

type Scope = Pick<RowFilter, 'picked' | 'watched'>

/** A day of the scope's floating P/L in its main currency. */
export interface FleetCurve {
  readonly ring: () => SparkRing
  /** The sums of the scope now. Another scope or main currency begins anew with the day before. */
  follow(money: CurrencySums | undefined, filter: Scope, now: number): void
  forget(): void
}

export function createFleetCurve(): FleetCurve {
  let ring = createSparkRing(POINTS)
  let shown = ''
  let aborter = new AbortController()

  async function read(scope: { app?: number; agent?: number; currency: string }, now: number): Promise<void> {
    const mine = new AbortController()
    aborter = mine
    const { from, to, points } = sparkSpan(now, POINTS)
    try {
      const { rows, seconds } = await call(
        'fleet_curve',
        { ...scope, from, to: now, points },
        { signal: mine.signal },
      )
      const values = new Array<number | null>(points).fill(null)
      for (const { at, floating } of rows)
        values[Math.floor(((at + seconds - 1 - from) * points) / (to - from))] = floating
      fillSpark(ring, values.slice(0, points), to)
    } catch (error) {
      // The curve begins now where the day before is missing.
      if (!isAbort(error)) ring.isFilled = true
    }
  }

  function forget(): void {
    aborter.abort()
    ring = createSparkRing(POINTS)
    shown = ''
  }
  return {
    ring: () => ring,
    forget,
    follow(money, { picked, watched }, now) {
      if (money === undefined) return
      const scope = JSON.stringify([picked, watched, money.currency, money.isDemo])
      if (scope !== shown) {
        forget()
        shown = scope
        const { app, agent, ...others } = picked
        // The server has no sums of the other scopes.
        if (!watched && Object.keys(others).length === 0 && agent !== '')
          void read(
            {
              ...(app ? { app: Number(app) } : {}),
              ...(agent ? { agent: Number(agent) } : {}),
              currency: money.currency,
            },
            now,
          )
      }
      placeSpark(ring, money.floating, now)
    },
  }
}
