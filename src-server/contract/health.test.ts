import { describe, expect, it } from 'vitest'
import { healthOf } from './health.ts'
import { DEFAULT_CALENDAR } from './markets/default-calendar.ts'
import { Markets } from './markets/markets.ts'

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000
const MARKETS = new Markets(DEFAULT_CALENDAR)
const health = (last: number, interval: number, now: number, symbol = 'XAUUSD', markets = MARKETS) =>
  healthOf('70000001@Broker-Live', { at: last, interval, symbol }, now, markets)

describe('healthOf', () => {
  const noon = at('2026-11-25T12:00:00')
  it.each([
    ['never', 0, 10, noon],
    ['live', noon, 10, noon],
    ['live', noon - 20, 10, noon],
    ['late', noon - 21, 10, noon],
    ['late', noon - 60, 10, noon],
    ['silent', noon - 61, 10, noon],
    ['late', noon - 60, 1, noon],
    ['silent', noon - 61, 1, noon],
    ['live', noon - 120, 60, noon],
    ['late', noon - 360, 60, noon],
    ['silent', noon - 361, 60, noon],
    ['live', noon - 20, 0, noon],
    ['late', noon - 21, 0, noon],
    ['live', noon + 5, 10, noon],
  ])('%s: last %d, every %d s, now %d', (expected, last, interval, now) => {
    expect(health(last, interval, now)).toBe(expected)
  })

  const close = at('2026-11-27T21:00:00')
  it.each([
    ['stopped as the market closed', close - 5, at('2026-11-28T12:00:00'), 'closed'],
    ['stopped just before the close, while still late', close - 60, at('2026-11-29T21:00:00'), 'closed'],
    ['was silent before the close', close - 61, at('2026-11-28T12:00:00'), 'silent'],
    ['pulsed into the weekend, then stopped', close + 3600, at('2026-11-28T12:00:00'), 'closed'],
    ['still pulses on Saturday', at('2026-11-28T11:59:55'), at('2026-11-28T12:00:00'), 'live'],
    ['did not come back on Sunday night', close - 5, at('2026-11-29T22:00:00'), 'silent'],
  ])('weekend: %s', (_, last, now, expected) => {
    expect(health(last, 10, now)).toBe(expected)
  })

  const sunday = at('2026-11-29T12:00:00')
  it.each([
    ['a bitcoin account that stopped an hour ago', 'BTCUSD', sunday - 3600, 'silent'],
    ['a bitcoin account of a broker with suffixes', 'BTCUSD_i', sunday - 3600, 'silent'],
    ['a euro account that stopped at the close', 'EURUSD', close - 5, 'closed'],
    ['a euro account whose timer pulsed until an hour ago', 'EURUSD', sunday - 3600, 'closed'],
    ['an unknown symbol that stopped at the close', 'Volatility 75 Index', close - 5, 'closed'],
    ['an unknown symbol that pulsed through the weekend', 'Volatility 75 Index', sunday - 3600, 'silent'],
    ['an account without a symbol that pulsed through the weekend', '', sunday - 3600, 'closed'],
  ])('Sunday noon, %s', (_, symbol, last, expected) => {
    expect(health(last, 10, sunday, symbol)).toBe(expected)
  })

  it('a holiday is no silence, and after its end the account is silent', () => {
    const christmas = { name: 'Christmas', from: at('2026-12-25T00:00:00'), to: at('2026-12-26T00:00:00') }
    const forex = { ...DEFAULT_CALENDAR.forex, holidays: [christmas] }
    const markets = new Markets({ ...DEFAULT_CALENDAR, forex })
    const last = at('2026-12-24T23:59:55')
    expect(health(last, 10, at('2026-12-25T12:00:00'), 'EURUSD', markets)).toBe('closed')
    // Friday's holiday and the weekend are one break.
    expect(health(last, 10, at('2026-12-27T21:59:59'), 'EURUSD', markets)).toBe('closed')
    expect(health(last, 10, at('2026-12-27T22:00:00'), 'EURUSD', markets)).toBe('silent')
    expect(health(last, 10, at('2026-12-25T12:00:00'), 'XAUUSD', markets)).toBe('silent')
  })
})
