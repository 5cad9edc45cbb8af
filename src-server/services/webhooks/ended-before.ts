import type { EndedLicence } from '../../store/repositories/webhooks.ts'
import type { WriteUnit } from '../../store/store.ts'
import { happened } from './happened.ts'

/** The time up to which ends have their events, Unix seconds, in the meta table. */
export const ENDS_MARK = 'webhook_ends_until'

interface Licences {
  readonly app: number
  readonly at: number
  readonly what: 'codes' | 'trading_accounts' | 'user_accounts'
  readonly items: readonly EndedLicence[]
}

/**
 * The events of licences whose end a person set to a time that the sweep has already looked through. The sweep finds all
 * later ends.
 */
export async function endedBefore(unit: WriteUnit, { app, at, what, items }: Licences): Promise<void> {
  if (items.length === 0 || (await unit.webhooks.wanting(app, 'expired')).length === 0) return
  const mark = Number((await unit.meta.find(ENDS_MARK)) ?? 0)
  const ended = items.filter(({ endsAt }) => endsAt <= mark)
  if (ended.length > 0) await happened(unit, { event: 'expired', app, at, data: () => endsOf(what, ended) })
}

/** The data of events about ends. */
export function endsOf(what: Licences['what'], items: readonly EndedLicence[]): object {
  return { what, items: items.map(({ name, endsAt }) => ({ name, ends_at: endsAt })) }
}
