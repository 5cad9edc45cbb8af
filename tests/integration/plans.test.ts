import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { DECLARED_ACTIONS, type ActionInput } from '../../src-server/contract/actions/index.ts'
import { PERMANENT_VIP } from '../../src-server/contract/limits.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { signIn } from './operators.ts'

const DAY = 86_400
const PASSWORD = 'long enough a password'
let server: TestServer
let owner: ConsoleClient
let made = 0

beforeAll(async () => {
  server = await TestServer.start()
  owner = await server.owner()
})
afterAll(() => server.end())

/** A signed-in developer with a plan of their own. */
async function developerOn(limits: Omit<ActionInput<'plan_create'>, 'name'>) {
  const number = ++made
  const plan = await owner.call('plan_create', { name: `plan ${number}`, ...limits })
  const name = `planned ${number}`
  const { developer } = await owner.call('developer_create', { name, password: PASSWORD, plan: plan.id })
  return { id: developer.id, name, plan, client: await signIn(server, name, PASSWORD) }
}

/** @param trialSeconds trials up to 31 days don't count against the plan */
async function appOf(client: ConsoleClient, trialSeconds = 60 * DAY): Promise<number> {
  const { app } = await client.call('app_create', { name: 'A' })
  await client.call('app_update', {
    app,
    sign: false,
    window: 0,
    mt5: { enabled: true, auto_trial: true, trial_seconds: trialSeconds },
  })
  return app
}

const times = <T>(n: number, make: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => make(i)))

const codesOf = (replies: readonly { code: number }[]) => ({
  done: replies.filter(({ code }) => code === 200).length,
  refused: replies.filter(({ code }) => code === 403).length,
})

describe('a limit holds exactly in simultaneous calls', () => {
  it('for applications', async () => {
    const { client } = await developerOn({ max_applications: 3 })
    const replies = await times(20, (i) => client.try('app_create', { name: `App ${i}` }))
    expect(codesOf(replies)).toEqual({ done: 3, refused: 17 })
    expect(replies.find(({ code }) => code === 403)).toMatchObject({ fields: { plan: 'applications' } })
    expect(await client.call('app_list', {})).toMatchObject({ total: 3 })
    expect((await client.call('plan_usage', {})).usage.applications).toEqual({ used: 3, limit: 3 })
  })

  it('for trading accounts that free mode makes, through each call', async () => {
    const { client } = await developerOn({ max_devices: 3 })
    const app = await appOf(client)
    await client.call('app_update', { app, free_mode: true })
    const calls = ['kmlogon', 'mt5logon', 'mt5pulse'] as const
    await times(24, (i) =>
      server.api(calls[i % 3]!, app, { kami: 'any', markcode: `${7000 + i}@Free`, equity: '1' }),
    )
    expect(await client.call('device_list', { filter: { app } })).toMatchObject({ total: 3 })
    expect((await client.call('plan_usage', {})).usage.devices).toEqual({ used: 3, limit: 3 })
  })

  it('for codes, in any batches', async () => {
    const { client } = await developerOn({ max_codes: 50 })
    const app = await appOf(client)
    const replies = await times(20, () => client.try('code_generate', { app, type: 'permanent', count: 7 }))
    expect(codesOf(replies)).toEqual({ done: 7, refused: 13 })
    expect(await client.call('code_list', {})).toMatchObject({ total: 49 })
    expect(await client.try('code_generate', { app, type: 'permanent', count: 1 })).toMatchObject({
      code: 200,
    })
    expect(await client.try('code_generate', { app, type: 'permanent', count: 1 })).toMatchObject({
      code: 403,
      fields: { plan: 'codes' },
    })
  })

  it('for trading accounts from the console and from trials', async () => {
    const { client } = await developerOn({ max_devices: 4 })
    const app = await appOf(client)
    const [created, trials] = await Promise.all([
      times(10, (i) => client.try('device_create', { app, account_key: `${100 + i}@A`, vip: PERMANENT_VIP })),
      times(10, (i) => server.api('mt5logon', app, { account_key: `${200 + i}@A` })),
    ])
    const done = [...created, ...trials].filter(({ code }) => code === 200)
    expect(done).toHaveLength(4)
    expect(trials.filter(({ code }) => code === 404).length).toBe(
      10 - trials.filter(({ code }) => code === 200).length,
    )
    expect(await client.call('device_list', {})).toMatchObject({ total: 4 })
  })
})

describe('a full plan', () => {
  it('never refuses what a customer paid for: it counts, and shows the excess', async () => {
    const { client, id } = await developerOn({ max_devices: 1 })
    const app = await appOf(client)
    const { kamis } = await client.call('code_generate', { app, type: 'permanent', count: 2 })
    for (const [i, kami] of kamis.entries()) {
      expect(await server.api('kmlogon', app, { kami, markcode: `${i + 1}@A` })).toMatchObject({ code: 200 })
    }
    expect(await server.api('mt5logon', app, { account_key: '2@A' })).toMatchObject({ code: 200 })
    expect(await server.api('mt5logon', app, { account_key: '3@A' })).toMatchObject({ code: 404 })
    expect((await owner.call('developer_get', { id })).usage.devices).toEqual({ used: 2, limit: 1 })
  })

  it('is not filled by strangers who begin trials, and counts a trial that became a licence', async () => {
    const { client, id } = await developerOn({ max_devices: 2 })
    const app = await appOf(client, 31 * DAY)
    for (let account = 1; account <= 8; account++)
      expect(await server.api('mt5logon', app, { account_key: `${account}@A` })).toMatchObject({ code: 200 })
    expect((await owner.call('developer_get', { id })).usage.devices).toEqual({ used: 0, limit: 2 })
    const create = (key: string) => client.try('device_create', { app, account_key: key, vip: PERMANENT_VIP })
    expect(await create('100@A')).toMatchObject({ code: 200 })
    const { kamis } = await client.call('code_generate', { app, type: 'permanent', count: 1 })
    await server.api('kmlogon', app, { kami: kamis[0]!, markcode: '1@A' })
    expect((await owner.call('developer_get', { id })).usage.devices).toEqual({ used: 2, limit: 2 })
    expect(await create('101@A')).toMatchObject({ code: 403, fields: { plan: 'devices' } })
    expect(await server.api('mt5logon', app, { account_key: '9@A' })).toMatchObject({ code: 200 })
  })

  it('keeps a trial account running', async () => {
    const { client } = await developerOn({ max_devices: 1 })
    const app = await appOf(client)
    const first = await server.api('mt5logon', app, { account_key: '1@A' })
    expect(first).toMatchObject({ code: 200, license: 'TRIAL' })
    expect(await server.api('mt5logon', app, { account_key: '2@A' })).toMatchObject({ code: 404 })
    expect(await server.api('mt5logon', app, { account_key: '1@A' })).toMatchObject({ code: 200 })
  })

  it('has room for a trial again when an account or an application is deleted, whatever made it', async () => {
    const { client } = await developerOn({ max_devices: 3 })
    const [app, other] = [await appOf(client), await appOf(client)]
    const trial = (account: number) => server.api('mt5logon', app, { account_key: `${account}@A` })
    const { id } = await client.call('device_create', { app, account_key: '1@A', vip: PERMANENT_VIP })
    const { kamis } = await client.call('code_generate', { app: other, type: 'permanent', count: 1 })
    await server.api('kmlogon', other, { kami: kamis[0]!, markcode: '2@A' })
    expect(await trial(3)).toMatchObject({ code: 200 })
    expect(await trial(4)).toMatchObject({ code: 404 })
    await client.call('device_delete', { ids: [id] })
    expect(await trial(4)).toMatchObject({ code: 200 })
    expect(await trial(5)).toMatchObject({ code: 404 })
    await server.close()
    await server.open()
    const again = await signIn(server, `planned ${made}`, PASSWORD)
    owner = await server.owner()
    expect(await trial(5)).toMatchObject({ code: 404 })
    await again.call('app_delete', { app: other })
    expect(await trial(5)).toMatchObject({ code: 200 })
    expect(await trial(6)).toMatchObject({ code: 404 })
  })

  it('counts no accounts for strangers who ask for a trial', async () => {
    const { client } = await developerOn({ max_devices: 1 })
    const app = await appOf(client)
    expect(await server.api('mt5logon', app, { account_key: '1@A' })).toMatchObject({ code: 200 })
    const { store } = server
    const read = store.read.bind(store)
    let counted = 0
    const spy = vi.spyOn(store, 'read').mockImplementation((work) =>
      read((unit) =>
        work({
          ...unit,
          plans: {
            ...unit.plans,
            used: (...of) => {
              counted++
              return unit.plans.used(...of)
            },
          },
        }),
      ),
    )
    expect(await server.api('mt5logon', app, { account_key: '2@A' })).toMatchObject({ code: 404 })
    expect(counted).toBe(0)
    await client.call('plan_usage', {})
    expect(counted).toBeGreaterThan(0)
    spy.mockRestore()
  })

  it("applies to the developer's applications whoever acts in them, and has room with new limits", async () => {
    const { client, plan } = await developerOn({ max_codes: 1 })
    const app = await appOf(client)
    const order = { app, type: 'permanent', count: 1 } as const
    await owner.call('code_generate', order)
    expect(await owner.try('code_generate', order)).toMatchObject({ code: 403, fields: { plan: 'codes' } })
    await owner.call('plan_update', { id: plan.id, max_codes: 2 })
    expect(await client.try('code_generate', order)).toMatchObject({ code: 200 })
    await owner.call('plan_update', { id: plan.id, max_codes: null })
    expect(await client.try('code_generate', { ...order, count: 300 })).toMatchObject({ code: 200 })
  })

  it('counts nothing of another developer', async () => {
    const limits = { max_applications: 1, max_codes: 1 }
    const [a, b] = [await developerOn(limits), await developerOn(limits)]
    for (const { client } of [a, b]) {
      const app = await appOf(client)
      expect(await client.try('code_generate', { app, type: 'permanent', count: 1 })).toMatchObject({
        code: 200,
      })
    }
  })
})

describe('an ended plan', () => {
  it('makes nothing new in the console, and everything else and the client API go on', async () => {
    const { client, id, name } = await developerOn({ valid_days: 30 })
    const app = await appOf(client)
    const { kamis } = await client.call('code_generate', { app, type: 'permanent', count: 1 })
    const end = (await owner.call('developer_get', { id })).plan_ends_at!
    expect(end).toBe(server.clock.now() + 30 * DAY)
    server.clock.pass(30 * DAY - 1)
    const later = await signIn(server, name, PASSWORD)
    expect(await later.try('code_generate', { app, type: 'permanent', count: 1 })).toMatchObject({
      code: 200,
    })
    server.clock.pass(1)
    expect(await later.call('plan_usage', {})).toMatchObject({ ended: true, plan_ends_at: end })
    const inputs = [
      ['app_create', { name: 'B' }],
      ['code_generate', { app, type: 'permanent', count: 1 }],
      ['code_import', { app, rows: [{ kami: 'X', type: 'permanent' }] }],
      ['device_create', { app, account_key: '1@A', vip: PERMANENT_VIP }],
      ['account_create', { app, user: 'somebody', password: 'secret-1', qq: '1' }],
      ['staff_create', { name: 'too late' }],
    ] as const
    for (const [action, input] of inputs)
      expect(await later.try(action, input)).toMatchObject({ code: 403, fields: { plan: 'ended' } })
    expect(await later.try('app_update', { app, version: '2' })).toMatchObject({ code: 200 })
    expect(await later.try('code_list', {})).toMatchObject({ code: 200, msg: { total: 2 } })
    expect(await server.api('kmlogon', app, { kami: kamis[0]!, markcode: '1@A' })).toMatchObject({
      code: 200,
    })
    expect(await server.api('mt5logon', app, { account_key: '9@A' })).toMatchObject({ code: 200 })
    owner = await signIn(server, 'owner', 'correct horse battery')
    await owner.call('developer_update', { id, plan_ends_at: server.clock.now() + 1 })
    expect(await later.try('app_create', { name: 'B' })).toMatchObject({ code: 200 })
  })

  it('is the reason in every action that makes something new for a developer', () => {
    const verbs = /_(?:create|copy|generate|import|restore)$/
    const unsaid = DECLARED_ACTIONS.filter(
      ({ name, roles, creates }) => verbs.test(name) && roles.includes('developer') && creates !== true,
    )
    expect(unsaid.map(({ name }) => name)).toEqual([])
  })
})

describe('plans', () => {
  it('are made, changed, listed with their number of developers, and deleted when unused', async () => {
    const { plan, id } = await developerOn({ max_codes: 10, valid_days: 30, note: 'cheap' })
    expect(plan).toEqual({
      id: plan.id,
      name: plan.name,
      max_applications: null,
      max_codes: 10,
      max_devices: null,
      max_agents: null,
      valid_days: 30,
      note: 'cheap',
      developers: 0,
      created_at: server.clock.now(),
    })
    const changed = await owner.call('plan_update', { id: plan.id, name: `${plan.name} plus` })
    expect(changed).toEqual({ ...plan, name: `${plan.name} plus`, developers: 1 })
    expect((await owner.call('plan_list', { search: 'plus' })).rows).toEqual([changed])
    expect(await owner.try('plan_delete', { id: plan.id })).toMatchObject({ code: 409 })
    await owner.call('developer_update', { id, plan: null })
    expect(await owner.call('developer_get', { id })).toMatchObject({ plan: null, plan_ends_at: null })
    await owner.call('plan_delete', { id: plan.id })
    expect(await owner.try('plan_delete', { id: plan.id })).toMatchObject({ code: 404 })
  })

  it("can't take a used name (409), and an unknown plan answers 422 with the field", async () => {
    const { plan, id } = await developerOn({})
    expect(await owner.try('plan_create', { name: plan.name })).toMatchObject({
      code: 409,
      fields: { name: 'taken' },
    })
    expect(await owner.try('developer_update', { id, plan: 999_999 })).toMatchObject({
      code: 422,
      fields: { plan: 'unknown' },
    })
  })

  it("don't restart when a developer gets the same plan again, but do for another plan", async () => {
    const { id, plan } = await developerOn({ valid_days: 10 })
    const end = (await owner.call('developer_get', { id })).plan_ends_at!
    server.clock.pass(100)
    expect(await owner.call('developer_update', { id, plan: plan.id })).toMatchObject({ plan_ends_at: end })
    const other = await owner.call('plan_create', { name: 'another', valid_days: 1 })
    expect(await owner.call('developer_update', { id, plan: other.id })).toMatchObject({
      plan_name: 'another',
      plan_ends_at: server.clock.now() + DAY,
    })
  })
})
