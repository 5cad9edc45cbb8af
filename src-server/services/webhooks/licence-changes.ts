import type { WriteUnit } from '../../store/store.ts'
import { endedBefore } from './ended-before.ts'
import { happened } from './happened.ts'

/** A licence before and after a change. `end` is Unix seconds, 0 or null for none. */
export interface LicenceChange {
  readonly app: number
  readonly name: string
  /** The agent of the customer. Undefined or null for none. */
  readonly agent?: number | null
  /** true: it takes the place of a trial or a free record, so it counts as new. */
  readonly isFirst?: boolean | undefined
  readonly before: number | null
  readonly after: number | null
}

/** The act that changed ends. */
export interface LicenceCause {
  readonly what: 'codes' | 'trading_accounts' | 'user_accounts'
  /** The name of the person or rule that changed it, or `customer`. */
  readonly by: string
  readonly at: number
  /** The code that gave the time. */
  readonly code?: string | undefined
}

/** Counts the licences in use that got a later end. */
export async function countRenewals(
  unit: WriteUnit,
  at: number,
  changes: readonly LicenceChange[],
): Promise<void> {
  const renewed = changes.filter(
    ({ isFirst, before, after }) => isFirst !== true && (before ?? 0) > 0 && (after ?? 0) > (before ?? 0),
  )
  for (const [app, inApp] of Map.groupBy(renewed, (change) => change.app))
    for (const [agent, own] of Map.groupBy(inApp, (change) => change.agent ?? null))
      await unit.business.count({ app, agent, at }, { renewals: own.length })
}

/** The events of changed ends: later ones are renewed, and those in the past have ended. */
export async function licencesChanged(
  unit: WriteUnit,
  { what, by, at, code }: LicenceCause,
  changes: readonly LicenceChange[],
): Promise<void> {
  if (what !== 'codes') await countRenewals(unit, at, changes)
  for (const [app, own] of Map.groupBy(changes, (change) => change.app)) {
    const later = own.filter(({ before, after }) => (after ?? 0) > (before ?? 0))
    if (later.length > 0)
      await happened(unit, {
        event: 'renewed',
        app,
        at,
        data: () => ({
          what,
          items: later.map(({ name, after }) => ({ name, ends_at: after })),
          by,
          ...(code !== undefined && { code }),
        }),
      })
    const earlier = own.flatMap(({ name, before, after }) =>
      after !== null && after > 0 && after !== before ? [{ name, endsAt: after }] : [],
    )
    await endedBefore(unit, { app, at, what, items: earlier })
  }
}
