import { MAX_TRENDS } from '../../../../src-server/contract/limits.ts'
import { call } from '../../../api/console-client.ts'
import { isAbort } from '../../../api/console-error.ts'
import { serverNow } from '../../../subjects/clock/server-clock.ts'
import type { LiveRow } from './live-row.ts'
import { fillSpark, sparkSpan } from './spark-ring.ts'

/** The table scrolls until it rests this long, ms. */
const REST_MS = 150

export interface TrendReader {
  /** Reads the day before of these rows, once for each. Rows that left the view meanwhile are not read. */
  readonly want: (rows: readonly LiveRow[]) => void
}

/** @param changed called after rows got their values */
export function createTrendReader(changed: () => void): TrendReader {
  let wanted: readonly LiveRow[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let aborter = new AbortController()

  async function read(): Promise<void> {
    const mine = new AbortController()
    aborter = mine
    const rows = wanted
    const span = sparkSpan(serverNow())
    try {
      const answer = await call(
        'device_trends',
        { ids: rows.map(({ id }) => id), ...span },
        { signal: mine.signal },
      )
      const found = new Map(answer.rows.map(({ id, equity }) => [id, equity]))
      for (const row of rows) {
        fillSpark(row.spark, found.get(row.id) ?? [], span.to)
        row.version++
      }
      changed()
    } catch (error) {
      // A server without an answer is not asked again for each frame.
      if (!isAbort(error)) for (const row of rows) row.spark.isFilled = true
    }
  }

  return {
    want(rows) {
      const fresh = rows.filter(({ spark }) => !spark.isFilled).slice(0, MAX_TRENDS)
      const isKnown = new Set(wanted)
      if (fresh.length === wanted.length && fresh.every((row) => isKnown.has(row))) return
      wanted = fresh
      clearTimeout(timer)
      aborter.abort()
      if (fresh.length > 0) timer = setTimeout(() => void read(), REST_MS)
    },
  }
}
