import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_MARKETS } from '../../src-server/contract/markets/default-calendar.ts'
import type { ActionInput, ActionName } from '../../src-server/contract/actions/index.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000
/** A Friday evening, ten minutes before the currency market closes. */
const FRIDAY = at('2026-11-27T20:50:00')
const MINUTE = 60

let server: TestServer
let app: number

/** The owner, freshly signed in: the tests cross weeks. */
const owner = () => ConsoleClient.signIn(server.running.consoleUrl, 'owner', OWNER_PASSWORD)
const act = async <N extends ActionName>(name: N, input: ActionInput<N>) => (await owner()).call(name, input)

beforeAll(async () => {
  server = await TestServer.start(FRIDAY)
  app = await server.application({ mt5: { silence_alert: 300 } })
  for (const key of ['1@Coins', '2@Coins', '3@Weekend', '4@Weekend', '5@Lone', '6@Lone'])
    await act('device_create', { app, account_key: key, vip: 4_102_243_200 })
})
afterAll(() => server.end())

const pulse = (account_key: string, symbol: string, float_pnl = 1) =>
  server.api('mt5pulse', app, { account_key, symbol, equity: 1000, positions: 1, float_pnl })
const goTo = (iso: string) => {
  server.clock.pass(at(iso) - server.clock.now())
}
const keysOf = async (health: 'silent' | 'closed') =>
  (await act('device_list', { filter: { health }, size: 50 })).rows.map(({ account_key: key }) => key).sort()
const silences = async () =>
  (await act('risk_list', { kind: 'silent' })).rows
    .filter(({ facts }) => facts['state'] === 'silent')
    .map(({ subject }) => subject)
    .sort()
const learned = async () => (await act('market_calendar', {})).learned
/** Pulses of an account whose result moves every two minutes, for a quarter of an hour. */
async function trade(key: string, symbol: string): Promise<void> {
  for (let pnl = 0; pnl < 8; pnl++) {
    await pulse(key, symbol, pnl)
    server.clock.pass(2 * MINUTE)
  }
}

describe('a weekend', () => {
  it('a silent bitcoin account is silent, and a silent euro account is closed', async () => {
    server.clock.pass(9 * MINUTE + 55)
    await pulse('1@Coins', 'BTCUSD_i')
    await pulse('2@Coins', 'EURUSD.m')
    for (const key of ['3@Weekend', '4@Weekend']) await pulse(key, 'XAUUSD.wkd')
    for (const key of ['5@Lone', '6@Lone']) await pulse(key, 'EURUSD')
    goTo('2026-11-28T00:00:00')
    await until(async () => (await silences()).length > 0, 'the silence of the bitcoin account')
    expect(await silences()).toEqual(['1@Coins'])
    expect(await keysOf('silent')).toEqual(['1@Coins'])
    expect(await keysOf('closed')).toEqual(['2@Coins', '3@Weekend', '4@Weekend', '5@Lone', '6@Lone'])
  })

  it('a market whose accounts move is learned, but not by one account among others', async () => {
    goTo('2026-11-28T10:00:00')
    for (const key of ['3@Weekend', '4@Weekend']) await trade(key, 'XAUUSD.wkd')
    // One of two euro accounts holds something else. The other one stopped at the close.
    await trade('5@Lone', 'EURUSD')
    await until(async () => (await learned()).length > 0, 'the market of gold on weekends')
    const now = server.clock.now()
    expect(await learned()).toMatchObject([{ symbol: 'XAUUSD.wkd', server: 'Weekend' }])
    for (const { since, until: end } of await learned()) {
      expect(since).toBeLessThanOrEqual(now)
      expect(end).toBeGreaterThan(now + 28 * 86_400)
    }
  })

  it('silence counts there from then on, also after a restart', async () => {
    await server.close()
    await server.open()
    expect(await learned()).toHaveLength(1)
    server.clock.pass(3600)
    expect(await keysOf('silent')).toEqual(['1@Coins', '3@Weekend', '4@Weekend'])
    await until(async () => (await silences()).includes('4@Weekend'), 'the silence of gold')
    expect(await keysOf('closed')).toEqual(['2@Coins', '5@Lone', '6@Lone'])
  })

  it('an assigned symbol follows its group, whatever was learned', async () => {
    await act('settings_set', { markets: { symbols: [{ symbol: 'xauusd.*', group: 'metals' }] } })
    expect(await keysOf('closed')).toContain('4@Weekend')
    await act('settings_set', { markets: { symbols: [{ symbol: 'EURUSD', group: 'crypto' }] } })
    expect(await keysOf('silent')).toEqual(['1@Coins', '3@Weekend', '4@Weekend', '5@Lone', '6@Lone'])
    await act('settings_set', { markets: { symbols: [] } })
  })

  it('what nobody confirms is forgotten after six weeks', async () => {
    goTo('2027-01-10T12:00:00')
    await until(async () => (await learned()).length === 0, 'the market is forgotten')
  })
})

describe('a holiday', () => {
  const monday = at('2027-01-11T00:00:00')
  const forex = { ...DEFAULT_MARKETS.forex, holidays: [{ name: 'a day', from: monday, to: monday + 86_400 }] }

  it('is a break of its group alone, and silence counts from its end', async () => {
    await act('settings_set', { markets: { forex } })
    goTo('2027-01-10T23:59:50')
    await pulse('2@Coins', 'EURUSD.m')
    await pulse('3@Weekend', 'XAUUSD')
    goTo('2027-01-11T12:00:00')
    expect(await keysOf('closed')).toEqual(['2@Coins'])
    await until(async () => (await silences()).includes('3@Weekend'), 'the silence of gold')
    expect(await silences()).not.toContain('2@Coins')
    goTo('2027-01-12T00:04:00')
    expect(await keysOf('silent')).toContain('2@Coins')
    expect(await silences()).not.toContain('2@Coins')
    goTo('2027-01-12T00:05:01')
    await until(async () => (await silences()).includes('2@Coins'), 'the silence after the holiday')
  })

  it.each([
    ['a week without an open time', { breaks: [{ from: 0, to: 10_080 }], holidays: [] }],
    ['a break that ends before it begins', { breaks: [{ from: 500, to: 400 }], holidays: [] }],
    ['a holiday of no length', { breaks: [], holidays: [{ name: '', from: 5, to: 5 }] }],
  ])('the settings refuse %s', async (_, hours) => {
    expect(await (await owner()).try('settings_set', { markets: { forex: hours } })).toMatchObject({
      code: 422,
    })
  })
})
