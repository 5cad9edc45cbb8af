import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { trustOwnHeaders, visit, type Visit } from '../support/self-service-client.ts'
import { TestServer } from '../support/test-server.ts'
import { auditRows } from './audit-rows.ts'

/** Customers spend a code on their user account at the public page. */
const DAY = 86_400
const FOREVER = 4_102_243_200
let server: TestServer
let app: number
let account: number
let user: string
let made = 0

beforeAll(async () => {
  server = await TestServer.start()
  await trustOwnHeaders(server)
})
afterAll(() => server.end())
beforeEach(async () => {
  app = await server.application()
  user = `customer_${++made}`
  const order = { app, user, password: 'secret-1', qq: `${10_000 + made}` }
  account = (await server.act('account_create', order)).id
})

const recharge = (card: string, params: Readonly<Record<string, string>> = {}, more: Visit = {}) =>
  visit(server, 'recharge_user', { user, card, ...params }, more)
const days = (amount: number) => server.code({ app, type: 'time', unit: 'day', amount })
const vip = async () => (await server.act('account_get', { id: account })).vip
const codeOf = async (kami: string) => (await server.act('code_list', { filter: { app, kami } })).rows[0]!
const now = () => server.clock.now()

describe('recharge_user', () => {
  it("adds the code's time to the remaining time and spends the code", async () => {
    const [first, second] = [await days(30), await days(5)]
    expect((await recharge(first)).msg).toEqual({
      product: 'Gold Grid',
      user,
      expires_at: now() + 30 * DAY,
    })
    server.clock.pass(3600)
    expect((await recharge(second)).msg).toMatchObject({ expires_at: now() - 3600 + 35 * DAY })
    expect(await vip()).toBe(now() - 3600 + 35 * DAY)
    expect(await server.api('kmlogon', app, { kami: first, markcode: 'PC' })).toMatchObject({ code: 150 })
    const rows = (await auditRows(server, 'account_recharge')).filter(
      ({ subjectId }) => subjectId === String(account),
    )
    expect(rows.map(({ personName, role }) => [personName, role])).toEqual([
      ['customer', 'server'],
      ['customer', 'server'],
    ])
    const { events } = await server.act('code_get', { id: (await codeOf(first)).id })
    expect(events.at(-1)).toMatchObject({ kind: 'recharge', by: 'customer', detail: user })
  })

  it('takes a code with white space and invisible characters at its ends', async () => {
    expect(await recharge(`\u200b ${await days(1)}\u00a0\r\n`)).toMatchObject({ code: 200 })
    expect(await vip()).toBe(now() + DAY)
  })

  it('makes the account permanent with a permanent code; after that it answers 199 and keeps the code', async () => {
    const [first, second] = [
      await server.code({ app, type: 'permanent' }),
      await server.code({ app, type: 'permanent' }),
    ]
    expect((await recharge(first)).msg).toMatchObject({ expires_at: FOREVER })
    expect(await recharge(second)).toMatchObject({ code: 199, msg: '您已经是永久会员了' })
    expect(await codeOf(second)).toMatchObject({ state: 'unused' })
  })

  it('takes one of two simultaneous calls with one code', async () => {
    const card = await days(30)
    const replies = await Promise.all([recharge(card), recharge(card), recharge(card)])
    expect(replies.map(({ code }) => code).sort()).toEqual([166, 166, 200].sort())
    expect(await vip()).toBe(now() + 30 * DAY)
  })

  it('adds up several simultaneous codes', async () => {
    const cards = await Promise.all([1, 2, 3].map(days))
    const replies = await Promise.all(cards.map((card) => recharge(card)))
    expect(replies.map(({ code }) => code)).toEqual([200, 200, 200])
    expect(await vip()).toBe(now() + 6 * DAY)
  })

  it.each([
    ['148', 'no code', {}, ''],
    ['148', 'a code of nothing but blanks', {}, ' \u200b'],
    ['110', 'no account', { user: ' ' }, 'X'],
    ['149', 'an unknown code', {}, 'NO-SUCH-CODE'],
    ['149', 'a text longer than codes', {}, 'x'.repeat(65)],
  ])('%s for %s', async (code, _, params, card) => {
    expect(await recharge(card, params)).toMatchObject({ code: Number(code) })
    expect(await vip()).toBe(0)
  })

  it('answers 150 for a code on a machine, 151 for a disabled one, 152 for counts and points, 166 for a spent one', async () => {
    const used = await days(1)
    await server.api('kmlogon', app, { kami: used, markcode: 'PC' })
    expect(await recharge(used)).toMatchObject({ code: 150 })
    const disabled = await days(1)
    await server.act('code_update', { ids: [(await codeOf(disabled)).id], disabled: true })
    expect(await recharge(disabled)).toMatchObject({ code: 151 })
    const counted = await server.code({ app, type: 'count', amount: 5 })
    expect(await recharge(counted)).toMatchObject({ code: 152 })
    const points = await server.code({ app, type: 'points', amount: 5 })
    expect(await recharge(points)).toMatchObject({ code: 152 })
    const spent = await days(1)
    expect(await recharge(spent)).toMatchObject({ code: 200 })
    expect(await recharge(spent)).toMatchObject({ code: 166 })
    expect(await vip()).toBe(now() + DAY)
  })

  it('answers 201 for a code that ended elsewhere, in both languages', async () => {
    const row = { kami: 'ENDED-CODE-1', type: 'time', end_time: now() - 1 }
    await server.act('code_import', { app, rows: [row] })
    expect(await recharge(row.kami)).toMatchObject({ code: 201, msg: '卡密已到期' })
    expect(await recharge(row.kami, { lang: 'en' })).toMatchObject({ msg: 'The code has expired' })
  })

  it('asks which product where several have the code', async () => {
    const other = await server.application({ name: 'Silver' })
    const rows = [{ kami: `TWICE-${made}`, type: 'permanent' }]
    for (const place of [app, other]) await server.act('code_import', { app: place, rows })
    const card = `TWICE-${made}`
    expect((await recharge(card)).products?.map(({ product }) => product)).toEqual([app, other])
    expect(await recharge(card, { product: '1' })).toMatchObject({ code: 136 })
    expect(await recharge(card, { product: String(app) })).toMatchObject({ code: 200 })
  })

  it('takes POST alone', async () => {
    expect(await recharge(await days(1), {}, { method: 'GET' })).toMatchObject({ code: 141 })
  })
})

describe('what strangers learn from recharge_user', () => {
  it('an unusable code reveals nothing about accounts', async () => {
    const used = await days(1)
    await server.api('kmlogon', app, { kami: used, markcode: 'PC' })
    for (const card of [used, 'NO-SUCH-CODE']) {
      const [known, unknown] = [await recharge(card), await recharge(card, { user: 'nobody_here' })]
      expect(known.text).toBe(unknown.text)
    }
  })

  it('a valid code reveals an unknown account, and a disabled one without the reason, and is not spent', async () => {
    const card = await days(1)
    expect(await recharge(card, { user: 'nobody_here' })).toMatchObject({ code: 122, msg: '账号不存在' })
    expect(await recharge(card, { user: user.toUpperCase() })).toMatchObject({ code: 122 })
    await server.act('account_update', { id: account, disabled: true, disable_reason: 'Owes money' })
    const refused = await recharge(card)
    expect(refused).toMatchObject({ code: 114, msg: '该账号已被禁用' })
    expect(refused.text).not.toContain('Owes money')
    expect(await codeOf(card)).toMatchObject({ state: 'unused' })
  })

  it('an account of another application is unknown', async () => {
    const other = await server.application()
    const order = { app: other, user: `else_${made}`, password: 'secret-1', qq: `${20_000 + made}` }
    await server.act('account_create', order)
    expect(await recharge(await days(1), { user: order.user })).toMatchObject({ code: 122 })
  })

  it('guesses of codes and of accounts use up one address', async () => {
    const from = '10.200.0.1'
    const card = await days(1)
    for (let n = 0; n < 10; n++) {
      expect(await recharge(`GUESS-${n}`, {}, { from })).toMatchObject({ code: 149 })
      expect(await recharge(card, { user: `guess_${n}` }, { from })).toMatchObject({ code: 122 })
    }
    expect(await recharge(card, {}, { from })).toMatchObject({ code: 429, status: 429 })
    expect(await recharge(card)).toMatchObject({ code: 200 })
  })
})
