import type { ConsoleSession } from '../bench/server/console-session.ts'
import type { Random } from '../simulator/random.ts'

/** An agent's acknowledged acts, and its requests without an answer. Money is in minor units. */
export interface SellerLedger {
  readonly session: ConsoleSession
  readonly id: number
  readonly allocation: number
  /**
   * Answered sales: true once their refund was answered, undefined while a requested refund has no answer.
   */
  readonly sales: Map<number, { readonly kami: string; readonly price: number; back: boolean | undefined }>
  /** Keys of unanswered purchases, with their number of codes. */
  readonly unansweredTakes: Map<string, number>
  /** By key: deposited sums, answered or not. */
  readonly topUps: Map<string, { readonly amount: number; answered: boolean }>
  /** Answers that nobody should get. */
  readonly surprises: string[]
}

export interface SalesContext {
  readonly random: Random
  readonly acknowledge: () => void
  readonly stopped: () => boolean
  readonly nextKey: () => string
}

const MOST_AT_ONCE = 4

/** Runs until the server ends. Expected refusals are ignored, others are recorded as surprises. */
async function go(
  { acknowledge, stopped }: SalesContext,
  { surprises }: SellerLedger,
  allowed: RegExp,
  act: () => Promise<void>,
): Promise<void> {
  while (!stopped()) {
    try {
      await act()
      acknowledge()
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      // A refusal of the console has an answer; a server that ended has none.
      if (!text.includes('answered')) return
      if (!allowed.test(text)) surprises.push(text)
    }
  }
}

export function takeCodes(context: SalesContext, seller: SellerLedger): Promise<void> {
  return go(context, seller, /"fields":\{"(quota|balance)"/, async () => {
    const [key, count] = [context.nextKey(), 1 + context.random.below(MOST_AT_ONCE)]
    seller.unansweredTakes.set(key, count)
    try {
      const order = { allocation: seller.allocation, count, key }
      const { sales } = await seller.session.call('sale_take', order)
      for (const { id, kami, price } of sales) seller.sales.set(id, { kami, price, back: false })
      seller.unansweredTakes.delete(key)
    } catch (error) {
      if (error instanceof Error && error.message.includes('answered')) seller.unansweredTakes.delete(key)
      throw error
    }
  })
}

export function giveBack(context: SalesContext, seller: SellerLedger): Promise<void> {
  return go(context, seller, /^$/, async () => {
    const open = [...seller.sales].filter(([, { back }]) => back === false)
    const from = context.random.below(open.length)
    const some = open.slice(from, from + 1 + context.random.below(MOST_AT_ONCE))
    if (some.length === 0) {
      // There is nothing to refund yet: any call makes the lane wait for an answer.
      await seller.session.call('ledger_accounts', {})
      return
    }
    for (const [, sale] of some) sale.back = undefined
    const { skipped } = await seller.session.call('sale_refund', { ids: some.map(([id]) => id) })
    // The agent above may have spent its commission.
    const kept = new Set(skipped.filter(({ reason }) => reason === 'balance').map(({ id }) => id))
    if (kept.size < skipped.length) seller.surprises.push(`refund: ${JSON.stringify(skipped)}`)
    for (const [id, sale] of some) sale.back = !kept.has(id)
  })
}

export function topUp(context: SalesContext, seller: SellerLedger, developer: ConsoleSession): Promise<void> {
  return go(context, seller, /^$/, async () => {
    const [key, amount] = [context.nextKey(), 1 + context.random.below(3000)]
    const paid = { amount, answered: false }
    seller.topUps.set(key, paid)
    await developer.call('ledger_topup', { agent: seller.id, amount, key })
    paid.answered = true
  })
}
