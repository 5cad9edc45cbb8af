import type { Code } from '../code/code.ts'
import type { Sale } from './sale.ts'

/** Why a sale can't be given back. */
export type RefundRefusal = 'refunded' | 'purged' | 'used' | 'disabled' | 'moved'

/**
 * Only codes nobody has ever used go back (specification, Roles: Agent). One that is disabled was taken out of use by
 * somebody; one that was moved to another agent is no longer the seller's to give.
 *
 * @param code undefined once it is purged
 * @param byAgent whether the agent gives it back itself; the developer may take any unused one
 * @returns undefined when it can
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
