import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MessengerStub } from '../support/messenger-stub.ts'
import { START, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { auditRows } from './audit-rows.ts'
import { bindCode, boundTo } from './bind-world.ts'
import { addOperator, signIn } from './operators.ts'

const FOREVER = 4_102_243_200
const SECRET = 'bridge-secret-1'
let server: TestServer
let stub: MessengerStub
let app: number
let accounts = 0

beforeAll(async () => {
  stub = await MessengerStub.start()
  server = await TestServer.start(START, { messengerBases: [stub.base] })
  app = await server.application({
    language: 'en',
    mt5: { ...stub.settings, messenger_enabled: true, bind_secret: SECRET, bind_approval: true },
  })
})
afterAll(async () => {
  await server.end()
  await stub.stop()
})

const call = (action: string, params: Record<string, string> = {}) =>
  server.api('mt5messenger_bind', app, { action, ...params })
const codeFor = (key: string) => bindCode(server, app, key)
const confirm = (code: string, openId: string) =>
  call('confirm', { bind_code: code, secret: SECRET, open_id: openId })
async function statusOf(code: string) {
  return JSON.parse((await call('status', { bind_code: code })).text) as { status: string; held?: number }
}
/** An account that is bound to `ou_old`. */
async function account() {
  const key = `${++accounts}@A`
  const { id } = await server.act('device_create', { app, account_key: key, vip: FOREVER })
  expect(await confirm(await codeFor(key), 'ou_old')).toMatchObject({ code: 200 })
  return { key, id }
}
/** An account whose binding `ou_new` requested. */
async function held() {
  const { key, id } = await account()
  const code = await codeFor(key)
  expect(await confirm(code, 'ou_new')).toMatchObject({ code: 201 })
  return { key, id, code }
}
const list = (filter: { app?: number } = {}) => server.act('bind_request_list', { filter })
const decide = (code: string, decision: 'approve' | 'decline') =>
  server.act('bind_request_handle', { code, decision })
const attempt = async (code: string, decision: string) =>
  (await server.owner()).try('bind_request_handle', { code, decision })
/** The messages about an account, `recipient: text`. */
async function said(id: number) {
  const rows = await server.store.read((unit) => unit.outbox.newest(app, 500))
  return rows.filter(({ deviceId }) => deviceId === id).map(({ openId, text }) => `${openId}: ${text}`)
}

describe("a binding that replaces another person's", () => {
  it('waits for the vendor: nothing is bound, and the page shows it pending, also past its time', async () => {
    const { key, id } = await account()
    const code = await codeFor(key)
    expect(await confirm(code, 'ou_new')).toMatchObject({
      code: 201,
      msg: 'The account is bound to somebody else: the vendor has to agree first',
    })
    expect(await boundTo(server, id)).toBe('ou_old')
    expect(await statusOf(code)).toMatchObject({ status: 'pending', held: 1 })
    server.clock.pass(601)
    expect(await statusOf(code)).toMatchObject({ status: 'pending', held: 1 })
    expect(await confirm(code, 'ou_new')).toMatchObject({ code: 201 })
    expect(await confirm(code, 'ou_third')).toMatchObject({ code: 404 })
    const { rows } = await list({ app })
    expect(rows.find((row) => row.code === code)).toEqual({
      code,
      app,
      device: id,
      account_key: key,
      label: '',
      open_id: 'ou_new',
      bound_to: 'ou_old',
      at: server.clock.now() - 601,
    })
  })

  it('is not needed for the first person and for the same person again', async () => {
    const { key, id } = await account()
    expect(await confirm(await codeFor(key), 'ou_old')).toMatchObject({ code: 200 })
    expect(await boundTo(server, id)).toBe('ou_old')
    expect(await said(id)).toEqual([])
  })

  it('is bound on approval: both people get a message, and the audit log a row', async () => {
    const { key, id, code } = await held()
    expect(await decide(code, 'approve')).toEqual({ code, state: 'bound' })
    expect(await boundTo(server, id)).toBe('ou_new')
    expect(await statusOf(code)).toMatchObject({ status: 'bound' })
    expect((await said(id)).sort()).toEqual([
      `ou_new: Bound. Messages of the trading account ${key} come to you here.`,
      expect.stringContaining(`ou_old: The trading account ${key} was bound to somebody else`),
    ])
    const [row] = await auditRows(server, 'bind_request_handle')
    expect(row).toMatchObject({ appId: app, subjectLabel: key })
    expect(JSON.stringify([row?.before, row?.after])).toMatch(/ou_old.*ou_new.*approve/)
  })

  it('is not bound when declined: both people get a message, and the code ends', async () => {
    const { key, id, code } = await held()
    expect(await decide(code, 'decline')).toEqual({ code, state: 'declined' })
    expect(await boundTo(server, id)).toBe('ou_old')
    expect(await statusOf(code)).toMatchObject({ status: 'expired' })
    expect(await confirm(code, 'ou_new')).toMatchObject({ code: 410 })
    expect((await said(id)).sort()).toEqual([
      `ou_new: The vendor did not agree to send you the messages of the trading account ${key}. Ask the vendor if in doubt.`,
      `ou_old: Somebody asked for the messages of the trading account ${key}, and the vendor declined. They still come to you.`,
    ])
  })

  it('is decided once, also by simultaneous decisions', async () => {
    const { id, code } = await held()
    const replies = await Promise.all(
      ['approve', 'decline', 'approve', 'decline'].map((decision) => attempt(code, decision)),
    )
    expect(replies.map((reply) => reply.code).sort()).toEqual([200, 404, 404, 404])
    expect((await said(id)).filter((line) => line.startsWith('ou_new'))).toHaveLength(1)
  })

  it('gives way to a newer request', async () => {
    const { key, id, code } = await held()
    const newer = await codeFor(key)
    expect(await confirm(newer, 'ou_newer')).toMatchObject({ code: 201 })
    expect((await list({ app })).rows.filter(({ device }) => device === id)).toMatchObject([{ code: newer }])
    expect(await statusOf(code)).toMatchObject({ status: 'expired' })
    expect(await attempt(code, 'approve')).toMatchObject({ code: 404 })
    await decide(newer, 'approve')
    expect(await boundTo(server, id)).toBe('ou_newer')
  })

  it('ends after a time', async () => {
    const { code } = await held()
    await server.store.write((unit) => unit.bindCodes.deleteExpired(server.clock.now() + 99_999, 0), {
      durable: true,
    })
    expect((await list({ app })).rows.map((row) => row.code)).toContain(code)
    const before = server.clock.now() + 600
    await server.store.write((unit) => unit.bindCodes.deleteExpired(before, before), { durable: true })
    expect(await list({ app })).toEqual({ rows: [], total: 0 })
  })

  it('by the bot answers the sender that it waits', async () => {
    await server.act('app_update', { app, mt5: { bridge: true } })
    await until(() => stub.line.open.length === 1, 'the line')
    const { key, id } = await account()
    const code = await codeFor(key)
    await stub.line.say({ openId: 'ou_new', text: `bind ${code}` })
    await until(async () => (await said(id)).length === 1, 'an answer')
    expect(await said(id)).toEqual([expect.stringContaining('ou_new: The trading account')])
    expect((await said(id))[0]).toContain('the vendor has to agree')
    await decide(code, 'approve')
    expect(await boundTo(server, id)).toBe('ou_new')
    await server.act('app_update', { app, mt5: { bridge: false } })
  })

  it('ends when the account is deleted', async () => {
    const { id, code } = await held()
    await server.act('device_delete', { ids: [id] })
    expect((await list({ app })).rows.map((row) => row.code)).not.toContain(code)
    expect(await attempt(code, 'approve')).toMatchObject({ code: 404 })
  })
})

describe('a binding that the vendor ends', () => {
  it('ends at once with a message to the bound person; a second call finds nothing to end', async () => {
    const { key, id } = await account()
    expect(await server.act('messenger_unbind', { device: id })).toEqual({ open_id: 'ou_old' })
    expect(await boundTo(server, id)).toBe('')
    expect(await said(id)).toEqual([
      `ou_old: The vendor has unbound the trading account ${key}; you no longer get its messages.`,
    ])
    expect(await server.api('mt5notify', app, { account_key: key, text: 'x' })).toMatchObject({ code: 422 })
    expect(await server.act('messenger_unbind', { device: id })).toEqual({ open_id: '' })
    expect(await said(id)).toHaveLength(1)
    expect(await confirm(await codeFor(key), 'ou_new')).toMatchObject({ code: 200 })
  })
})

describe('who decides a binding', () => {
  it("the owner and the application's developer decide; nobody else sees it", async () => {
    const { code } = await held()
    await addOperator(server, 'stranger', 'developer')
    const stranger = await signIn(server, 'stranger')
    expect(await stranger.call('bind_request_list', {})).toEqual({ rows: [], total: 0 })
    expect(await stranger.try('bind_request_handle', { code, decision: 'approve' })).toMatchObject({
      code: 404,
    })
    await addOperator(server, 'seller', 'agent')
    const seller = await signIn(server, 'seller')
    expect(await seller.try('bind_request_list', {})).toMatchObject({ code: 403 })
    expect((await list()).rows.map((row) => row.code)).toContain(code)
  })
})
