import type { WriteUnit } from '../../store/store.ts'
import { endedBefore } from './ended-before.ts'
import { happened } from './happened.ts'

/** A licence before and after a change. `end` is Unix seconds, 0 or null for none. */
export interface LicenceChange {
  readonly app: number
  readonly name: string
  readonly before: number | null
  readonly after: number | null
}

interface Cause {
  readonly what: 'codes' | 'trading_accounts' | 'user_accounts'
  /** The name of the person who changed it, or `customer`. */
  readonly by: string
  readonly at: number
  /** The code that gave the time. */
  readonly code?: string
}

/** The events of changed ends: later ones are renewed, and those in the past have ended. */
export async function licencesChanged(
  unit: WriteUnit,
  { what, by, at, code }: Cause,
  changes: readonly LicenceChange[],
): Promise<void> {
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
