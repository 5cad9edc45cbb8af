import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { TestServer } from '../support/test-server.ts'
import { addOperator, changeDatabase } from './operators.ts'

let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  app = await server.application()
})
afterAll(() => server.end())

const HOUR = 3600
const DAY = 86_400
let made = 0

const logIn = (kami: string, markcode: string, at = app) => server.api('kmlogon', at, { kami, markcode })
const unbind = (kami: string, markcode = 'PC', at = app) => server.api('kmunmachine', at, { kami, markcode })

/** A code in any state, as an import makes it. */
async function imported(row: object, at = app): Promise<string> {
  const kami = `IMPORTED-${++made}`
  const input: ActionInput<'code_import'> = { app: at, rows: [{ kami, ...row }] }
  expect(await server.act('code_import', input)).toMatchObject({ done: 1, skipped: [] })
  return kami
}

/** A code in use by the machine PC. */
const inUse = (row: object, at = app) =>
  imported({ markcode: 'PC', ip: '192.0.2.1', use_time: server.clock.now() - 1000, ...row }, at)

async function stored(kami: string, at = app) {
  const { rows } = await server.act('code_list', { filter: { app: at, kami } })
  return rows[0]!
}

describe('kmunmachine refusals in their order', () => {
  it.each([
    ['no code', {}, 148, '卡密为空'],
    ['no machine code', { kami: 'NOSUCH' }, 112, '请填写机器码'],
    ['an unknown code', { kami: 'NOSUCH', markcode: 'PC' }, 149, '卡密不存在'],
    ['a text too long for a code', { kami: 'x'.repeat(65), markcode: 'PC' }, 149, '卡密不存在'],
  ])('%s: is refused', async (_, params, code, msg) => {
    expect(await server.api('kmunmachine', app, params)).toMatchObject({ status: 200, code, msg })
  })

  it('free mode forbids it for any text, after the check for missing parameters', async () => {
    const free = await server.application({ free_mode: true })
    expect(await unbind('anything', 'PC', free)).toMatchObject({ code: 201, msg: '解绑失败,无权限' })
    expect(await server.api('kmunmachine', free, { kami: 'x' })).toMatchObject({ code: 112 })
  })

  it('a disabled code is refused before the machine is checked', async () => {
    const kami = await inUse({ type: 'permanent', disabled: true })
    expect(await unbind(kami, 'OTHER')).toMatchObject({ code: 151, msg: '卡密已被禁用' })
  })

  it('another machine, a new code and another case of the letters are refused', async () => {
    const kami = await inUse({ type: 'permanent' })
    for (const markcode of ['OTHER', 'pc', 'PC ', 'P C']) {
      expect(await unbind(kami, markcode)).toMatchObject({ code: 201, msg: '解绑失败,无权限' })
    }
    expect(await unbind(kami.toLowerCase())).toMatchObject({ code: 149 })
    const fresh = await server.code({ app, type: 'permanent' })
    expect(await unbind(fresh)).toMatchObject({ code: 201, msg: '解绑失败,无权限' })
    expect(await stored(kami)).toMatchObject({ markcode: 'PC', unbinds: 0 })
  })

  it('a bound code without a use is refused', async () => {
    const kami = await imported({ type: 'vip', markcode: 'PC' })
    expect(await unbind(kami)).toMatchObject({ code: 202, msg: '全新卡密,无需解绑' })
  })

  it('a VIP code needs no machine code, but a given one must be right', async () => {
    const kami = await inUse({ type: 'vip' })
    expect(await unbind(kami)).toMatchObject({ code: 202, msg: '贵宾卡无需解绑' })
    expect(await unbind(kami, 'OTHER')).toMatchObject({ code: 201, msg: '解绑失败,无权限' })
    expect(await stored(kami)).toMatchObject({ markcode: 'PC', unbinds: 0, last_unbind: null })
  })

  it('a points code is refused, which only an import can bind', async () => {
    const kami = await inUse({ type: 'points', left: 5 })
    expect(await unbind(kami)).toMatchObject({ code: 201, msg: '卡密解绑失败' })
    expect(await stored(kami)).toMatchObject({ markcode: 'PC', left: 5 })
  })
})

describe('an unbind', () => {
  it('clears machine and address, counts, stamps, keeps the first use, and lets another machine log in', async () => {
    const kami = await server.code({ app, type: 'permanent' })
    await logIn(kami, 'PC')
    const { use_time: useTime } = await stored(kami)
    server.clock.pass(10)
    expect(await unbind(kami)).toMatchObject({ code: 200, msg: '卡密解绑成功', time: server.clock.now() })
    expect(await stored(kami)).toMatchObject({
      markcode: '',
      ip: '',
      unbinds: 1,
      last_unbind: server.clock.now(),
      use_time: useTime,
    })
    expect(await unbind(kami)).toMatchObject({ code: 201, msg: '解绑失败,无权限' })
    expect(await logIn(kami, 'PC-2')).toMatchObject({ code: 200 })
    expect(await unbind(kami, 'PC-2')).toMatchObject({ code: 201, msg: '解绑失败,换绑时间不足' })
  })

  it('takes an hour from a time code', async () => {
    const end = server.clock.now() + DAY
    const kami = await inUse({ type: 'time', unit: 'day', amount: 2, end_time: end })
    expect(await unbind(kami)).toMatchObject({ code: 200 })
    expect(await stored(kami)).toMatchObject({ end_time: end - HOUR, markcode: '' })
    expect(await logIn(kami, 'PC-2')).toMatchObject({ code: 200, msg: { vip: String(end - HOUR) } })
  })

  it('takes one use from a count code, and nothing without a limit', async () => {
    const kami = await inUse({ type: 'count', left: 1 })
    expect(await unbind(kami)).toMatchObject({ code: 200 })
    expect(await stored(kami)).toMatchObject({ left: 0, state: 'used_up' })
    const unlimited = await inUse({ type: 'count', left: 999_999_999 })
    expect(await unbind(unlimited)).toMatchObject({ code: 200 })
    expect(await stored(unlimited)).toMatchObject({ left: 999_999_999 })
  })

  it('leaves the code used for its trading account', async () => {
    const kami = await server.code({ app, type: 'permanent' })
    await logIn(kami, '700@Broker')
    expect(await unbind(kami, '700@Broker')).toMatchObject({
      code: 164,
      msg: '解绑失败,该卡密已用于交易账户,请申请换绑',
    })
    expect(await unbind(kami, '701@Broker')).toMatchObject({ code: 201, msg: '解绑失败,无权限' })
    expect(await stored(kami)).toMatchObject({ markcode: '700@Broker', unbinds: 0 })
    expect(await logIn(kami, '701@Broker')).toMatchObject({ code: 150 })
    expect(await logIn(kami, '700@Broker')).toMatchObject({ code: 200 })
  })
})

describe('kmunmachine by policy', () => {
  const now = () => server.clock.now()
  const cases: [string, () => object, number, string][] = [
    [
      'exactly the interval has passed',
      () => ({ type: 'permanent', unbinds: 1, last_unbind: now() - DAY }),
      200,
      '卡密解绑成功',
    ],
    [
      'a second less',
      () => ({ type: 'permanent', unbinds: 1, last_unbind: now() - DAY + 1 }),
      201,
      '解绑失败,换绑时间不足',
    ],
    ['three times already', () => ({ type: 'permanent', unbinds: 3 }), 201, '解绑失败,可解绑次数不足'],
    [
      'permanent: number before interval',
      () => ({ type: 'permanent', unbinds: 3, last_unbind: now() }),
      201,
      '解绑失败,可解绑次数不足',
    ],
    [
      'time: interval before number',
      () => ({ type: 'time', unit: 'day', end_time: now() + DAY, unbinds: 3, last_unbind: now() }),
      201,
      '解绑失败,换绑时间不足',
    ],
    [
      'time: three times already',
      () => ({ type: 'time', unit: 'day', end_time: now() + DAY, unbinds: 3 }),
      201,
      '解绑失败,可解绑次数不足',
    ],
    [
      'time: expired, before all else',
      () => ({ type: 'time', unit: 'day', end_time: now(), unbinds: 3, last_unbind: now() }),
      201,
      '解绑失败,卡密时长不足',
    ],
    [
      'time: less left than is taken',
      () => ({ type: 'time', unit: 'day', end_time: now() + HOUR - 1 }),
      201,
      '解绑失败,卡密时长不足',
    ],
    [
      'time: just what is taken',
      () => ({ type: 'time', unit: 'day', end_time: now() + HOUR }),
      200,
      '卡密解绑成功',
    ],
    [
      'count: none left, before all else',
      () => ({ type: 'count', left: 0, unbinds: 3, last_unbind: now() }),
      201,
      '次数不足',
    ],
    [
      'count: number before interval',
      () => ({ type: 'count', left: 5, unbinds: 3, last_unbind: now() }),
      201,
      '解绑失败,可解绑次数不足',
    ],
    [
      'count: interval',
      () => ({ type: 'count', left: 5, unbinds: 1, last_unbind: now() }),
      201,
      '解绑失败,换绑时间不足',
    ],
  ]

  it.each(cases)('refuse %s', async (_, row, code, msg) => {
    const kami = await inUse(row())
    const before = await stored(kami)
    expect(await unbind(kami)).toMatchObject({ code, msg })
    if (code !== 200) expect(await stored(kami)).toEqual(before)
  })

  it('0 means no limit and no deduction', async () => {
    const unbindPolicy = { interval: 0, max: 0, deduct_seconds: 0, deduct_uses: 0 }
    const lax = await server.application({ unbind: unbindPolicy })
    const often = { unbinds: 100, last_unbind: now() }
    const end = now() + 5
    for (const [row, endTime] of [
      [{ type: 'permanent' }, null],
      [{ type: 'time', unit: 'day', end_time: end }, end],
      [{ type: 'count', left: 0 }, null],
    ] as const) {
      const kami = await inUse({ ...row, ...often }, lax)
      expect(await unbind(kami, 'PC', lax)).toMatchObject({ code: 200 })
      expect(await stored(kami, lax)).toMatchObject({ unbinds: 101, end_time: endTime })
    }
  })

  it("the application's own values apply", async () => {
    const own = await server.application({
      unbind: { interval: 2 * HOUR, max: 2, deduct_seconds: 5 * HOUR, deduct_uses: 3 },
    })
    const end = now() + DAY
    const time = await inUse(
      { type: 'time', unit: 'day', end_time: end, unbinds: 1, last_unbind: now() - 2 * HOUR },
      own,
    )
    expect(await unbind(time, 'PC', own)).toMatchObject({ code: 200 })
    expect(await stored(time, own)).toMatchObject({ end_time: end - 5 * HOUR, unbinds: 2 })
    const count = await inUse({ type: 'count', left: 5 }, own)
    expect(await unbind(count, 'PC', own)).toMatchObject({ code: 200 })
    expect(await stored(count, own)).toMatchObject({ left: 2 })
    expect(await unbind(await inUse({ type: 'count', left: 2 }, own), 'PC', own)).toMatchObject({
      code: 201,
      msg: '次数不足',
    })
  })
})

describe('codes of a banned agent', () => {
  it('answer 151 on unbinds as on logins', async () => {
    const agent = await addOperator(server, 'a banned agent', 'agent')
    const kami = await inUse({ type: 'permanent', agent })
    changeDatabase(server, 'UPDATE operators SET banned = true WHERE id = ?', agent)
    await server.close()
    await server.open()
    expect(await unbind(kami)).toMatchObject({ code: 151 })
    expect(await logIn(kami, 'PC')).toMatchObject({ code: 151 })
  })
})

describe('simultaneous unbinds', () => {
  it('carry out, count and charge one of 40', async () => {
    const kami = await inUse({ type: 'count', left: 10 })
    const replies = await Promise.all(Array.from({ length: 40 }, () => unbind(kami)))
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(replies.filter(({ msg }) => msg === '解绑失败,无权限')).toHaveLength(39)
    expect(await stored(kami)).toMatchObject({ left: 9, unbinds: 1 })
  })

  it('lose nothing and charge nothing twice beside logins of the same machine', async () => {
    const lax = await server.application({
      unbind: { interval: 0, max: 0, deduct_seconds: 0, deduct_uses: 1 },
    })
    const kami = await inUse({ type: 'count', left: 1000 }, lax)
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, i) => (i % 2 ? unbind(kami, 'PC', lax) : logIn(kami, 'PC', lax))),
    )
    const done = replies.filter(({ code }) => code === 200).length
    expect(await stored(kami, lax)).toMatchObject({ left: 1000 - done })
  })
})
