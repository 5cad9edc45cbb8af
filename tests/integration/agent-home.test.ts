import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { visit } from '../support/self-service-client.ts'
import { until } from '../support/until.ts'
import { signIn } from './operators.ts'
import { SalesWorld, type Seller } from './sales-world.ts'

const DAY = 86_400
const FOREVER = 4_102_243_200

let world: SalesWorld
let accounts = 0

beforeAll(async () => {
  world = await SalesWorld.start()
})
afterAll(() => world.server.end())

const now = () => world.server.clock.now()
const home = (client: ConsoleClient) => client.call('agent_home', {})

/** A developer with an application for trading accounts, and one of the developer's agents. */
async function team(settings: object = {}) {
  const developer = await world.developer()
  const app = await world.app(developer)
  await developer.client.call('app_update', { app, mt5: { enabled: true, ...settings } })
  return { developer, app, agent: await world.agent(developer) }
}

async function account(
  { developer, app }: { developer: Seller; app: number },
  agent: Seller,
  fields: { vip?: number; disabled?: boolean; label?: string } = {},
) {
  const account_key = `${++accounts}@Home`
  const order = { app, account_key, vip: FOREVER, agent: agent.id, ...fields }
  return { id: (await developer.client.call('device_create', order)).id, account_key, app }
}

describe('the home screen of an agent', () => {
  it('is empty for a new agent', async () => {
    const { agent, developer } = await team()
    expect(await home(agent.client)).toEqual({
      allocations: [],
      balances: [{ book: developer.id, book_name: developer.name, balance: 0, credit: 0 }],
      week: { taken: 0, sold: 0, turnover: 0, cost: 0 },
      expiring: [],
      open_requests: 0,
      at_risk: [],
    })
  })

  it("counts the agent's own open stock, without closed allocations", async () => {
    const { developer, app, agent, allocation } = await world.seller({ quota: 10, price: 700 })
    const closed = await world.give(developer, agent, { app, type: 'permanent', unit: undefined })
    await developer.client.call('allocation_update', { id: closed, closed: true })
    await world.take(agent, allocation, 3)
    const below = await world.below(agent, allocation, developer, { quota: 2, price: 900 })
    // The quota that the agent gave to the agent below counts as taken.
    expect((await home(agent.client)).allocations).toMatchObject([
      { id: allocation, agent: agent.id, quota: 10, used: 5, price: 700, closed: false },
    ])
    expect((await home(below.agent.client)).allocations).toMatchObject([
      { id: below.allocation, agent: below.agent.id, parent: allocation, quota: 2, used: 0, price: 900 },
    ])
  })

  it('shows a balance for each ledger account of the agent', async () => {
    const { developer, agent, allocation } = await world.seller({ money: 5000, price: 700 })
    const other = await team()
    const owner = await world.server.owner()
    await owner.call('agent_rights_set', { agent: agent.id, app: other.app, unbind: true })
    await other.developer.client.call('ledger_credit_set', { agent: agent.id, credit: 300 })
    await world.take(agent, allocation, 2)
    expect((await home(agent.client)).balances).toEqual([
      { book: developer.id, book_name: developer.name, balance: 3600, credit: 0 },
      { book: other.developer.id, book_name: other.developer.name, balance: 0, credit: 300 },
    ])
  })

  it('counts codes drawn and sold in seven days, to the second, without returned codes', async () => {
    const { developer, agent, allocation } = await world.seller({ price: 700 })
    const below = await world.below(agent, allocation, developer, { quota: 3, price: 900 })
    await world.take(below.agent, below.allocation, 1, { sale_price: 5000 })
    const old = await world.take(agent, allocation, 1)
    world.server.clock.pass(1)
    const [first, second] = (await world.take(agent, allocation, 3)).sales
    await agent.client.call('sale_update', { ids: [first!.id], sale_price: 1500, sold: true })
    await agent.client.call('sale_update', { ids: [old.sales[0]!.id], sale_price: 1200, sold: true })
    expect((await home(agent.client)).week).toEqual({ taken: 4, sold: 2, turnover: 2700, cost: 2800 })
    expect(await agent.client.call('sale_refund', { ids: [second!.id] })).toMatchObject({ done: 1 })
    expect((await home(agent.client)).week).toMatchObject({ cost: 2100 })

    world.server.clock.pass(7 * DAY)
    const later = await signIn(world.server, agent.name)
    expect((await home(later)).week).toEqual({ taken: 3, sold: 2, turnover: 2700, cost: 1400 })
    world.server.clock.pass(1)
    expect((await home(later)).week).toEqual({ taken: 0, sold: 0, turnover: 0, cost: 0 })
  })

  it("counts the open requests of the agent's customers and of nobody else", async () => {
    const place = await team()
    const other = await world.agent(place.developer)
    const below = await world.agent(place.agent)
    const [own, ...foreign] = await Promise.all(
      [place.agent, other, below].map((agent) => account(place, agent)),
    )
    const ask = (old_key: string) => {
      const product = String(place.app)
      return visit(world.server, 'request_device_rebind', {
        old_key,
        new_key: `${++accounts}@New`,
        product,
        contact: `customer ${accounts}`,
        reason: 'new broker',
      })
    }
    for (const { account_key } of foreign) await ask(account_key)
    expect((await home(place.agent.client)).open_requests).toBe(0)
    await ask(own!.account_key)
    expect((await home(place.agent.client)).open_requests).toBe(1)
    const { rows } = await place.developer.client.call('auth_request_list', {
      filter: { agent: place.agent.id },
    })
    await place.developer.client.call('auth_request_handle', { id: rows[0]!.id, decision: 'reject' })
    expect((await home(place.agent.client)).open_requests).toBe(0)
  })
})

describe('customers near their end', () => {
  it('lists the next ends first, then the most recent past ends, within seven days to the second', async () => {
    const place = await team()
    const { agent } = place
    const at = now()
    const ends = [at + 7 * DAY, at + 1, at, at - 7 * DAY, at - 1, at + DAY]
    const made = []
    for (const vip of ends) made.push(await account(place, agent, { vip }))
    const [week, second, justNow, lastWeek, past, tomorrow] = made
    await account(place, agent, { vip: at + 7 * DAY + 1 })
    await account(place, agent, { vip: at - 7 * DAY - 1 })
    await account(place, agent, { vip: at + 5, disabled: true })
    await account(place, agent)
    await account(place, await world.agent(place.developer), { vip: at + 5 })
    await account(place, await world.agent(agent), { vip: at + 5 })
    const { expiring } = await home(agent.client)
    expect(expiring.map(({ device }) => device)).toEqual(
      [second, tomorrow, week, justNow, past, lastWeek].map((one) => one!.id),
    )
  })

  it('lists at most twenty customers', async () => {
    const place = await team()
    const made = []
    for (let i = 1; i <= 25; i++) made.push(await account(place, place.agent, { vip: now() + 26 - i }))
    const { expiring } = await home(place.agent.client)
    expect(expiring.map(({ device }) => device)).toEqual(
      made
        .reverse()
        .slice(0, 20)
        .map(({ id }) => id),
    )
  })

  it('names the customer that each code was sold to', async () => {
    const { developer, app, agent, allocation } = await world.seller({ amount: 3 })
    await developer.client.call('app_update', { app, name: 'Golden Hedge', mt5: { enabled: true } })
    const { sales } = await world.take(agent, allocation, 1, { customer: 'Zhang Wei', contact: 'wx: zw' })
    const key = `${++accounts}@Home`
    await world.server.api('kmlogon', app, { kami: sales[0]!.kami, markcode: key })
    const bare = await account({ developer, app }, agent, { vip: now() + DAY, label: 'by hand' })
    expect((await home(agent.client)).expiring).toEqual([
      {
        device: bare.id,
        account_key: bare.account_key,
        label: 'by hand',
        app_name: 'Golden Hedge',
        vip: now() + DAY,
        customer: '',
        contact: '',
      },
      {
        device: expect.any(Number) as number,
        account_key: key,
        label: '',
        app_name: 'Golden Hedge',
        vip: now() + 3 * DAY,
        customer: 'Zhang Wei',
        contact: 'wx: zw',
      },
    ])
  })
})

describe('accounts at risk', () => {
  const pulse = (of: { account_key: string; app: number }, report: object) =>
    world.server.api('mt5pulse', of.app, { account_key: of.account_key, equity: 1, ...report })

  it('lists waiting closes, then deep drawdowns, then silence with positions', async () => {
    const place = await team({ drawdown_threshold: 30 })
    const { agent, developer } = place
    const fresh = () => account(place, agent)
    const [silent, longer, quiet, gone] = [await fresh(), await fresh(), await fresh(), await fresh()]
    await pulse(longer, { positions: 1, dd: 29 })
    await pulse(gone, { positions: 1, dd: 60 })
    world.server.clock.pass(1)
    await pulse(silent, { positions: 2 })
    await pulse(quiet, { positions: 0, dd: 5 })
    await account(place, agent)
    const silentSince = now()
    await developer.client.call('device_update', { id: gone.id, disabled: true })

    const [deep, atIt, below, kept] = [await fresh(), await fresh(), await fresh(), await fresh()]
    await developer.client.call('device_control', { ids: [kept.id], close_all: true })
    await pulse(kept, { positions: 1, dd: 3 })
    world.server.clock.pass(60)
    await pulse(kept, { positions: 1, dd: 4 })
    await pulse(deep, { positions: 1, dd: 41.5 })
    await pulse(atIt, { positions: 1, dd: 30 })
    await pulse(below, { positions: 1, dd: 29.99 })
    const ordered = now()
    const overdue = await until(async () => {
      const { commands } = await developer.client.call('device_get', { id: kept.id })
      return commands[0]?.overdue_at ?? undefined
    }, 'the overdue command')
    expect(overdue).toBe(ordered)
    const row = (of: { id: number; account_key: string }, reason: string, dd: number | null, at: number) => ({
      device: of.id,
      account_key: of.account_key,
      label: '',
      reason,
      dd,
      at,
    })
    // An account counts as silent after six default intervals, and after a minute at the earliest. Until then
    // it is late.
    expect((await home(agent.client)).at_risk).toEqual([
      row(kept, 'close_overdue', 4, ordered),
      row(deep, 'drawdown', 41.5, ordered),
      row(atIt, 'drawdown', 30, ordered),
      row(longer, 'silent', 29, silentSince - 1),
    ])
    world.server.clock.pass(1)
    expect((await home(agent.client)).at_risk.slice(3)).toEqual([
      row(longer, 'silent', 29, silentSince - 1),
      row(silent, 'silent', null, silentSince),
    ])
    expect((await home((await world.agent(agent)).client)).at_risk).toEqual([])
  })

  it('lists a drawdown by the usual limit without a threshold, and at most twenty accounts', async () => {
    const place = await team()
    const deep = await account(place, place.agent)
    await pulse(deep, { positions: 1, dd: 99 })
    const light = await account(place, place.agent)
    await pulse(light, { positions: 1, dd: 19.9 })
    expect((await home(place.agent.client)).at_risk.map(({ dd }) => dd)).toEqual([99])
    await pulse(light, { positions: 1, dd: 0 })
    await place.developer.client.call('app_update', { app: place.app, mt5: { drawdown_threshold: 1 } })
    for (let i = 2; i <= 22; i++) await pulse(await account(place, place.agent), { positions: 1, dd: i })
    const { at_risk } = await home(place.agent.client)
    expect(at_risk.map(({ dd }) => dd)).toEqual([99, ...Array.from({ length: 19 }, (_, i) => 22 - i)])
  })
})
