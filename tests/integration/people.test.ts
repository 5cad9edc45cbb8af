import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { signIn } from './operators.ts'

const PASSWORD = 'long enough a password'
let server: TestServer
let owner: ConsoleClient
let made = 0

beforeAll(async () => {
  server = await TestServer.start()
  owner = await server.owner()
})
afterAll(() => server.end())

async function developer() {
  const name = `developer ${++made}`
  const { developer } = await owner.call('developer_create', { name, password: PASSWORD })
  return { id: developer.id, name, client: await signIn(server, name, PASSWORD) }
}

async function openApp(client: ConsoleClient): Promise<number> {
  const { app } = await client.call('app_create', { name: 'Theirs' })
  await client.call('app_update', { app, sign: false, window: 0 })
  await client.call('app_api_set', { app, api: 'logongetapp', on: true })
  return app
}

const audited = async (action: string, subject: number) => {
  const { rows } = await server.store.read((unit) =>
    unit.audit.list(
      { role: 'owner', operatorId: 1, personId: 1 },
      { action, subjectId: String(subject) },
      { offset: 0, limit: 10, sort: 'id', desc: true },
    ),
  )
  return rows
}

describe('developers', () => {
  it('are made with their fields and found by them', async () => {
    const plan = await owner.call('plan_create', { name: 'Starter' })
    const { developer, invitation } = await owner.call('developer_create', {
      name: 'Zhang Wei',
      email: 'zhang@example.com',
      note: 'met in Shenzhen',
      plan: plan.id,
    })
    expect(developer).toEqual({
      id: developer.id,
      name: 'Zhang Wei',
      email: 'zhang@example.com',
      qq: '',
      note: 'met in Shenzhen',
      state: 'invited',
      reason: '',
      invitation: {
        id: developer.invitation!.id,
        kind: 'invite',
        created_by: 'owner',
        created_at: server.clock.now(),
        expires_at: invitation!.expires_at,
      },
      totp: false,
      last_sign_in_at: null,
      created_at: server.clock.now(),
      plan: plan.id,
      plan_name: 'Starter',
      plan_ends_at: null,
      applications: 0,
    })
    for (const search of ['zhang', 'EXAMPLE.com', 'shenzhen'])
      expect((await owner.call('developer_list', { search })).rows).toEqual([developer])
    expect((await owner.call('developer_list', { filter: { plan: plan.id } })).total).toBe(1)
    expect((await owner.call('developer_list', { filter: { state: 'invited' } })).total).toBe(1)
  })

  it("can't take a used name (409) or a wrong address (422)", async () => {
    const { name } = await developer()
    for (const taken of [name, 'owner'])
      expect(await owner.try('developer_create', { name: taken })).toMatchObject({
        code: 409,
        fields: { name: 'taken' },
      })
    expect(await owner.try('developer_create', { name: 'x', email: 'no address' })).toMatchObject({
      code: 422,
      fields: { email: expect.any(String) as string },
    })
  })

  it('are listed page by page, none lost or doubled while others come', async () => {
    const before = (await owner.call('developer_list', {})).total
    const seen: number[] = []
    let after: string | undefined
    for (let page = 0; page < 50; page++) {
      const { rows, next } = await owner.call('developer_list', { size: 2, ...(after && { after }) })
      seen.push(...rows.map(({ id }) => id))
      await owner.call('developer_create', { name: `meanwhile ${page}` })
      if (next === null || next === undefined) break
      after = next
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(before)
  })

  it('a change names the person, and is in the audit log with before and after', async () => {
    const { id, name } = await developer()
    await owner.call('developer_update', { id, name: `${name} B`, note: 'x' })
    const [row] = await audited('developer_update', id)
    expect(JSON.parse(row!.before)).toEqual({ name, note: '' })
    expect(JSON.parse(row!.after)).toEqual({ name: `${name} B`, note: 'x' })
    await signIn(server, `${name} B`, PASSWORD)
  })
})

describe('a frozen developer', () => {
  it('is signed out at once with the staff, the applications still answer, and the developer signs in again when unfrozen', async () => {
    const { id, name, client } = await developer()
    const app = await openApp(client)
    const role = await client.call('role_create', { name: 'Seller', permissions: ['codes'] })
    await client.call('staff_create', { name: `${name} staff`, role: role.id, password: PASSWORD })
    const staff = await signIn(server, `${name} staff`, PASSWORD)
    expect(await owner.call('developer_freeze', { id, reason: 'unpaid' })).toMatchObject({
      state: 'frozen',
      reason: 'unpaid',
    })
    expect(await client.try('me', {})).toMatchObject({ code: 401 })
    expect(await staff.try('me', {})).toMatchObject({ code: 401 })
    await expect(signIn(server, name, PASSWORD)).rejects.toThrow('401')
    await expect(signIn(server, `${name} staff`, PASSWORD)).rejects.toThrow('401')
    expect(await server.api('ini', app)).toMatchObject({ code: 200 })
    expect(await server.api('logongetapp', app, { user: name, pass: PASSWORD })).not.toMatchObject({
      code: 200,
    })
    expect(await owner.call('developer_unfreeze', { id })).toMatchObject({ state: 'active', reason: '' })
    await signIn(server, name, PASSWORD)
    expect(await server.api('logongetapp', app, { user: name, pass: PASSWORD })).toMatchObject({ code: 200 })
    expect((await audited('developer_freeze', id))[0]).toMatchObject({ personName: 'owner' })
  })
})

describe('a banned developer', () => {
  it('needs a reason, and the applications go on unless they are closed too', async () => {
    const { id, client } = await developer()
    const app = await openApp(client)
    expect(await owner.try('developer_ban', { id, reason: ' ' })).toMatchObject({
      code: 422,
      fields: { reason: expect.any(String) as string },
    })
    expect(await owner.call('developer_ban', { id, reason: 'fraud' })).toMatchObject({ closed: 0 })
    expect(await client.try('me', {})).toMatchObject({ code: 401 })
    expect(await server.api('ini', app)).toMatchObject({ code: 200 })
  })

  it('has the open applications closed if asked, and exactly those open again when the ban ends', async () => {
    const { id, name, client } = await developer()
    const open = await openApp(client)
    const closed = await openApp(client)
    await client.call('app_update', { app: closed, state: 'n' })
    expect(await owner.call('developer_ban', { id, reason: 'fraud', close_apps: true })).toMatchObject({
      developer: { state: 'banned' },
      closed: 1,
    })
    expect(await server.api('ini', open)).toMatchObject({ code: 102 })
    expect((await audited('app_update', open))[0]).toMatchObject({ after: '{"state":"n"}', ownerId: id })
    expect(await owner.call('developer_unban', { id })).toMatchObject({
      developer: { state: 'active', reason: '' },
      opened: 1,
    })
    expect(await server.api('ini', open)).toMatchObject({ code: 200 })
    expect(await server.api('ini', closed)).toMatchObject({ code: 102 })
    await signIn(server, name, PASSWORD)
  })

  it("an agent's codes refuse at once, and log in again when the ban ends", async () => {
    const app = await server.application()
    const { agent } = await owner.call('agent_create', { name: 'Li', password: PASSWORD })
    const client = await signIn(server, 'Li', PASSWORD)
    const kami = await server.code({ app, type: 'permanent', agent: agent.id })
    const logIn = () => server.api('kmlogon', app, { kami, markcode: 'PC' })
    expect(await logIn()).toMatchObject({ code: 200 })
    expect(await owner.call('agent_ban', { id: agent.id, reason: 'stole' })).toMatchObject({
      id: agent.id,
      name: 'Li',
      state: 'banned',
    })
    expect(await logIn()).toMatchObject({ code: 151 })
    expect(await client.try('me', {})).toMatchObject({ code: 401 })
    await owner.call('agent_unban', { id: agent.id })
    expect(await logIn()).toMatchObject({ code: 200 })
  })
})

describe('agent_list', () => {
  it("the owner sees all agents, a developer those to whom the owner attributed the developer's codes and accounts", async () => {
    const { client } = await developer()
    const app = await openApp(client)
    const ids: number[] = []
    for (const name of ['by code', 'by account', 'of nobody'])
      ids.push((await owner.call('agent_create', { name })).agent.id)
    const [byCode, byAccount] = ids as [number, number, number]
    await owner.call('code_generate', { app, type: 'permanent', count: 1, agent: byCode })
    await owner.call('device_create', { app, account_key: '1@A', vip: 1, agent: byAccount })
    const names = (await client.call('agent_list', { sort: 'name' })).rows.map(({ name }) => name)
    expect(names).toEqual(['by account', 'by code'])
    expect((await client.call('plan_usage', {})).usage.agents).toEqual({ used: 2, limit: null })
    const all = await owner.call('agent_list', { size: 500 })
    for (const id of ids) expect(all.rows.map((row) => row.id)).toContain(id)
    const stranger = await developer()
    expect(await stranger.client.call('agent_list', {})).toMatchObject({ total: 0 })
  })
})

describe('the owner account', () => {
  it("can't be frozen, banned or reset, and agents don't count as developers", async () => {
    const { agent } = await owner.call('agent_create', { name: 'an agent' })
    for (const id of [1, agent.id, 999_999]) {
      for (const [action, input] of [
        ['developer_get', { id }],
        ['developer_freeze', { id }],
        ['developer_ban', { id, reason: 'x' }],
        ['developer_password_reset', { id }],
      ] as const)
        expect(await owner.try(action, input)).toMatchObject({ code: 404 })
    }
    expect(await owner.try('me', {})).toMatchObject({ code: 200 })
  })
})
