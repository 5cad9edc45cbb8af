import { join, resolve } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionOutput } from '../../src-server/contract/actions/index.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { readMigrations } from '../../src-server/store/migrations.ts'
import { SalesWorld, type Seller } from './sales-world.ts'

type Day = ActionOutput<'business_days'>['days'][number]
type Amounts = Partial<Omit<Day, 'day'>>

const DAY = 86_400
const FOREVER = 4_102_243_200
/** 2026-05-10 00:00 in Beijing, which is 16:00 UTC of the day before. */
const MIDNIGHT = Date.parse('2026-05-09T16:00Z') / 1000
const EMPTY: Omit<Day, 'day'> = {
  activations: 0,
  trials: 0,
  renewals: 0,
  left: 0,
  made: 0,
  allocated: 0,
  sales: 0,
  revenue: 0,
  refunds: 0,
  refunded: 0,
}

let world: SalesWorld
let developer: Seller
let agent: Seller
let below: Seller
let other: Seller
let app: number
let otherApp: number

const clock = () => world.server.clock
/** Moves to a time of the day, in days since the first one. Sessions last, because each is used. */
async function goTo(day: number, hours: number): Promise<void> {
  clock().pass(MIDNIGHT + day * DAY + hours * 3600 - clock().now())
  for (const name of ['developer', 'agent', 'below', 'other'] as const) {
    if (name === 'developer') developer = await world.again(developer)
    else if (name === 'agent') agent = await world.again(agent)
    else if (name === 'below') below = await world.again(below)
    else other = await world.again(other)
  }
}

async function days(client: ConsoleClient, more: { app?: number; agent?: number } = {}): Promise<Day[]> {
  return (await client.call('business_days', { from: MIDNIGHT, to: MIDNIGHT + 3 * DAY - 1, ...more })).days
}

const table = (...amounts: Amounts[]): Day[] =>
  amounts.map((own, index) => ({ day: MIDNIGHT + index * DAY, ...EMPTY, ...own }))

async function make(count: number, more: object = {}): Promise<string[]> {
  const order = { app, type: 'time', unit: 'day', amount: 30, count, ...more } as const
  return (await developer.client.call('code_generate', order)).kamis
}
const logIn = (kami: string, markcode: string, of = app) =>
  world.server.api('kmlogon', of, { kami, markcode })

/**
 * Three days in Beijing, with the last second of the first day and the first second of the second one. The tests
 * compare with sums that were added up here, by hand.
 */
beforeAll(async () => {
  world = await SalesWorld.start({ at: MIDNIGHT, utcOffset: 480 })
  developer = await world.developer()
  other = await world.developer()
  agent = await world.agent(developer)
  app = await world.app(developer)
  otherApp = await world.app(other)
  await developer.client.call('app_update', {
    app,
    mt5: { enabled: true, auto_trial: true, trial_seconds: 3600 },
  })

  // Day 0. Stock for the agent, of which it gives a part below. The developer earns 700 a code at both levels.
  const allocation = await world.give(developer, agent, { app, quota: 10, price: 700 })
  await world.pay(developer, agent, 100_000)
  const under = await world.below(agent, allocation, developer, { quota: 3, price: 900 })
  below = under.agent
  const [first, second, third] = await make(3)
  const [foreign] = (await other.client.call('code_generate', { app: otherApp, type: 'permanent', count: 1 }))
    .kamis
  await logIn(foreign!, 'machine', otherApp)
  await logIn(first!, 'machine 1')
  await logIn(first!, 'machine 1')
  await world.server.api('mt5logon', app, { account_key: '1@Trial' })
  const taken = await world.take(agent, allocation, 4, { sale_price: 1500 })
  await world.take(below, under.allocation, 1)

  await goTo(0, 24 - 1 / 3600)
  await logIn(taken.sales[0]!.kami, '2@Live')

  // Day 1. A trial becomes a customer, and a customer renews by a code and by hand.
  await goTo(1, 0)
  await logIn(second!, '1@Trial')
  await logIn(third!, '2@Live')
  const [live] = (await developer.client.call('device_list', { search: '2@Live' })).rows
  await developer.client.call('device_extend', { ids: [live!.id], seconds: DAY })
  await agent.client.call('sale_refund', { ids: [taken.sales[1]!.id, taken.sales[2]!.id] })
  await developer.client.call('allocation_update', { id: allocation, quota: 15 })
  await developer.client.call('device_create', { app, account_key: '3@Ends', vip: clock().now() + 7200 })

  // Day 2.
  await goTo(2, 1)
  await developer.client.call('allocation_update', { id: allocation, quota: 12 })
  await developer.client.call('device_create', { app, account_key: '4@Later', vip: clock().now() + 3600 })
})
afterAll(() => world.server.end())

describe('the business of a day', () => {
  it('has what happened between its midnights by the server, to the second', async () => {
    expect(await days(developer.client)).toEqual(
      table(
        { activations: 2, trials: 1, made: 8, allocated: 10, sales: 5, revenue: 3500 },
        // The trial became a customer. A code and a hand renewed an account.
        { activations: 1, renewals: 2, left: 1, allocated: 5, refunds: 2, refunded: 1400 },
        { allocated: -3 },
      ),
    )
  })

  it('is that of the whole server for its owner', async () => {
    const [first] = await days(await world.server.owner())
    expect(first).toEqual({
      day: MIDNIGHT,
      ...EMPTY,
      ...{ activations: 3, trials: 1, made: 9, allocated: 10, sales: 5, revenue: 3500 },
    })
    const owner = await world.server.owner()
    expect(await days(owner, { app })).toEqual(await days(developer.client))
  })

  it("has an agent's own customers and what the agent earned from them", async () => {
    const [first, second] = await days(agent.client)
    expect(first).toMatchObject({
      activations: 1,
      trials: 0,
      made: 4,
      allocated: 10,
      sales: 2,
      revenue: 3000,
    })
    expect(second).toMatchObject({
      activations: 0,
      renewals: 2,
      refunds: 2,
      refunded: 1400,
      sales: 0,
      revenue: 0,
    })
    expect((await days(below.client))[0]).toMatchObject({ made: 1, allocated: 3, sales: 0 })
  })

  it('can be that of one agent', async () => {
    const [first, second] = await days(developer.client, { agent: agent.id })
    expect(first).toMatchObject({ activations: 1, made: 4, allocated: 10, sales: 4, revenue: 2800 })
    expect(second).toMatchObject({ refunds: 2, refunded: 1400, allocated: 5 })
    expect((await days(developer.client, { agent: below.id }))[0]).toMatchObject({ sales: 1, revenue: 700 })
  })

  it('shows nothing of other developers', async () => {
    expect(await days(other.client)).toEqual(table({ activations: 1, made: 1 }, {}, {}))
    expect(await days(other.client, { app })).toEqual(table({}, {}, {}))
    expect(await days(other.client, { agent: agent.id })).toEqual(table({}, {}, {}))
  })

  it('counts a licence as left only when its end is past', async () => {
    const { rows } = await developer.client.call('device_list', { search: '4@Later' })
    const last = async () => (await days(developer.client))[2]!.left
    expect(await last()).toBe(0)
    clock().pass(3600)
    expect(await last()).toBe(1)
    await developer.client.call('device_update', { id: rows[0]!.id, vip: FOREVER })
    expect(await last()).toBe(0)
  })

  it('is refused for an empty span and for more than 400 days', async () => {
    for (const [from, to] of [
      [MIDNIGHT + 1, MIDNIGHT],
      [MIDNIGHT - 400 * DAY - 1, MIDNIGHT],
    ] as const)
      expect((await developer.client.try('business_days', { from, to })).code).toBe(422)
  })
})

describe('the agents beside each other', () => {
  const rank = async (client: ConsoleClient, from = MIDNIGHT, to = MIDNIGHT + 2 * DAY) =>
    (await client.call('agent_ranking', { from, to })).rows

  it('have their customers, sales, renewals and stock in the span', async () => {
    const rows = await rank(developer.client)
    expect(rows.map(({ agent: id }) => id).sort()).toEqual([agent.id, below.id].sort())
    expect(rows.find(({ agent: id }) => id === agent.id)).toEqual({
      agent: agent.id,
      name: agent.name,
      customers: 1,
      online: 0,
      critical: 0,
      activations: 1,
      // 2@Live is the agent's customer, whoever made the code.
      renewals: 2,
      left: 0,
      renewal_rate: 1,
      // Four codes were taken, and two given back at once in the span.
      sales: 2,
      revenue: 1400,
      // 12 less those taken and kept, and the three given below.
      stock: 7,
      balance: 98_800,
    })
    // Before the codes came back.
    expect(
      (await rank(developer.client, MIDNIGHT, MIDNIGHT + DAY)).find(({ agent: id }) => id === agent.id),
    ).toMatchObject({
      sales: 4,
      revenue: 2800,
      renewals: 0,
      renewal_rate: null,
    })
  })

  it('are those of the caller', async () => {
    expect(await rank(other.client)).toEqual([])
    expect((await (await world.server.owner()).call('agent_ranking', { from: 0, to: 1 })).rows).toHaveLength(
      2,
    )
  })
})

describe('the sums of sales', () => {
  it('are those of all sales that the list shows, also by agent', async () => {
    const { agents, ...sums } = await developer.client.call('sale_sums', {})
    expect(sums).toEqual({ total: 5, gross: 3700, refunds: 2, refunded: 1400, net: 2300, turnover: 3000 })
    expect(agents).toEqual([
      {
        agent: agent.id,
        name: agent.name,
        ...{ total: 4, gross: 2800, refunds: 2, refunded: 1400, net: 1400, turnover: 3000 },
      },
      {
        agent: below.id,
        name: below.name,
        ...{ total: 1, gross: 900, refunds: 0, refunded: 0, net: 900, turnover: 0 },
      },
    ])
    const filter = { state: 'refunded', agent: agent.id } as const
    expect(await developer.client.call('sale_sums', { filter })).toMatchObject({ total: 2, net: 0 })
    expect(await agent.client.call('sale_sums', {})).toMatchObject({ total: 4, gross: 2800 })
    expect(await other.client.call('sale_sums', { filter: { agent: agent.id } })).toMatchObject({
      total: 0,
      net: 0,
    })
  })
})

describe('the business of now', () => {
  it('counts accounts, ends and unused codes', async () => {
    const overview = await developer.client.call('business_overview', {})
    // 1@Trial and 2@Live have a month more, 3@Ends is over, and 4@Later has no end.
    expect(overview).toMatchObject({ accounts: 4, online: 0 })
    expect(overview.expiring).toEqual([
      { days: 7, accounts: 0 },
      { days: 30, accounts: 1 },
    ])
    // The agent's one kept code, and that of the agent below. Three customers came in 30 days.
    expect(overview.stock).toEqual([
      { app, app_name: expect.any(String) as string, unused: 2, exact: true, lasts_days: 20 },
    ])
    expect((await other.client.call('business_overview', {})).stock).toMatchObject([
      { app: otherApp, unused: 0, lasts_days: 0 },
    ])
  })

  it('counts an account as online while it pulses in time', async () => {
    const online = async () => (await developer.client.call('business_overview', {})).online
    await world.server.api('mt5pulse', app, { account_key: '2@Live', equity: 100 })
    expect(await online()).toBe(1)
    clock().pass(3600)
    expect(await online()).toBe(0)
  })
})

describe('the time before the server counted', () => {
  it('is read from the records, as near as they say', () => {
    const file = new Database(join(world.server.folder, 'pulsekey.db'), { readonly: true })
    const copy = join(world.server.folder, 'copy.db')
    file.exec(`VACUUM INTO '${copy}'`)
    file.close()
    const db = new Database(copy)
    const kept = () =>
      db
        .prepare(
          `SELECT at, app_id, agent_id, made, sales, revenue, refunds, refunded FROM business_counts
           WHERE made > 0 OR sales > 0 OR refunds > 0 ORDER BY 1, 2, 3`,
        )
        .all()
    const counted = kept()
    db.exec('DELETE FROM business_counts')
    const migration = readMigrations(resolve(import.meta.dirname, '../../drizzle/main')).find(({ tag }) =>
      tag.endsWith('_home'),
    )
    for (const statement of migration!.statements)
      if (statement.includes('INSERT INTO `business_counts`')) db.exec(statement)
    expect(kept()).toEqual(counted)
    // No record says that the customer of 1@Trial had a trial before, and none that an account was renewed by hand.
    expect(
      db
        .prepare('SELECT sum(activations) AS a, sum(trials) AS t, sum(renewals) AS r FROM business_counts')
        .get(),
    ).toEqual({ a: 3, t: 0, r: 2 })
    db.close()
  })
})
