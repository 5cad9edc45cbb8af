import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleReply } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { addOperator, changeDatabase, signIn } from './operators.ts'

const FOREVER = 4_102_243_200
const DAY = 86_400
let server: TestServer
let app: number
let made = 0

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterAll(() => server.end())

async function account(fields: object = {}, at = app) {
  const number = ++made
  return server.act('account_create', {
    app: at,
    user: `user_${number}`,
    qq: `1000${number}`,
    password: 'secret-1',
    ...fields,
  })
}

async function stored(id: number) {
  const { rows } = await server.act('account_list', { size: 500 })
  return rows.find((row) => row.id === id)
}

async function attempt(name: string, input: unknown): Promise<ConsoleReply> {
  return (await server.owner()).try(name, input)
}

describe('account_create', () => {
  it('makes an account with every field and never shows its password', async () => {
    const fields = { name: '昵称', vip: 5, disabled: true, disable_reason: 'why' }
    const record = await account(fields)
    expect(record).toEqual({
      id: record.id,
      app,
      user: 'user_1',
      qq: '10001',
      ...fields,
      inviter: null,
      registration_ip: '',
      locked_until: 0,
      last_login_at: null,
      created_at: server.clock.now(),
    })
    expect(await stored(record.id)).toEqual(record)
  })

  it('leaves registration addresses empty for several accounts of one application', async () => {
    await account()
    expect(await account()).toMatchObject({ registration_ip: '' })
  })

  it('answers 409 with the field for a name or a qq in use', async () => {
    const { user, qq } = await account()
    const again = { app, user, qq: '999', password: 'secret-1' }
    expect(await attempt('account_create', again)).toMatchObject({ code: 409, fields: { user: 'taken' } })
    expect(await attempt('account_create', { ...again, user: 'unused', qq })).toMatchObject({
      code: 409,
      fields: { qq: 'taken' },
    })
  })

  it.each([
    ['user', { user: 'a-b-c' }],
    ['password', { password: '12345' }],
    ['qq', { qq: ' ' }],
    ['vip', { vip: -1 }],
  ])('answers 422 with the field for a wrong %s', async (field, change) => {
    const input = { app, user: 'valid_1', qq: '1', password: 'secret-1', ...change }
    expect((await attempt('account_create', input)).fields).toHaveProperty(field)
  })
})

describe('account_list', () => {
  it('filters, searches and sorts', async () => {
    const other = await server.application()
    const first = await account({ vip: 10, name: 'Needle' }, other)
    const second = await account({ vip: 20, disabled: true }, other)
    const ids = async (input: object) => (await server.act('account_list', input)).rows.map(({ id }) => id)
    expect(await ids({ filter: { app: other } })).toEqual([second.id, first.id])
    expect(await ids({ filter: { app: other }, sort: 'vip' })).toEqual([first.id, second.id])
    expect(await ids({ filter: { app: other, disabled: true } })).toEqual([second.id])
    expect(await ids({ filter: { app: other }, search: 'needle' })).toEqual([first.id])
    expect(await ids({ filter: { app: other }, search: second.qq })).toEqual([second.id])
    expect(await server.act('account_list', { filter: { app: other }, size: 1 })).toMatchObject({ total: 2 })
  })
})

describe('account_update', () => {
  it('changes the members it names and nothing else', async () => {
    const before = await account({ name: 'A', vip: 7 })
    const after = await server.act('account_update', { id: before.id, name: 'B' })
    expect(after).toEqual({ ...before, name: 'B' })
    expect(await server.act('account_update', { id: before.id })).toEqual(after)
  })

  it('sets a new password', async () => {
    const { id, user } = await account()
    await server.act('account_update', { id, password: 'secret-2' })
    expect(await server.api('userlogon', app, { user, password: 'secret-1' })).toMatchObject({ code: 113 })
    expect(await server.api('userlogon', app, { user, password: 'secret-2' })).toMatchObject({ code: 200 })
  })

  it('answers 409 for a qq in use and 404 for an unknown account', async () => {
    const [a, b] = [await account(), await account()]
    expect(await attempt('account_update', { id: a.id, qq: b.qq })).toMatchObject({
      code: 409,
      fields: { qq: 'taken' },
    })
    expect(await attempt('account_update', { id: 999_999, name: 'x' })).toMatchObject({ code: 404 })
  })
})

describe('account_delete', () => {
  it('deletes each known account once, refuses its login, and frees its qq', async () => {
    const { id, user, qq } = await account()
    expect(await server.act('account_delete', { ids: [id, 999_999, id] })).toEqual({
      done: 1,
      skipped: [
        { id: 999_999, reason: 'unknown' },
        { id, reason: 'unknown' },
      ],
    })
    expect(await stored(id)).toBeUndefined()
    expect(await server.api('userlogon', app, { user, password: 'secret-1' })).toMatchObject({ code: 122 })
    expect(await account({ qq })).toMatchObject({ qq })
  })
})

describe('account_recharge', () => {
  const recharge = (id: number, kami: string): Promise<ConsoleReply> =>
    attempt('account_recharge', { id, kami })

  it('adds time to the remaining time, or to now', async () => {
    const now = server.clock.now()
    const fresh = await account()
    const code = (): Promise<string> => server.code({ app, type: 'time', unit: 'day', amount: 2 })
    expect(await recharge(fresh.id, await code())).toMatchObject({ code: 200, msg: { vip: now + 2 * DAY } })
    expect(await recharge(fresh.id, await code())).toMatchObject({ code: 200, msg: { vip: now + 4 * DAY } })
    const ended = await account({ vip: now - 5 * DAY })
    expect(await recharge(ended.id, await code())).toMatchObject({ msg: { vip: now + 2 * DAY } })
    expect(await server.api('userlogon', app, { user: ended.user, password: 'secret-1' })).toMatchObject({
      msg: { vip: String(now + 2 * DAY) },
    })
  })

  it.each([
    ['permanent', { type: 'permanent' as const }, (): number => FOREVER],
    ['VIP without an end', { type: 'vip' as const }, (): number => FOREVER],
    [
      'VIP with one',
      { type: 'vip' as const, unit: 'hour' as const },
      (): number => server.clock.now() + 3600,
    ],
  ])('recharges: %s', async (_, order, vip) => {
    const { id } = await account()
    expect(await recharge(id, await server.code({ app, ...order }))).toMatchObject({ msg: { vip: vip() } })
  })

  it('spends the code: it is in use on one account, and no machine logs in with it', async () => {
    const kami = await server.code({ app, type: 'permanent' })
    const [a, b] = [await account(), await account()]
    await server.act('account_recharge', { id: a.id, kami })
    expect(await recharge(b.id, kami)).toMatchObject({ code: 166 })
    const open = await server.application({ device_check: false })
    for (const at of [app, open]) {
      expect(await server.api('kmlogon', at, { kami, markcode: 'PC' })).toMatchObject({
        code: at === app ? 150 : 149,
      })
    }
    expect(await server.api('kmunmachine', app, { kami, markcode: 'PC' })).toMatchObject({ code: 201 })
    const { rows } = await server.act('code_list', { filter: { app, kami } })
    expect(rows[0]).toMatchObject({ use_time: server.clock.now(), markcode: '', state: 'in_use' })
    expect(await stored(b.id)).toMatchObject({ vip: 0 })
  })

  it('refuses with the right code and changes nothing', async () => {
    const agent = await addOperator(server, 'recharge agent', 'agent')
    const { id } = await account()
    const used = await server.code({ app, type: 'permanent' })
    await server.api('kmlogon', app, { kami: used, markcode: 'PC' })
    const disabled = await server.code({ app, type: 'permanent' })
    changeDatabase(server, 'UPDATE codes SET disabled = true WHERE kami = ?', disabled)
    const banned = await server.code({ app, type: 'permanent', agent })
    changeDatabase(server, 'UPDATE operators SET banned = true WHERE id = ?', agent)
    const elsewhere = await server.code({ app: await server.application(), type: 'permanent' })
    await server.act('code_import', { app, rows: [{ kami: 'ENDED', type: 'time', end_time: 1_000_000_000 }] })
    await server.close()
    await server.open()
    const cases: [string, number][] = [
      ['', 148],
      ['NOSUCH', 149],
      [elsewhere, 149],
      [disabled, 151],
      [banned, 151],
      [await server.code({ app, type: 'count', amount: 1 }), 152],
      [await server.code({ app, type: 'points', amount: 1 }), 152],
      [used, 150],
      ['ENDED', 201],
    ]
    for (const [kami, code] of cases) expect(await recharge(id, kami)).toMatchObject({ code })
    const permanent = await account({ vip: FOREVER })
    const fresh = await server.code({ app, type: 'time', unit: 'day' })
    expect(await recharge(permanent.id, fresh)).toMatchObject({
      code: 199,
      msg: 'You are a permanent member already',
    })
    expect(await recharge(id, fresh)).toMatchObject({ code: 200 })
    expect(await recharge(999_999, fresh)).toMatchObject({ code: 404 })
  })

  it('spends one code on one account and counts many codes, when calls are simultaneous', async () => {
    const kami = await server.code({ app, type: 'time', unit: 'day' })
    const several = await Promise.all(Array.from({ length: 8 }, () => account()))
    const replies = await Promise.all(several.map(({ id }) => recharge(id, kami)))
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(replies.filter(({ code }) => code === 166)).toHaveLength(7)
    const { id } = await account()
    const codes = await Promise.all(several.map(() => server.code({ app, type: 'time', unit: 'day' })))
    await Promise.all(codes.map((each) => recharge(id, each)))
    expect(await stored(id)).toMatchObject({ vip: server.clock.now() + 8 * DAY })
  })

  it("lets developers spend codes on their own accounts only, not on the owner's", async () => {
    await addOperator(server, 'recharger', 'developer')
    const developer = await signIn(server, 'recharger')
    const { id } = await account()
    const kami = await server.code({ app, type: 'permanent' })
    expect(await developer.try('account_recharge', { id, kami })).toMatchObject({ code: 404 })
    expect(await recharge(id, kami)).toMatchObject({ code: 200 })
  })
})
