import { timeOfCode, type Code } from '../code/code.ts'
import { isPermanent, laterEnd } from '../device/record.ts'
import type { Account } from './account.ts'

export type RechargeRefusal =
  | 'unknown'
  | 'disabled'
  | 'typeWrong'
  | 'recharged'
  | 'used'
  | 'ended'
  | 'alreadyPermanent'

export type RechargeDecision =
  | { readonly outcome: RechargeRefusal }
  | { readonly outcome: 'granted'; readonly vip: number }

/**
 * How a code changes the end of a user account (docs/protocol.md 7). A code recharges once. A code used on a
 * machine recharges no account.
 */
export function decideRecharge(
  account: Pick<Account, 'vip'>,
  code: Code | undefined,
  { agentBanned, now }: { readonly agentBanned: boolean; readonly now: number },
): RechargeDecision {
  if (code === undefined || code.recycledAt !== null) return { outcome: 'unknown' }
  if (code.disabled || agentBanned) return { outcome: 'disabled' }
  if (code.type === 'count' || code.type === 'points') return { outcome: 'typeWrong' }
  if (code.rechargedAccountId !== null) return { outcome: 'recharged' }
  if (code.useTime !== null || code.markcode !== '') return { outcome: 'used' }
  if (isPermanent(account.vip)) return { outcome: 'alreadyPermanent' }
  const seconds = timeOfCode(code, now)
  if (seconds <= 0) return { outcome: 'ended' }
  return { outcome: 'granted', vip: laterEnd(account.vip, seconds, now) }
}
