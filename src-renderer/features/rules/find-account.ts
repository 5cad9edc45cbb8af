import type { RuleRecord } from '../../../src-server/contract/records/rule.ts'
import { call } from '../../api/console-client.ts'
import type { RuleDraft } from './rule-draft.ts'

const MOST_FOUND = 100

/**
 * The trading account with the typed key, in the chosen application if there is one.
 * @returns null for another place, for an unknown key, and for a key that several applications have
 */
export async function findAccount(
  { place, account: typed, app }: RuleDraft,
  rule: RuleRecord | undefined,
): Promise<number | null> {
  const key = typed.trim()
  if (place !== 'account' || key === '') return null
  // An account that is gone keeps its rule.
  if (rule?.place === 'account' && rule.account_key === key) return rule.account
  const filter = app === '' ? {} : { app: Number(app) }
  const { rows } = await call('device_list', { search: key, filter, size: MOST_FOUND })
  const found = rows.filter(({ account_key }) => account_key.toLowerCase() === key.toLowerCase())
  return found.length === 1 ? (found[0]?.id ?? null) : null
}
