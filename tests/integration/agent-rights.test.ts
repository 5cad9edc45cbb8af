import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { visit } from '../support/self-service-client.ts'
import { TestServer } from '../support/test-server.ts'
import { addOperator, ALL_RIGHTS, signIn } from './operators.ts'

const FOREVER = 4_102_243_200
const NO_RIGHTS = { pause_open: false, pause_add: false, close_all: false, unbind: false, rebind: false }

let server: TestServer
let developer: ConsoleClient
let other: ConsoleClient
let agent: ConsoleClient
let below: ConsoleClient
let agentId: number
let belowId: number
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  for (const name of ['developer', 'other developer']) await addOperator(server, name, 'developer')
  developer = await signIn(server, 'developer')
  other = await signIn(server, 'other developer')
  const password = 'a long enough password'
  agentId = (await developer.call('agent_create', { name: 'agent', password })).agent.id
  agent = await signIn(server, 'agent', password)
  belowId = (await agent.call('agent_create', { name: 'agent below', password })).agent.id
  below = await signIn(server, 'agent below', password)
  app = await application(developer)
})
afterAll(() => server.end())

async function application(of: ConsoleClient): Promise<number> {
  const made = await of.call('app_create', { name: 'Gold' })
  await of.call('app_update', { app: made.app, sign: false, window: 0, mt5: { enabled: true } })
  return made.app
}
let accounts = 0
const device = async (of: number, inApp = app) =>
  (
    await developer.call('device_create', {
      app: inApp,
      account_key: `${++accounts}@Broker`,
      vip: FOREVER,
      agent: of,
    })
  ).id
const give = (by: ConsoleClient, to: number, rights: object, inApp = app) =>
  by.try('agent_rights_set', { agent: to, app: inApp, ...rights })

describe('rights of an agent for its customers', () => {
  it.each([
    [{ pause_open: true }, 'pause_open'],
    [{ pause_open: false }, 'pause_open'],
    [{ pause_add: true }, 'pause_add'],
    [{ close_all: true }, 'close_all'],
    [{ close_all: false }, 'close_all'],
  ] as const)('%o needs its right', async (controls, right) => {
    const id = await device(agentId)
    const before = await developer.call('device_get', { id })
    const control = () => agent.try('device_control', { ids: [id], ...controls })
    const { [right]: _, ...rest } = ALL_RIGHTS
    await give(developer, agentId, { ...NO_RIGHTS, ...rest })
    expect(await control()).toMatchObject({ code: 403, fields: { right } })
    expect(await developer.call('device_get', { id })).toEqual(before)
    await give(developer, agentId, { ...NO_RIGHTS, [right]: true })
    expect(await control()).toMatchObject({ code: 200 })
    await give(developer, agentId, NO_RIGHTS)
    expect(await control()).toMatchObject({ code: 403 })
  })

  it('a right in one application gives nothing in another, whose accounts are skipped', async () => {
    const second = await application(developer)
    const [here, there] = [await device(agentId), await device(agentId, second)]
    await give(developer, agentId, ALL_RIGHTS)
    expect(await agent.call('device_control', { ids: [here, there], pause_open: true })).toEqual({
      done: 1,
      skipped: [{ id: there, reason: 'right' }],
    })
    expect(await developer.call('device_get', { id: there })).toMatchObject({ pause_open: false })
    expect(await agent.try('device_control', { ids: [there], pause_open: true })).toMatchObject({
      code: 403,
      fields: { right: 'pause_open' },
    })
  })

  it.each(['unbind', 'rebind'] as const)('the right for %s alone decides such a request', async (kind) => {
    const request = await ask(kind)
    const handle = (decision: 'approve' | 'reject') =>
      agent.try('auth_request_handle', { id: request, decision })
    await give(developer, agentId, { ...ALL_RIGHTS, [kind]: false })
    for (const decision of ['approve', 'reject'] as const)
      expect(await handle(decision)).toMatchObject({ code: 403, fields: { right: kind } })
    await server.act('settings_set', { after_sales: { low_risk: 100 } })
    const many = { ids: [request] }
    expect(await agent.call('auth_request_bulk', { ...many, dry_run: true })).toEqual({
      done: 0,
      skipped: [{ id: request, reason: 'right' }],
    })
    expect(await agent.call('auth_request_bulk', many)).toMatchObject({ done: 0 })
    await give(developer, agentId, { ...NO_RIGHTS, [kind]: true })
    expect(await agent.call('auth_request_bulk', many)).toEqual({ done: 1, skipped: [] })
    if (kind === 'unbind') return
    await give(developer, agentId, NO_RIGHTS)
    expect(await agent.try('auth_request_reverse', { id: request })).toMatchObject({
      code: 403,
      fields: { right: 'rebind' },
    })
    await give(developer, agentId, { rebind: true })
    expect(await agent.try('auth_request_reverse', { id: request })).toMatchObject({ code: 200 })
  })
})

it('refuses an unknown right and sets nothing', async () => {
  const before = (await developer.call('agent_rights_list', { agent: agentId, app })).rows
  for (const rights of [{ pause: true }, { pause_open: true, pause: true }, { agent_name: 'x' }])
    expect(await give(developer, agentId, rights)).toMatchObject({ code: 422 })
  expect((await developer.call('agent_rights_list', { agent: agentId, app })).rows).toEqual(before)
})

describe('rights of agents below an agent', () => {
  it('never exceed the rights of the agent above, and end with them', async () => {
    await give(developer, agentId, { ...NO_RIGHTS, pause_open: true, unbind: true })
    expect(await give(agent, belowId, { pause_open: true, rebind: true })).toMatchObject({
      code: 403,
      fields: { right: 'rebind' },
    })
    expect(await give(agent, belowId, { pause_open: true })).toMatchObject({
      code: 200,
      msg: { ...NO_RIGHTS, pause_open: true, agent_name: 'agent below', app_name: 'Gold' },
    })
    const id = await device(belowId)
    const control = () => below.try('device_control', { ids: [id], pause_open: true })
    expect(await control()).toMatchObject({ code: 200 })
    await give(developer, agentId, { pause_open: false })
    expect(await control()).toMatchObject({ code: 403, fields: { right: 'pause_open' } })
    const { rows } = await agent.call('agent_rights_list', { app })
    expect(rows.map(({ agent_name, pause_open }) => [agent_name, pause_open])).toEqual([
      ['agent', false],
      ['agent below', false],
    ])
    await give(developer, agentId, { pause_open: true })
    expect(await control()).toMatchObject({ code: 200 })
  })

  it("can't be given by an agent to itself or to an agent above", async () => {
    for (const to of [agentId, belowId])
      expect(await give(below, to, { unbind: true })).toMatchObject({ code: 404 })
    expect(await give(agent, agentId, { rebind: true })).toMatchObject({ code: 404 })
  })

  it("keep an agent's customers out of sight of the agents below", async () => {
    const id = await device(belowId)
    expect(await agent.try('device_get', { id })).toMatchObject({ code: 404 })
    expect(await agent.call('device_control', { ids: [id], pause_open: true })).toMatchObject({ done: 0 })
  })
})

describe('who sets rights', () => {
  it('developers set them in their applications, for agents that work for them', async () => {
    expect(await give(other, agentId, ALL_RIGHTS)).toMatchObject({ code: 404 })
    const foreign = await application(other)
    expect(await give(other, agentId, ALL_RIGHTS, foreign)).toMatchObject({ code: 404 })
    expect(await give(developer, agentId, ALL_RIGHTS, foreign)).toMatchObject({ code: 404 })
    expect(await give(agent, belowId, NO_RIGHTS, foreign)).toMatchObject({ code: 404 })
    expect((await other.call('agent_rights_list', {})).rows).toEqual([])
  })

  it("the owner sets them for every agent, which works for the application's developer from then on", async () => {
    const foreign = await application(other)
    const owner = await server.owner()
    expect(await give(owner, agentId, { unbind: true }, foreign)).toMatchObject({ code: 200 })
    expect((await other.call('agent_list', {})).rows.map(({ name }) => name)).toEqual(['agent'])
    expect((await other.call('agent_rights_list', {})).rows).toEqual([
      { agent: agentId, agent_name: 'agent', app: foreign, app_name: 'Gold', ...NO_RIGHTS, unbind: true },
    ])
    expect(await give(other, agentId, { rebind: true }, foreign)).toMatchObject({ code: 200 })
  })

  it('rights survive a restart', async () => {
    await give(developer, agentId, { ...NO_RIGHTS, pause_open: true })
    await give(agent, belowId, { ...NO_RIGHTS, pause_open: true })
    const [mine, belows] = [await device(agentId), await device(belowId)]
    await server.close()
    await server.open()
    for (const [name, id] of [
      ['agent', mine],
      ['agent below', belows],
    ] as const) {
      const client = await signIn(server, name)
      expect(await client.try('device_control', { ids: [id], pause_open: true })).toMatchObject({ code: 200 })
      expect(await client.try('device_control', { ids: [id], pause_add: true })).toMatchObject({ code: 403 })
    }
    developer = await signIn(server, 'developer')
  })
})

/** A request of one of the agent's customers. @returns its number */
async function ask(kind: 'unbind' | 'rebind'): Promise<number> {
  const product = String(app)
  if (kind === 'rebind') {
    await device(agentId)
    const old = `${accounts}@Broker`
    const asked = { old_key: old, new_key: `9${accounts}@Broker`, product, contact: 'x', reason: 'x' }
    await visit(server, 'request_device_rebind', asked)
  } else {
    const { kamis } = await developer.call('code_generate', {
      app,
      type: 'permanent',
      count: 1,
      agent: agentId,
    })
    const kami = kamis[0]!
    await server.api('kmlogon', app, { kami, markcode: 'machine' })
    await visit(server, 'unbind_km', { card: kami, contact: 'x', reason: 'x' })
  }
  const { rows } = await agent.call('auth_request_list', { filter: { state: 'pending', kind } })
  return rows[0]!.id
}
