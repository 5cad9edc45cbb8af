import type { ConsoleClient } from '../../support/console-client.ts'
import { signIn } from '../operators.ts'
import type { AuditCases } from './audit-case.ts'
import { PASSWORD, type AuditWorld } from './audit-world.ts'

interface Seller {
  readonly agent: number
  readonly allocation: number
  readonly client: ConsoleClient
}

/** An agent with codes to sell and money. */
async function seller(world: AuditWorld): Promise<Seller> {
  const name = world.name('seller')
  const { agent } = await world.owner.call('agent_create', { name, password: PASSWORD })
  const order = { agent: agent.id, app: await world.app(), type: 'permanent', quota: 10, price: 100 } as const
  const { id: allocation } = await world.owner.call('allocation_create', order)
  await world.owner.call('ledger_topup', { agent: agent.id, amount: 1000, key: world.name('prepayment') })
  return { agent: agent.id, allocation, client: await signIn(world.server, name, PASSWORD) }
}

async function sale(world: AuditWorld): Promise<{ readonly id: number; readonly client: ConsoleClient }> {
  const { allocation, client } = await seller(world)
  const { sales } = await client.call('sale_take', { allocation, count: 1, key: world.name('purchase') })
  return { id: sales[0]!.id, client }
}

/** The seller's input depends on what `send` made, so the cases remember the caller in between. */
function bySeller<I>(
  send: (world: AuditWorld) => Promise<{ readonly input: I; readonly client: ConsoleClient }>,
) {
  let made: ReturnType<typeof send> | undefined
  return {
    as: async (world: AuditWorld) => (await (made = send(world))).client,
    send: async (world: AuditWorld) => (await (made ?? send(world))).input,
  }
}

export const salesCases = {
  allocation_create: async (world) => {
    const { agent, allocation } = await seller(world)
    const { rows } = await world.owner.call('allocation_list', { filter: { agent } })
    const { app } = rows.find(({ id }) => id === allocation)!
    return { agent, app, type: 'count', amount: 5, quota: 3, price: 50 }
  },
  allocation_update: async (world) => ({ id: (await seller(world)).allocation, price: 90 }),
  sale_take: bySeller(async (world) => {
    const { allocation, client } = await seller(world)
    return { input: { allocation, count: 2, key: world.name('purchase'), customer: 'Zhang' }, client }
  }),
  sale_update: bySeller(async (world) => {
    const { id, client } = await sale(world)
    return { input: { ids: [id], sold: true, customer: 'Zhang' }, client }
  }),
  sale_refund: async (world) => ({ ids: [(await sale(world)).id] }),
  ledger_topup: async (world) => ({ agent: await world.agent(), amount: 500, key: world.name('prepayment') }),
  ledger_payout: async (world) => {
    const { agent } = await seller(world)
    return { agent, amount: 500, key: world.name('prepayment'), reference: 'transfer 7' }
  },
  ledger_correct: async (world) => {
    const { agent } = await seller(world)
    return { agent, amount: -5, key: world.name('prepayment'), note: 'counted twice' }
  },
  ledger_credit_set: async (world) => ({ agent: await world.agent(), credit: 500 }),
} satisfies Partial<AuditCases>
