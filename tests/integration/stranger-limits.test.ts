import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { readReply, type ApiReply, type Params } from '../support/runtime-client.ts'

const HOUR = 3600
let server: TestServer
let app: number

beforeAll(async () => {
  server = await TestServer.start()
  // The tests are a proxy in front of callers with addresses of their own.
  await server.act('settings_set', { client_address: { source: 'x_forwarded_for', trusted: ['127.0.0.1'] } })
})
afterAll(() => server.end())
beforeEach(async () => {
  app = await server.application({ mt5: { auto_trial: true } })
})

async function from(ip: string, api: string, params: Params, to = app): Promise<ApiReply> {
  const body = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))
  const url = `${server.running.publicUrl}/api.php?api=${api}&app=${to}`
  return readReply(await fetch(url, { method: 'POST', body, headers: { 'x-forwarded-for': ip } }))
}
const codesOf = async (count: number, ask: (at: number) => Promise<ApiReply>) => {
  const codes: number[] = []
  for (let at = 0; at < count; at++) codes.push((await ask(at)).code)
  return { done: codes.filter((code) => code === 200).length, codes: new Set(codes) }
}

const logOn = (ip: string, key: string, to = app) => from(ip, 'mt5logon', { account_key: key }, to)

describe('trials', () => {
  it('begin twenty times an hour for one address, and the refusal says why', async () => {
    const tried = await codesOf(30, (at) => logOn('192.0.2.1', `${at + 1}@A`))
    expect(tried).toEqual({ done: 20, codes: new Set([200, 404]) })
    expect(await logOn('192.0.2.1', '99@A')).toMatchObject({ code: 404, msg: '请求频率过快' })
    // Accounts with a record, other addresses and other applications go on.
    expect(await logOn('192.0.2.1', '1@A')).toMatchObject({ code: 200 })
    expect(await logOn('192.0.2.2', '99@A')).toMatchObject({ code: 200 })
    const other = await server.application({ mt5: { auto_trial: true } })
    expect(await logOn('192.0.2.1', '1@A', other)).toMatchObject({ code: 200 })
    server.clock.pass(HOUR)
    expect(await logOn('192.0.2.1', '98@A')).toMatchObject({ code: 200 })
  })

  it('begin twenty times for all addresses of an IPv6 /64 together', async () => {
    const tried = await codesOf(30, (at) => logOn(`2001:db8:1:2::${at + 1}`, `${at + 1}@A`))
    expect(tried.done).toBe(20)
    expect(await logOn('2001:db8:1:3::1', '99@A')).toMatchObject({ code: 200 })
  })

  it('simultaneous calls of one address begin no more', async () => {
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, at) => logOn('192.0.2.1', `${at + 1}@A`)),
    )
    expect(replies.filter(({ code }) => code === 200)).toHaveLength(20)
  })

  it('an account gets one, whatever the look-alike of its server', async () => {
    expect(await logOn('192.0.2.1', '7@ICMarkets-Demo')).toMatchObject({ code: 200 })
    for (const name of [
      'icmarkets-demo',
      'ICMаrkets-Demo',
      'ΙCMarkets-Demo',
      'ＩＣＭａｒｋｅｔｓ-Demo',
      'ICMar\u200bkets-Demo',
      'IC Markets Demo',
    ])
      expect(await logOn('192.0.2.1', `7@${name}`), name).toMatchObject({ code: 404 })
    // Another account, another server, and a bought code are no look-alikes.
    expect(await logOn('192.0.2.1', '8@icmarkets-demo')).toMatchObject({ code: 200 })
    expect(await logOn('192.0.2.1', '7@ICMarkets-Live')).toMatchObject({ code: 200 })
    const kami = await server.code({ app, type: 'permanent' })
    expect(await from('192.0.2.1', 'kmlogon', { kami, markcode: '7@icmarkets-demo' })).toMatchObject({
      code: 200,
    })
    expect(await logOn('192.0.2.1', '7@icmarkets-demo')).toMatchObject({ code: 200, license: kami })
  })

  it('records of free mode have a limit for each network, through each call that makes them', async () => {
    const free = await server.application({ free_mode: true })
    let made = 0
    for (let at = 0; at < 220; at++) {
      const key = `${at + 1}@A`
      if (at % 2 === 0) await from('192.0.2.1', 'mt5pulse', { account_key: key, equity: 1 }, free)
      else await logOn('192.0.2.1', key, free)
    }
    made = (await server.act('device_list', { filter: { app: free } })).total
    expect(made).toBe(200)
    // A login with a code needs no record.
    expect(await from('192.0.2.1', 'kmlogon', { kami: 'ANY', markcode: '900@A' }, free)).toMatchObject({
      code: 200,
    })
  })
})

describe.each(['kmlogon', 'kmunmachine'] as const)('guesses of codes at %s', (api) => {
  const guess = (ip: string, kami: string, markcode = 'PC') => from(ip, api, { kami, markcode })

  it('are judged twenty times in ten minutes, and then show nothing about any code', async () => {
    const unused = await server.code({ app, type: 'permanent' })
    const bound = await server.code({ app, type: 'permanent' })
    await from('192.0.2.9', 'kmlogon', { kami: bound, markcode: 'PC-9' })
    for (let at = 0; at < 20; at++) expect(await guess('192.0.2.1', `NO${at}`)).toMatchObject({ code: 149 })
    for (const kami of ['NO-MORE', unused, bound])
      expect(await guess('192.0.2.1', kami)).toMatchObject({ code: 201, msg: '请求频率过快' })
    expect((await server.act('code_list', { search: unused })).rows[0]).toMatchObject({ markcode: '' })
    server.clock.pass(600)
    expect(await guess('192.0.2.1', 'NO-MORE')).toMatchObject({ code: 149 })
  })

  it('stop no customer behind the same address whose code is bound, and nobody elsewhere', async () => {
    const bound = await server.code({ app, type: 'permanent' })
    await from('192.0.2.1', 'kmlogon', { kami: bound, markcode: 'PC-9' })
    for (let at = 0; at < 40; at++) await guess('192.0.2.1', `NO${at}`)
    expect((await from('192.0.2.1', 'kmlogon', { kami: bound, markcode: 'PC-9' })).code).toBe(200)
    expect(await guess('192.0.2.2', 'NO')).toMatchObject({ code: 149 })
    const other = await server.application()
    expect(await from('192.0.2.1', api, { kami: 'NO', markcode: 'PC' }, other)).toMatchObject({ code: 149 })
  })

  it('of one IPv6 /64 count together', async () => {
    for (let at = 0; at < 20; at++) await guess(`2001:db8:1:2::${at}`, `NO${at}`)
    expect(await guess('2001:db8:1:2:ffff::1', 'NO')).toMatchObject({ code: 201 })
    expect(await guess('2001:db8:1:3::1', 'NO')).toMatchObject({ code: 149 })
  })

  it('right codes count nothing, however many customers share an address', async () => {
    const { kamis } = await server.act('code_generate', { app, type: 'permanent', count: 60 })
    for (const [at, kami] of kamis.entries()) {
      expect(await from('192.0.2.1', 'kmlogon', { kami, markcode: `PC-${at}` })).toMatchObject({ code: 200 })
      expect((await guess('192.0.2.1', kami, `PC-${at}`)).code).not.toBe(149)
    }
  })

  it('through a proxy that is not configured have fifty times as many tries', async () => {
    for (let at = 0; at < 30; at++) expect(await guess('10.0.0.7', `NO${at}`)).toMatchObject({ code: 149 })
  })
})

it('an IPv6 /64 registers one user account a day, as an IPv4 address registers one', async () => {
  const register = (ip: string, at: number) =>
    from(ip, 'userreg', { user: `trader_${at}`, password: 'secret12', qq: `1000${at}` })
  expect(await register('192.0.2.50', 1)).toMatchObject({ code: 200 })
  expect(await register('192.0.2.50', 2)).toMatchObject({ code: 117 })
  const replies = await Promise.all([3, 4, 5, 6].map((at) => register(`2001:db8:5:5::${at}`, at)))
  expect(replies.map(({ code }) => code).sort()).toEqual([117, 117, 117, 200].sort())
  expect(await register('2001:db8:5:6::1', 7)).toMatchObject({ code: 200 })
})

// It passes a day, which ends the owner's session.
describe('trials of an application', () => {
  it('have a total for an application and a day, which the developer sets', async () => {
    const few = await server.application({ mt5: { auto_trial: true, trials_a_day: 5 } })
    const tried = await codesOf(9, (at) => logOn(`192.0.2.${at + 1}`, `${at + 1}@A`, few))
    expect(tried.done).toBe(5)
    await server.act('app_update', { app: few, mt5: { trials_a_day: 6 } })
    expect((await codesOf(3, (at) => logOn(`192.0.2.${at + 101}`, `${at + 101}@A`, few))).done).toBe(1)
    server.clock.pass(24 * HOUR)
    expect(await logOn('192.0.2.1', '200@A', few)).toMatchObject({ code: 200 })
  })
})
