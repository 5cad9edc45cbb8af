import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RUNTIME_APIS, type Capability } from '../../src-server/contract/records/capability.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { addOperator, newStaff, signIn } from './operators.ts'

const KEY_GIVERS = ['getrc4', 'automaticsample', 'logongetapp', 'openrc42'] as const
let server: TestServer
let owner: ConsoleClient
let developer: ConsoleClient

beforeAll(async () => {
  server = await TestServer.start()
  await addOperator(server, 'vendor', 'developer')
  await signInAgain()
})
afterAll(() => server.end())

async function signInAgain(): Promise<void> {
  owner = await server.owner()
  developer = await signIn(server, 'vendor')
}

async function restart(): Promise<void> {
  await server.close()
  await server.open()
  await signInAgain()
}

async function capability(app: number, api: Capability, as = owner) {
  const { rows } = await as.call('app_capability_list', { app })
  return rows.find((row) => row.api === api)!
}

/** An application of the developer that answers unsigned calls. */
async function developersApp(): Promise<number> {
  const { app } = await developer.call('app_create', { name: 'Theirs' })
  await developer.call('app_update', { app, sign: false, window: 0 })
  return app
}

/** A call by GET, which every endpoint takes. */
async function get(api: Capability, app: number): Promise<number> {
  const response = await fetch(`${server.running.publicUrl}/api.php?api=${api}&app=${app}`)
  return ((await response.json()) as { code: number }).code
}

describe('app_capability_list', () => {
  it('has one row for each endpoint: a new application has all, but those that hand out keys are off', async () => {
    const app = await server.application()
    const { rows } = await server.act('app_capability_list', { app })
    expect(rows.map(({ api }) => api)).toEqual(RUNTIME_APIS.filter((api) => api !== 'mt5login'))
    for (const row of rows) {
      const handsOut = (KEY_GIVERS as readonly string[]).includes(row.api)
      expect(row).toMatchObject({
        state: 'open',
        hands_out_keys: handsOut,
        granted: true,
        expires: null,
        price_text: '',
        own_price_text: '',
        on: !handsOut,
        sign: null,
      })
    }
  })

  it('tells each caller which of the two fields they may set', async () => {
    const theirs = await developersApp()
    const own = await server.application()
    const may = async (as: ConsoleClient, app: number) => {
      const { may_grant, may_switch } = await as.call('app_capability_list', { app })
      return { may_grant, may_switch }
    }
    expect(await may(owner, own)).toEqual({ may_grant: true, may_switch: true })
    expect(await may(owner, theirs)).toEqual({ may_grant: true, may_switch: false })
    expect(await may(developer, theirs)).toEqual({ may_grant: false, may_switch: true })
    const looking = await newStaff(server, developer, ['applications'])
    expect(await may(looking.client, theirs)).toEqual({ may_grant: false, may_switch: false })
    const editing = await newStaff(server, developer, ['applications', 'applications.edit'])
    expect(await may(editing.client, theirs)).toEqual({ may_grant: false, may_switch: true })
    const selling = await newStaff(server, owner, ['applications', 'platform'])
    expect(await may(selling.client, own)).toEqual({ may_grant: true, may_switch: false })
  })
})

describe("app_capability_set, the owner's field", () => {
  it('takes an API away and gives it back from the next call on, for this application alone', async () => {
    const [app, other] = [await server.application(), await server.application()]
    expect(await server.act('app_capability_set', { app, api: 'kmlogon', granted: false })).toMatchObject({
      api: 'kmlogon',
      granted: false,
      on: true,
    })
    expect(await server.api('kmlogon', app)).toMatchObject({ code: 172, msg: '未添加或购买接口' })
    expect(await server.api('kmlogon', other)).toMatchObject({ code: 148 })
    await server.act('app_capability_set', { app, api: 'kmlogon', granted: true })
    expect(await server.api('kmlogon', app)).toMatchObject({ code: 148 })
  })

  it('ends a grant at its time and leaves unnamed members alone', async () => {
    const app = await server.application()
    const expires = server.clock.now() + 100
    await server.act('app_capability_set', { app, api: 'ini', expires })
    server.clock.pass(99)
    expect(await server.api('ini', app)).toMatchObject({ code: 200 })
    server.clock.pass(1)
    expect(await server.api('ini', app)).toMatchObject({ code: 173, msg: '接口已过期' })
    expect(await server.act('app_capability_set', { app, api: 'ini', granted: true })).toMatchObject({
      expires,
    })
    expect(await server.api('ini', app)).toMatchObject({ code: 173 })
    await server.act('app_capability_set', { app, api: 'ini', expires: null })
    expect(await server.api('ini', app)).toMatchObject({ code: 200 })
  })

  it("sets a price for one application over the platform's, which survives a restart and ends with the application", async () => {
    const [app, other] = [await developersApp(), await developersApp()]
    await server.act('capability_set', { api: 'ygg', price_text: '¥ 30' })
    await server.act('app_capability_set', { app, api: 'ygg', price_text: ' ¥ 20 <b> ' })
    await restart()
    expect(await capability(app, 'ygg', developer)).toMatchObject({
      price_text: '¥ 20 <b>',
      own_price_text: '¥ 20 <b>',
    })
    expect(await capability(other, 'ygg', developer)).toMatchObject({
      price_text: '¥ 30',
      own_price_text: '',
    })
    const cleared = await server.act('app_capability_set', { app, api: 'ygg', price_text: '' })
    expect(cleared).toMatchObject({ price_text: '¥ 30', own_price_text: '' })
    await server.act('app_capability_set', { app, api: 'ygg', price_text: 'kept' })
    await server.act('app_delete', { app })
    const kept = await server.store.read((unit) => unit.meta.find(`price:${app}:ygg`))
    expect(kept).toBeUndefined()
    await server.act('capability_set', { api: 'ygg', price_text: '' })
  })

  it.each([
    ['pay', { api: 'pay', granted: true }],
    ['no member', { api: 'ini' }],
    ['the developer’s switch', { api: 'ini', granted: true, on: true }],
    ['the developer’s signature switch', { api: 'ini', sign: false }],
    ['a price of 256 characters', { api: 'ini', price_text: 'x'.repeat(256) }],
  ])('%s: answers 422', async (_, input) => {
    const app = await server.application()
    expect(await owner.try('app_capability_set', { app, ...input })).toMatchObject({ code: 422 })
  })
})

describe("app_api_set, the developer's field", () => {
  it.each(KEY_GIVERS)('%s stays off until the developer switches it on', async (api) => {
    const app = await developersApp()
    expect(await get(api, app)).toBe(172)
    expect(await developer.call('app_api_set', { app, api, on: true })).toMatchObject({
      granted: true,
      on: true,
    })
    expect(await get(api, app)).not.toBe(172)
    await developer.call('app_api_set', { app, api, on: false })
    expect(await get(api, app)).toBe(172)
  })

  it.each<[string, object]>([
    ['a grant', { granted: true }],
    ['an end', { expires: 4_102_243_200 }],
    ['a price', { price_text: '¥ 1' }],
    ['a signature switch', { sign: false }],
  ])('a row for %s switches on nothing that hands out keys', async (_, members) => {
    const app = await server.application()
    const action = 'sign' in members ? 'app_api_set' : 'app_capability_set'
    expect((await owner.try(action, { app, api: 'getrc4', ...members })).code).toBe(200)
    expect(await capability(app, 'getrc4')).toMatchObject({ on: false })
    await restart()
    expect(await capability(app, 'getrc4')).toMatchObject({ on: false })
    expect(await get('getrc4', app)).toBe(172)
  })

  it("an API's own signature switch overrides the application's, either way", async () => {
    const app = await server.application()
    await server.act('app_api_set', { app, api: 'kmlogon', sign: true })
    expect(await server.api('kmlogon', app)).toMatchObject({ code: 104 })
    expect(await server.api('userlogon', app)).toMatchObject({ code: 110 })
    await server.act('app_update', { app, sign: true })
    await server.act('app_api_set', { app, api: 'kmlogon', sign: false })
    expect(await server.api('kmlogon', app)).toMatchObject({ code: 148 })
    expect(await server.api('userlogon', app)).toMatchObject({ code: 104 })
    await server.act('app_api_set', { app, api: 'kmlogon', sign: null })
    expect(await server.api('kmlogon', app)).toMatchObject({ code: 104 })
  })

  it.each([
    ['pay', { api: 'pay', on: true }],
    ['no member', { api: 'ini' }],
    ['an unknown member', { api: 'ini', on: true, state: 'open' }],
  ])('%s: answers 422', async (_, input) => {
    const app = await developersApp()
    expect(await developer.try('app_api_set', { app, ...input })).toMatchObject({ code: 422 })
  })
})

describe("the owner's and the developer's field together", () => {
  it('a developer opens nothing that the owner took away or let end', async () => {
    const app = await developersApp()
    await owner.call('app_capability_set', { app, api: 'ygg', granted: false })
    await developer.call('app_api_set', { app, api: 'ygg', on: false })
    await developer.call('app_api_set', { app, api: 'ygg', on: true })
    expect(await server.api('ygg', app)).toMatchObject({ code: 172 })
    await owner.call('app_capability_set', { app, api: 'ygg', granted: true, expires: server.clock.now() })
    await developer.call('app_api_set', { app, api: 'ygg', on: true })
    expect(await server.api('ygg', app)).toMatchObject({ code: 173 })
  })

  it("the owner's members answer 403 to a developer by either action, and change nothing", async () => {
    const app = await developersApp()
    await owner.call('app_capability_set', { app, api: 'ygg', granted: false, expires: 7, price_text: 'p' })
    const before = await capability(app, 'ygg')
    for (const member of [{ granted: true }, { expires: null }, { price_text: '' }, { granted: 'so' }]) {
      for (const action of ['app_capability_set', 'app_api_set'])
        expect(await developer.try(action, { app, api: 'ygg', ...member })).toMatchObject({ code: 403 })
      const both = { app, api: 'ygg', on: false, ...member }
      expect(await developer.try('app_api_set', both)).toMatchObject({ code: 403 })
    }
    const staff = await newStaff(server, developer, ['applications', 'applications.edit'])
    const input = { app, api: 'ygg', granted: true }
    expect(await staff.client.try('app_capability_set', input)).toMatchObject({ code: 403 })
    expect(await capability(app, 'ygg')).toEqual(before)
  })

  it("the owner switches nothing of a developer's application, and both fields of their own", async () => {
    const [theirs, own] = [await developersApp(), await server.application()]
    const before = await capability(theirs, 'notice')
    for (const member of [{ on: false }, { sign: true }])
      expect(await owner.try('app_api_set', { app: theirs, api: 'notice', ...member })).toMatchObject({
        code: 403,
      })
    expect(await capability(theirs, 'notice')).toEqual(before)
    expect(await owner.call('app_api_set', { app: own, api: 'notice', on: false })).toMatchObject({
      on: false,
    })
    expect(await server.api('notice', own)).toMatchObject({ code: 172 })
  })

  it("the developer's staff needs the permission to edit applications", async () => {
    const app = await developersApp()
    const input = { app, api: 'notice', on: false } as const
    const looking = await newStaff(server, developer, ['applications'])
    expect(await looking.client.try('app_api_set', input)).toMatchObject({ code: 403 })
    const editing = await newStaff(server, developer, ['applications', 'applications.edit'])
    expect(await editing.client.call('app_api_set', input)).toMatchObject({ on: false })
  })

  it('keeps both of two simultaneous changes', async () => {
    const app = await developersApp()
    for (let round = 1; round <= 20; round++) {
      const on = round % 2 === 0
      const expires = server.clock.now() + round
      await Promise.all([
        owner.call('app_capability_set', { app, api: 'notice', expires }),
        developer.call('app_api_set', { app, api: 'notice', on }),
        owner.call('app_capability_set', { app, api: 'notice', price_text: `p${round}` }),
        developer.call('app_api_set', { app, api: 'notice', sign: on }),
      ])
      const both = { granted: true, expires, own_price_text: `p${round}`, on, sign: on }
      expect(await capability(app, 'notice')).toMatchObject(both)
    }
    const before = await capability(app, 'notice')
    await restart()
    expect(await capability(app, 'notice')).toEqual(before)
  })

  it('both survive a restart and a change of the application', async () => {
    const app = await developersApp()
    await owner.call('app_capability_set', { app, api: 'notice', granted: false })
    await developer.call('app_api_set', { app, api: 'notice', sign: true })
    await developer.call('app_update', { app, name: 'Renamed' })
    expect(await server.api('notice', app)).toMatchObject({ code: 172 })
    await restart()
    expect(await capability(app, 'notice')).toMatchObject({ granted: false, on: true, sign: true })
    expect(await server.api('notice', app)).toMatchObject({ code: 172 })
  })

  it('the audit log gets one row each, with the person and without the other field', async () => {
    const app = await developersApp()
    await owner.call('app_capability_set', { app, api: 'sig', granted: false })
    await developer.call('app_api_set', { app, api: 'sig', on: false })
    const { rows } = await developer.call('audit_list', { filter: { app } })
    const about = rows.filter(({ subject_id: id }) => id === `${app}:sig`)
    expect(about.map(({ action, person_name: person, after }) => ({ action, person, after }))).toEqual([
      { action: 'app_api_set', person: 'vendor', after: { switched_on: false } },
      { action: 'app_capability_set', person: 'owner', after: { granted: false } },
    ])
  })
})
