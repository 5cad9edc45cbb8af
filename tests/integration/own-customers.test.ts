import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { visit } from '../support/self-service-client.ts'
import { until } from '../support/until.ts'
import { EventStream } from './event-stream.ts'
import { codesOf, MoveWorld } from './move-world.ts'
import { ALL_RIGHTS } from './operators.ts'
import type { Seller } from './sales-world.ts'

const NAMES = ['first', 'second', 'third', 'beside'] as const
type Name = (typeof NAMES)[number]
/** An agent, and the data of one of its customers. */
interface Shop {
  readonly agent: Seller
  readonly kami: string
  readonly account: { readonly id: number; readonly account_key: string }
}

let world: MoveWorld
let developer: Seller
let app: number
/** Three agents, each below the one before, and one beside them that works for the developer. */
let shops: Record<Name, Shop>

beforeAll(async () => {
  world = await MoveWorld.start()
  ;({ developer, app } = await world.team())
  const first = await world.sales.agent(developer)
  const second = await world.sales.agent(first)
  const third = await world.sales.agent(second)
  const beside = await world.sales.agent(developer)
  shops = {
    first: await open(first),
    second: await open(second),
    third: await open(third),
    beside: await open(beside),
  }
})
afterAll(() => world.server.end())

async function open(agent: Seller): Promise<Shop> {
  await developer.client.call('agent_rights_set', { agent: agent.id, app, ...ALL_RIGHTS })
  const [kami] = await world.codes(developer, app, agent, 1)
  const account = await world.account(developer, app, agent)
  await developer.client.call('device_update', { id: account.id, vip: world.server.clock.now() + 3600 })
  await world.server.api('mt5pulse', app, { account_key: account.account_key, equity: 1 })
  await visit(world.server, 'request_device_rebind', {
    old_key: account.account_key,
    new_key: `${world.next()}@Elsewhere`,
    product: String(app),
    contact: `customer of ${agent.name}`,
    reason: 'new broker',
  })
  return { agent, kami: kami!, account }
}

/** The customers in an answer. */
const whose = (answer: unknown): Name[] => {
  const text = JSON.stringify(answer)
  return NAMES.filter((name) => {
    const { kami, account, agent } = shops[name]
    // One account's name may end like another's.
    const isAccountIn = new RegExp(`(?<![0-9])${account.account_key}`).test(text)
    return isAccountIn || text.includes(kami) || text.includes(`customer of ${agent.name}"`)
  })
}

const all = (client: ConsoleClient): Promise<unknown>[] => [
  client.call('code_list', { size: 500 }),
  client.call('code_list', { size: 500, filter: { app } }),
  client.call('code_export', { format: 'csv' }),
  client.call('code_export', { format: 'json' }),
  client.call('device_list', { size: 500 }),
  client.call('device_list', { size: 500, filter: { health: 'live' } }),
  client.call('device_list', { size: 500, search: '@Moves' }),
  client.call('device_export', { format: 'csv' }),
  client.call('auth_request_list', { size: 500 }),
]

describe.each(NAMES)('the %s agent', (name) => {
  it('sees its own customers in every list and file, and no others', async () => {
    const { client } = shops[name].agent
    for (const answer of await Promise.all(all(client))) expect(whose(answer)).toEqual([name])
    expect((await client.call('auth_request_counts', {})).pending).toBe(1)
    expect((await client.call('device_expiring', {})).counts['1']).toBe(1)
    expect(whose(await client.call('agent_home', {}))).toEqual([name])
  })

  it('finds no other customer by filter, number or prefix of a name', async () => {
    const { client } = shops[name].agent
    const found = async (text: string) => whose(await client.call('palette_search', { text }))
    await until(async () => (await found(shops[name].kami)).includes(name), 'the search index')
    for (const other of NAMES.filter((one) => one !== name)) {
      const { agent, kami, account } = shops[other]
      expect(await codesOf(client, { agent: agent.id })).toEqual([])
      expect(await client.call('device_list', { filter: { agent: agent.id } })).toMatchObject({ total: 0 })
      expect(await client.call('auth_request_list', { filter: { agent: agent.id } })).toMatchObject({
        total: 0,
      })
      expect(await client.try('device_get', { id: account.id })).toMatchObject({ code: 404 })
      expect(await found(kami)).toEqual([])
      expect(await found(account.account_key)).toEqual([])
    }
  })

  it('controls its own customers, and its log shows its own acts only', async () => {
    const { agent, account } = shops[name]
    const ids = NAMES.map((one) => shops[one].account.id)
    const answer = await agent.client.call('device_control', { ids, pause_open: true, reason: name })
    expect(answer).toMatchObject({ done: 1 })
    const { rows } = await agent.client.call('audit_list', { size: 500 })
    expect(rows.map(({ person_name }) => person_name)).toEqual(rows.map(() => agent.name))
    const controls = rows.filter(({ action }) => action === 'device_control')
    expect(controls.map(({ subject_id }) => subject_id)).toEqual([String(account.id)])
    await developer.client.call('device_control', { ids, pause_open: false })
  })

  it('gets its own customers on the live stream', async () => {
    const { agent, account } = shops[name]
    const stream = await EventStream.open(agent.client.url, agent.client.cookie)
    for (const one of NAMES)
      await world.server.api('mt5pulse', app, { account_key: shops[one].account.account_key, equity: 7 })
    await developer.client.call('device_control', {
      ids: NAMES.map((one) => shops[one].account.id),
      pause_add: true,
    })
    await stream.next('devices', ({ rows }) => rows.some(({ pause_add }) => pause_add === true))
    const answer = stream
      .of('devices')
      .flatMap(({ rows, removed = [] }) => [...rows.map(({ id }) => id), ...removed])
    expect(new Set(answer)).toEqual(new Set([account.id]))
    stream.close()
    await developer.client.call('device_control', {
      ids: NAMES.map((one) => shops[one].account.id),
      pause_add: false,
    })
  })
})

it("jobs are visible to their starter and the developer's staff, never to the developer's agents", async () => {
  const { developer: of, app: inApp, from } = await world.team()
  await of.client.call('code_generate', { app: inApp, type: 'permanent', count: 600, agent: from.id })
  expect((await of.client.call('job_list', {})).rows).toMatchObject([{ kind: 'code_generate' }])
  expect((await from.client.call('job_list', {})).rows).toEqual([])
})

it('a banned agent is shut out at once, and the agents below it sell on and still hide their customers from it', async () => {
  const { first, second } = shops
  const stream = await EventStream.open(first.agent.client.url, first.agent.client.cookie)
  await world.server.act('agent_ban', { id: first.agent.id, reason: 'fraud' })
  expect(await first.agent.client.try('code_list', {})).toMatchObject({ code: 401 })
  const logOn = (kami: string) => world.server.api('kmlogon', app, { kami, markcode: 'PC' })
  expect(await logOn(first.kami)).toMatchObject({ code: 151 })
  expect(await logOn(second.kami)).toMatchObject({ code: 200 })
  for (const answer of await Promise.all(all(second.agent.client))) expect(whose(answer)).toEqual(['second'])
  const ids = [second.account.id]
  expect(await second.agent.client.call('device_control', { ids, close_all: true })).toMatchObject({
    done: 1,
  })
  stream.close()
  await world.server.act('agent_unban', { id: first.agent.id })
  expect(await logOn(first.kami)).toMatchObject({ code: 200 })
})
