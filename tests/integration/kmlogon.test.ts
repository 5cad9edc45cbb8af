import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'

let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterAll(() => server.end())

const logIn = (kami: string, markcode: string, at = app) => server.api('kmlogon', at, { kami, markcode })

async function stored(kami: string) {
  const { rows } = await server.act('code_list', { filter: { app, kami } })
  return rows[0]!
}

describe('kmlogon refusals in their order', () => {
  it.each([
    ['no code', {}, 148, '卡密为空'],
    ['no code wins over no machine', { markcode: '' }, 148, '卡密为空'],
    ['no machine code', { kami: 'NOSUCH' }, 112, '请填写机器码'],
    ['an unknown code', { kami: 'NOSUCH', markcode: 'PC' }, 149, '卡密不存在'],
  ])('%s: is refused', async (_, params, code, msg) => {
    expect(await server.api('kmlogon', app, params)).toMatchObject({
      status: 200,
      code,
      msg,
      time: server.clock.now(),
    })
  })

  it('the code is case-sensitive', async () => {
    const kami = await server.code({ app, type: 'permanent' })
    expect(await logIn(kami.toLowerCase(), 'PC')).toMatchObject({ code: 149 })
  })

  it('points codes do not log in and are not bound', async () => {
    const kami = await server.code({ app, type: 'points', amount: 5 })
    expect(await logIn(kami, 'PC')).toMatchObject({ code: 167, msg: '不支持积分卡登录' })
    expect(await stored(kami)).toMatchObject({ markcode: '', use_time: null })
  })

  it('another machine is refused', async () => {
    const kami = await server.code({ app, type: 'permanent' })
    await logIn(kami, 'PC-1')
    expect(await logIn(kami, 'PC-2')).toMatchObject({ code: 150, msg: '卡密已使用' })
  })

  it('a code of another application is refused', async () => {
    const other = await server.application()
    const kami = await server.code({ app, type: 'permanent' })
    expect(await logIn(kami, 'PC', other)).toMatchObject({ code: 149 })
  })
})

describe('kmlogon by type of code', () => {
  it('time: the first use writes use_time and end_time, which stay', async () => {
    const kami = await server.code({ app, type: 'time', unit: 'day', amount: 2 })
    const now = server.clock.now()
    expect(await logIn(kami, 'PC')).toMatchObject({
      code: 200,
      msg: { kami, vip: String(now + 172_800), debug: 0 },
    })
    server.clock.pass(1000)
    expect(await logIn(kami, 'PC')).toMatchObject({ code: 200, msg: { vip: String(now + 172_800) } })
    expect(await stored(kami)).toMatchObject({
      use_time: now,
      end_time: now + 172_800,
      state: 'in_use',
      markcode: 'PC',
    })
  })

  it('time: ends at its end, to the second', async () => {
    const kami = await server.code({ app, type: 'time', unit: 'hour', amount: 1 })
    await logIn(kami, 'PC')
    server.clock.pass(3599)
    expect(await logIn(kami, 'PC')).toMatchObject({ code: 200 })
    server.clock.pass(1)
    expect(await logIn(kami, 'PC')).toMatchObject({ code: 201, msg: '卡密已到期' })
    expect(await stored(kami)).toMatchObject({ state: 'expired' })
  })

  it.each([
    ['permanent', { type: 'permanent' as const }],
    ['VIP without a duration', { type: 'vip' as const }],
  ])('%s: never ends', async (_, order) => {
    const kami = await server.code({ app, ...order })
    expect(await logIn(kami, 'PC')).toMatchObject({ code: 200, msg: { vip: '4102243200' } })
    expect(await stored(kami)).toMatchObject({ use_time: server.clock.now() })
  })

  it('VIP with a duration: works like time', async () => {
    const kami = await server.code({ app, type: 'vip', unit: 'hour', amount: 1 })
    expect(await logIn(kami, 'PC')).toMatchObject({ msg: { vip: String(server.clock.now() + 3600) } })
    server.clock.pass(3600)
    expect(await logIn(kami, 'PC')).toMatchObject({ code: 201 })
  })

  it('count: each login takes one and gives an hour, until none is left', async () => {
    const kami = await server.code({ app, type: 'count', amount: 2 })
    for (const left of [1, 0]) {
      expect(await logIn(kami, 'PC')).toMatchObject({
        code: 200,
        msg: { vip: String(server.clock.now() + 3600) },
      })
      expect(await stored(kami)).toMatchObject({ left })
    }
    expect(await logIn(kami, 'PC')).toMatchObject({ code: 201, msg: '卡密已到期' })
    expect(await stored(kami)).toMatchObject({ left: 0, state: 'used_up' })
  })

  it('count 999999999: never decreases', async () => {
    const kami = await server.code({ app, type: 'count', amount: 999_999_999 })
    for (let i = 0; i < 3; i++) expect(await logIn(kami, 'PC')).toMatchObject({ code: 200 })
    expect(await stored(kami)).toMatchObject({ left: 999_999_999 })
  })
})

describe('kmlogon by policy of the application', () => {
  it('free mode: takes any text without an end and stores nothing', async () => {
    const free = await server.application({ free_mode: true })
    expect(await logIn('anything', 'x', free)).toMatchObject({
      code: 200,
      msg: { kami: 'anything', vip: '4102243200' },
    })
    expect(await server.api('kmlogon', free, { markcode: 'x' })).toMatchObject({ code: 148 })
  })

  it('device check off: another machine logs in and the binding stays', async () => {
    const open = await server.application({ device_check: false })
    const kami = await server.code({ app: open, type: 'permanent' })
    await logIn(kami, 'PC-1', open)
    expect(await logIn(kami, 'PC-2', open)).toMatchObject({ code: 200 })
    const { rows } = await server.act('code_list', { filter: { app: open, kami } })
    expect(rows[0]).toMatchObject({ markcode: 'PC-1' })
  })

  it('answers in English where the application asks for it', async () => {
    const english = await server.application({ language: 'en' })
    expect(await logIn('NOSUCH', 'PC', english)).toMatchObject({ code: 149, msg: 'There is no such code' })
  })
})

describe('activation of a trading account', () => {
  const key = '9001@XMGlobal-MT5 2'

  it('makes the account, with the code as its licence', async () => {
    const kami = await server.code({ app, type: 'time', unit: 'day', amount: 1 })
    await logIn(kami, key)
    expect(await server.api('mt5logon', app, { account_key: key })).toMatchObject({
      code: 200,
      vip: server.clock.now() + 86_400,
      license: kami,
      account_key: key,
    })
  })

  it('renews it: the times add up, and the licence is the newer code', async () => {
    const { vip: before } = await server.api('mt5logon', app, { account_key: key })
    const hour = await server.code({ app, type: 'time', unit: 'hour', amount: 1 })
    expect(await logIn(hour, key)).toMatchObject({ code: 200, msg: { vip: String(Number(before) + 3600) } })
    expect(await server.api('mt5logon', app, { account_key: key })).toMatchObject({
      vip: Number(before) + 3600,
      license: hour,
    })
    const longer = await server.code({ app, type: 'permanent' })
    await logIn(longer, key)
    expect(await server.api('mt5logon', app, { account_key: key })).toMatchObject({
      vip: 4_102_243_200,
      license: longer,
    })
  })

  it('a permanent account refuses another code and spends none', async () => {
    const kami = await server.code({ app, type: 'time', unit: 'day', amount: 1 })
    expect(await logIn(kami, key)).toMatchObject({ code: 199, msg: '您已经是永久会员了' })
    expect(await stored(kami)).toMatchObject({ state: 'unused', markcode: '', use_time: null })
  })

  it('a code that activated one account never renews another', async () => {
    const open = await server.application({ device_check: false })
    const kami = await server.code({ app: open, type: 'permanent' })
    await logIn(kami, '1@A', open)
    expect(await logIn(kami, '2@A', open)).toMatchObject({ code: 150 })
    expect(await server.api('mt5logon', open, { account_key: '2@A' })).toMatchObject({ code: 404 })
  })
})

describe('simultaneous kmlogon calls', () => {
  it('grant one of 40 logins when one use is left', async () => {
    const kami = await server.code({ app, type: 'count', amount: 1 })
    const replies = await Promise.all(Array.from({ length: 40 }, () => logIn(kami, 'PC')))
    expect(replies.filter((reply) => reply.code === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.code === 201)).toHaveLength(39)
    expect(await stored(kami)).toMatchObject({ left: 0 })
  })

  it('bind a new code to one of 40 machines', async () => {
    const kami = await server.code({ app, type: 'time', unit: 'day', amount: 1 })
    const replies = await Promise.all(Array.from({ length: 40 }, (_, i) => logIn(kami, `PC-${i}`)))
    const granted = replies.findIndex((reply) => reply.code === 200)
    expect(replies.filter((reply) => reply.code === 200)).toHaveLength(1)
    expect(replies.filter((reply) => reply.code === 150)).toHaveLength(39)
    expect(await stored(kami)).toMatchObject({ markcode: `PC-${granted}` })
  })

  it('grant 100 of 150 logins for 100 uses', async () => {
    const kami = await server.code({ app, type: 'count', amount: 100 })
    const replies = await Promise.all(Array.from({ length: 150 }, () => logIn(kami, 'PC')))
    expect(replies.filter((reply) => reply.code === 200)).toHaveLength(100)
    expect(await stored(kami)).toMatchObject({ left: 0 })
  })
})
