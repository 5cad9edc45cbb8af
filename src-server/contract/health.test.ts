import { describe, expect, it } from 'vitest'
import { healthOf, marketClosedSince, marketOpenSince } from './health.ts'

const at = (iso: string) => Date.parse(`${iso}Z`) / 1000

describe('marketClosedSince', () => {
  const friday = at('2026-11-27T21:00:00')
  it.each([
    ['the last second of Friday', '2026-11-27T20:59:59', undefined],
    ['Friday 21:00', '2026-11-27T21:00:00', friday],
    ['Saturday', '2026-11-28T12:00:00', friday],
    ['Sunday 00:00, the start of the week', '2026-11-29T00:00:00', friday],
    ['Sunday 21:59:59', '2026-11-29T21:59:59', friday],
    ['Sunday 22:00', '2026-11-29T22:00:00', undefined],
    ['Wednesday', '2026-11-25T12:00:00', undefined],
  ])('%s', (_, moment, since) => {
    expect(marketClosedSince(at(moment))).toBe(since)
  })
})

describe('marketOpenSince', () => {
  it.each([
    ['Friday 20:59:59', '2026-11-27T20:59:59', '2026-11-22T22:00:00'],
    ['Friday 21:00', '2026-11-27T21:00:00', undefined],
    ['Sunday 00:00', '2026-11-29T00:00:00', undefined],
    ['Sunday 21:59:59', '2026-11-29T21:59:59', undefined],
    ['Sunday 22:00', '2026-11-29T22:00:00', '2026-11-29T22:00:00'],
    ['Saturday before the start of the week', '2026-11-28T23:59:59', undefined],
    ['Wednesday', '2026-12-02T12:00:00', '2026-11-29T22:00:00'],
  ])('%s', (_, moment, since) => {
    expect(marketOpenSince(at(moment))).toBe(since === undefined ? undefined : at(since))
  })
})

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
  ])('%s: last %d, every %d s, now %d', (health, last, interval, now) => {
    expect(healthOf(last, interval, now)).toBe(health)
  })

  const close = at('2026-11-27T21:00:00')
  it.each([
    ['stopped as the market closed', close - 5, at('2026-11-28T12:00:00'), 'closed'],
    ['stopped just before the close, while still late', close - 60, at('2026-11-29T21:00:00'), 'closed'],
    ['was silent before the close', close - 61, at('2026-11-28T12:00:00'), 'silent'],
    ['pulsed into the weekend, then stopped', close + 3600, at('2026-11-28T12:00:00'), 'closed'],
    ['still pulses on Saturday', at('2026-11-28T11:59:55'), at('2026-11-28T12:00:00'), 'live'],
    ['did not come back on Sunday night', close - 5, at('2026-11-29T22:00:00'), 'silent'],
  ])('weekend: %s', (_, last, now, health) => {
    expect(healthOf(last, 10, now)).toBe(health)
  })
})
