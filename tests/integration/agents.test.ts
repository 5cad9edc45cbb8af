import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { addOperator, newStaff, PASSWORD, signIn } from './operators.ts'
import { withoutLooks } from './without-looks.ts'

let server: TestServer
let owner: ConsoleClient
let count = 0

beforeAll(async () => {
  server = await TestServer.start()
  owner = await server.owner()
})
afterAll(() => server.end())

async function newDeveloper(): Promise<{ id: number; client: ConsoleClient }> {
  const name = `developer ${++count}`
  const id = await addOperator(server, name, 'developer')
  return { id, client: await signIn(server, name) }
}
/** A signed-in agent that works for its maker. */
async function newAgent(by: ConsoleClient): Promise<{ id: number; name: string; client: ConsoleClient }> {
  const name = `agent ${++count}`
  const { agent } = await by.call('agent_create', { name, password: PASSWORD })
  return { id: agent.id, name, client: await signIn(server, name) }
}
const namesSeenBy = async (client: ConsoleClient) =>
  (await client.call('agent_list', { sort: 'id', desc: false, size: 500 })).rows.map(({ name }) => name)

describe("a developer's agents", () => {
  it('are made by the developer, by invitation or with a password, and only the developer sees them', async () => {
    const [one, another] = [await newDeveloper(), await newDeveloper()]
    const { agent, invitation } = await one.client.call('agent_create', { name: 'Zhou', note: 'south' })
    expect(agent).toEqual({
      id: agent.id,
      name: 'Zhou',
      state: 'invited',
      parent: null,
      level: 1,
      own: true,
      email: '',
      qq: '',
      note: 'south',
    })
    const session = await one.client.try('invitation_accept', {
      token: invitation!.token,
      password: PASSWORD,
    })
    expect(session).toMatchObject({ code: 200, msg: { session: { role: 'agent', name: 'Zhou' } } })
    expect(await namesSeenBy(one.client)).toEqual(['Zhou'])
    expect(await namesSeenBy(another.client)).toEqual([])
    expect(await namesSeenBy(owner)).toContain('Zhou')
  })

  it('are renamed by the developer who made them, whoever else they work for', async () => {
    const [one, another] = [await newDeveloper(), await newDeveloper()]
    const { id } = await newAgent(one.client)
    expect(await one.client.call('agent_update', { id, note: 'pays on Fridays' })).toMatchObject({
      note: 'pays on Fridays',
    })
    expect(await another.client.try('agent_update', { id, name: 'Taken' })).toMatchObject({ code: 404 })
    const { app } = await another.client.call('app_create', { name: 'Silver' })
    await owner.call('agent_rights_set', { agent: id, app, unbind: true })
    expect(await another.client.try('agent_update', { id, name: 'Taken' })).toMatchObject({ code: 404 })
    expect((await another.client.call('agent_list', {})).rows).toMatchObject([{ id, own: false, note: '' }])
    const [seen] = (await one.client.call('agent_list', {})).rows
    expect(seen).toMatchObject({ id, own: true, note: 'pays on Fridays' })
    expect(await one.client.call('agent_update', { id, note: 'mine' })).toMatchObject({ note: 'mine' })
    expect(await owner.call('agent_update', { id, note: 'both' })).toMatchObject({ note: 'both' })
  })

  it('are made by staff with the permission, and the developer gets a notice', async () => {
    const { client } = await newDeveloper()
    const seller = await newStaff(server, client, ['sales', 'sales.manage'])
    const clerk = await newStaff(server, client, ['sales'])
    const name = `agent ${++count}`
    expect(await clerk.client.try('agent_create', { name })).toMatchObject({ code: 403 })
    const made = await seller.client.call('agent_create', { name })
    expect(await namesSeenBy(clerk.client)).toEqual([name])
    const { rows } = await client.call('audit_list', { filter: { action: 'agent_create' } })
    expect(rows).toMatchObject([{ person_name: seller.name, subject_id: String(made.agent.id) }])
  })

  it('count in the plan, and an unused invitation can be withdrawn', async () => {
    const { id, client } = await newDeveloper()
    const plan = await owner.call('plan_create', { name: `two agents ${++count}`, max_agents: 2 })
    await owner.call('developer_update', { id, plan: plan.id })
    const codes = await newAgent(owner)
    const { app } = await client.call('app_create', { name: 'Gold' })
    await owner.call('code_generate', { app, type: 'permanent', count: 1, agent: codes.id })
    const { agent } = await client.call('agent_create', { name: `agent ${++count}` })
    expect((await client.call('plan_usage', {})).usage.agents).toEqual({ used: 2, limit: 2 })
    expect(await client.try('agent_create', { name: 'one too many' })).toMatchObject({
      code: 403,
      fields: { plan: 'agents' },
    })
    expect((await owner.call('agent_list', { search: 'one too many' })).rows).toEqual([])
    // An agent that counts already can get more.
    expect(await client.try('agent_rights_set', { agent: codes.id, app, unbind: true })).toMatchObject({
      code: 200,
    })
    expect(await client.call('agent_list', {})).toMatchObject({ total: 2 })
    expect(agent.state).toBe('invited')
  })
})

describe('agents below an agent', () => {
  it('are made down to the third level, and every agent above sees them', async () => {
    const { client } = await newDeveloper()
    const first = await newAgent(client)
    const second = await newAgent(first.client)
    const third = await newAgent(second.client)
    expect(await third.client.try('agent_create', { name: 'a fourth' })).toMatchObject({
      code: 403,
      fields: { level: expect.any(String) as string },
    })
    expect(await namesSeenBy(first.client)).toEqual([second.name, third.name])
    expect(await namesSeenBy(second.client)).toEqual([third.name])
    expect(await namesSeenBy(third.client)).toEqual([])
    const { rows } = await client.call('agent_list', { sort: 'id', desc: false })
    expect(rows.map(({ id, parent, level, own }) => ({ id, parent, level, own }))).toEqual([
      { id: first.id, parent: null, level: 1, own: true },
      { id: second.id, parent: first.id, level: 2, own: false },
      { id: third.id, parent: second.id, level: 3, own: false },
    ])
  })

  it('are managed by the agent right above and by nobody else', async () => {
    const { client } = await newDeveloper()
    const [first, stranger] = [await newAgent(client), await newAgent(client)]
    const second = await newAgent(first.client)
    const third = await newAgent(second.client)
    expect(await first.client.call('agent_update', { id: second.id, note: 'east' })).toMatchObject({
      note: 'east',
    })
    for (const [by, id] of [
      [first, third.id],
      [stranger, second.id],
      [second, first.id],
      [second, second.id],
    ] as const)
      expect(await by.client.try('agent_update', { id, note: 'x' })).toMatchObject({ code: 404 })
  })
})

describe('a banned agent', () => {
  it('is signed out at once, loses its live stream, and its codes are refused', async () => {
    const { client } = await newDeveloper()
    const { app } = await client.call('app_create', { name: 'Gold' })
    await client.call('app_update', { app, sign: false, window: 0 })
    const agent = await newAgent(client)
    const { kamis } = await client.call('code_generate', {
      app,
      type: 'permanent',
      count: 1,
      agent: agent.id,
    })
    const { url, cookie } = agent.client
    const stream = await withoutLooks(() => fetch(`${url}/ajax.php?act=live`, { headers: { cookie } }))
    const whole = stream.text()
    await owner.call('agent_ban', { id: agent.id, reason: 'fraud' })
    await whole
    expect(await agent.client.try('agent_list', {})).toMatchObject({ code: 401 })
    expect(await server.api('kmlogon', app, { kami: kamis[0]!, markcode: 'PC' })).toMatchObject({ code: 151 })
    expect(await client.try('agent_ban', { id: agent.id, reason: 'x' })).toMatchObject({ code: 403 })
  })
})
