import type { Code } from '../code/code.ts'
import type { Sale } from './sale.ts'

/** Why a sale can't be refunded. */
export type RefundRefusal = 'refunded' | 'purged' | 'used' | 'disabled' | 'moved'

/**
 * Only codes that nobody has ever used can be refunded (the specification, Roles: Agent). A disabled code was
 * taken out of use by somebody. A code moved to another agent no longer belongs to the seller.
 * @param code undefined after it was purged
 * @param byAgent whether the agent refunds it; a developer may refund any unused code
 * @returns undefined when a refund is possible
 */
export function refundRefusal(
  sale: Sale,
  code: Code | undefined,
  byAgent: boolean,
): RefundRefusal | undefined {
  if (sale.refundedAt !== null) return 'refunded'
  if (code === undefined) return 'purged'
  const isBound = code.markcode !== '' || code.ip !== '' || code.accountKey !== ''
  if (code.useTime !== null || isBound || code.rechargedAccountId !== null) return 'used'
  if (code.disabled) return 'disabled'
  if (byAgent && code.agentId !== sale.agentId) return 'moved'
  return undefined
}
