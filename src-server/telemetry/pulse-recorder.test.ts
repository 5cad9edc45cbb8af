import { describe, expect, it } from 'vitest'
import { STANDARD_LIMITS } from '../contract/account-risk.ts'
import { newDevice } from '../domain/device/device.ts'
import type { LiveDevice } from './live-device.ts'
import { recordPulse, smoothInterval } from './pulse-recorder.ts'
import { NO_MORE_FIGURES } from '../../tests/support/no-more-figures.ts'

const NOW = 1_700_000_000

describe('smoothInterval', () => {
  it.each([
    ['the first pulse', undefined, NOW, 0],
    ['the second pulse sets the interval', { at: NOW, interval: 0 }, NOW + 15, 15],
    ['a second pulse after an hour still sets it', { at: NOW, interval: 0 }, NOW + 3600, 3600],
    ["a second pulse after more than an hour doesn't", { at: NOW, interval: 0 }, NOW + 3601, 0],
    ['the newest gap weighs a fifth', { at: NOW, interval: 10 }, NOW + 20, 12],
    ['a gap up to ten times the interval slows it down', { at: NOW, interval: 10 }, NOW + 100, 28],
    ['a longer gap is an absence', { at: NOW, interval: 10 }, NOW + 101, 10],
    ['two pulses in one second', { at: NOW, interval: 10 }, NOW, 10],
    ['a clock set back', { at: NOW, interval: 10 }, NOW - 50, 10],
  ])('%s', (_, previous, at, interval) => {
    expect(smoothInterval(previous, at)).toBeCloseTo(interval, 9)
  })

  it('settles at a steady interval', () => {
    let pulse = { at: NOW, interval: 40 }
    for (let i = 1; i <= 60; i++) pulse = { at: NOW + i * 5, interval: smoothInterval(pulse, NOW + i * 5) }
    expect(pulse.interval).toBeCloseTo(5, 2)
  })
})

it("recordPulse makes each pulse the account's latest", () => {
  const live: LiveDevice = {
    device: { ...newDevice(1, '1@A', NOW), id: 7, vip: NOW + 9, license: '', agentId: null },
    ownerId: 1,
    command: undefined,
    commandBusy: false,
    pulse: undefined,
    trail: undefined,
    limits: STANDARD_LIMITS,
  }
  const telemetry = {
    equity: 1,
    balance: 2,
    dd: 3,
    positions: 4,
    buyPos: 5,
    sellPos: 6,
    floatPnl: -7,
    marginLevel: NaN,
    symbol: 'X',
    ...NO_MORE_FIGURES,
  }
  expect(recordPulse(live, telemetry, '192.0.2.1', NOW)).toBe(live.pulse)
  expect(live.pulse).toEqual({ ...telemetry, deviceId: 7, at: NOW, interval: 0, ip: '192.0.2.1' })
  const next = {
    equity: NaN,
    balance: 3,
    dd: 4,
    positions: 5,
    buyPos: 6,
    sellPos: 7,
    floatPnl: 8,
    marginLevel: 9,
    symbol: '',
    ...NO_MORE_FIGURES,
  }
  expect(recordPulse(live, next, '192.0.2.2', NOW + 10)).toBe(live.pulse)
  expect(live.pulse).toEqual({ ...next, deviceId: 7, at: NOW + 10, interval: 10, ip: '192.0.2.2' })
})
