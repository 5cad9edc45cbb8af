import type { ConsoleClient } from '../../support/console-client.ts'
import { FOREVER, harmless, missing, pages, skipped, type Attempts, type Target } from './attempt.ts'

const ALWAYS = { from: 0, to: FOREVER }

/**
 * The agent's allocation, a code drawn from it and sold to a customer called `Target`, and the agent's ledger
 * account.
 */
export async function furnishSales(
  own: Readonly<Record<'developer' | 'agent', ConsoleClient>>,
  app: number,
  agent: number,
): Promise<Pick<Target, 'allocation' | 'sale' | 'book'>> {
  const order = { agent, app, type: 'time', unit: 'day', amount: 30, quota: 10, price: 700 } as const
  const { id: allocation } = await own.developer.call('allocation_create', { ...order, note: 'Target' })
  const money = { agent, amount: 10_000, key: 'the first money', note: 'Target' }
  const { book } = await own.developer.call('ledger_topup', money)
  const take = { allocation, count: 1, key: 'the first code', customer: 'Target' }
  const { sales } = await own.agent.call('sale_take', take)
  return { allocation, sale: sales[0]!.id, book }
}

export const salesAttempts = ({ app, agent, allocation, sale, book }: Target) => {
  const order = { agent, quota: 1, price: 0 }
  const money = { agent, amount: 100, key: 'a foreign key', note: 'x' }
  return {
    allocation_list: pages([{ app }, { agent }, { closed: false }], 'Target'),
    allocation_create: missing({ ...order, app, parent: allocation, type: 'permanent' }),
    allocation_update: [
      ...missing({ id: allocation, quota: 100 }),
      ...missing({ id: allocation, price: 0, closed: true }),
      ...missing({ id: allocation, note: 'taken' }),
    ],
    allocation_history: missing({ id: allocation }),
    sale_take: missing({ allocation, count: 1, key: 'a foreign key' }),
    sale_list: [
      ...pages([{ app }, { agent }, { allocation }, { state: 'sold' }], 'Target'),
      ...harmless({ size: 500 }),
    ],
    sale_sums: harmless(
      {},
      { filter: { app } },
      { filter: { agent } },
      { filter: { allocation }, search: 'Target' },
    ),
    sale_update: missing({ ids: [sale], sold: false, customer: 'taken' }),
    sale_refund: skipped({ ids: [sale] }),
    ledger_accounts: harmless({}, { filter: { agent } }, { search: 'own agent' }),
    ledger_list: [...missing({ filter: { agent } }), ...missing({ filter: { agent, book } })],
    ledger_topup: missing(money),
    ledger_payout: missing(money),
    ledger_correct: missing({ ...money, amount: -100 }),
    ledger_credit_set: missing({ agent, credit: 100 }),
    ledger_statement: [...missing({ agent, ...ALWAYS }), ...missing({ agent, book, ...ALWAYS })],
    ledger_verify: harmless({}),
  } satisfies Partial<Attempts>
}
