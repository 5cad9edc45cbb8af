import type { TransferKind } from '../../contract/sales-names.ts'
import type { Transfer } from './ledger.ts'

/** A seller: its ledger account, and its own price for one code. */
export interface Seller {
  readonly accountId: number
  readonly price: number
}

interface Share {
  readonly accountId: number
  readonly amount: number
}

/**
 * The transfers of a purchase. The buyer pays its price. Each agent above keeps the difference to its own
 * price, and the last price is revenue. An agent that sells below its own price pays the difference. Each
 * balance changes at most once: everybody in the chain either pays or is paid.
 * @param chain the buyer first, then the agents above it, at least one
 * @param count codes, each as many times as it has seats
 */
export function purchaseTransfers(chain: readonly Seller[], revenueId: number, count: number): Transfer[] {
  const top = chain.at(-1)
  if (top === undefined) throw new Error('nobody buys')
  const gains = chain.map(({ accountId, price }, at) => ({
    accountId,
    amount: ((chain[at - 1]?.price ?? 0) - price) * count,
  }))
  const payers = gains.flatMap(({ accountId, amount }) =>
    amount < 0 ? [{ accountId, amount: -amount }] : [],
  )
  const paid = gains.filter(({ amount }) => amount > 0)
  const revenue = { accountId: revenueId, amount: top.price * count }
  const kindOf = (toId: number): TransferKind => (toId === revenueId ? 'wholesale' : 'commission')
  return settle(payers, revenue.amount > 0 ? [revenue, ...paid] : paid).map((move) => ({
    ...move,
    what: kindOf(move.toId),
    count,
  }))
}

/** Matches payers with payees. Both sides have the same sum. */
function settle(
  payers: readonly Share[],
  paid: readonly Share[],
): { fromId: number; toId: number; amount: number }[] {
  const moves: { fromId: number; toId: number; amount: number }[] = []
  const rest = payers.map((share) => ({ ...share }))
  for (const { accountId, amount } of paid) {
    for (let open = amount; open > 0;) {
      const payer = rest.find((share) => share.amount > 0)
      if (payer === undefined) throw new Error('more is paid out than in')
      const moved = Math.min(open, payer.amount)
      payer.amount -= moved
      open -= moved
      moves.push({ fromId: payer.accountId, toId: accountId, amount: moved })
    }
  }
  return moves
}

/**
 * The refund of some codes of a purchase: each transfer reversed, the last one first. All seats of a purchase
 * cost the same, so the price of one is a whole number.
 * @param count the seats of these codes
 */
export function refundTransfers(purchase: readonly Transfer[], count: number): Transfer[] {
  return [...purchase].reverse().map(({ fromId, toId, amount, count: of }) => ({
    fromId: toId,
    toId: fromId,
    amount: (amount / of) * count,
    what: 'refund',
    count,
  }))
}
