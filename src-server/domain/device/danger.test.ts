import { describe, expect, it } from 'vitest'
import { ASKED_COMMAND } from '../../../tests/support/asked-command.ts'
import type { Command } from './command.ts'
import { DEFAULT_CALENDAR } from '../../contract/markets/default-calendar.ts'
import { Markets } from '../../contract/markets/markets.ts'
import { STANDARD_LIMITS } from '../../contract/account-risk.ts'
import { byDanger, dangerOf, type Danger } from './danger.ts'

/** A Tuesday, when the market is open. */
const NOW = 1_700_000_000
const MARKETS = new Markets(DEFAULT_CALENDAR)
const device = { accountKey: '1@Broker', disabled: false, vip: NOW + 1 }
const pulse = {
  at: NOW,
  interval: 10,
  symbol: 'EURUSD',
  equity: NaN,
  balance: NaN,
  dd: 0,
  marginLevel: NaN,
  positions: 1,
  buyPos: NaN,
  sellPos: NaN,
}
const command = (state: Command['state']): Command => ({
  ...ASKED_COMMAND,
  state,
  askedAt: NOW - 100,
  deliveredAt: NOW - 90,
  deliveredPositions: 1,
  overdueAt: state === 'overdue' ? NOW - 30 : null,
  overduePositions: 1,
})
const limitsFrom = (critical: number) => ({ ...STANDARD_LIMITS, drawdown_critical: critical })
const danger = (account: Partial<Parameters<typeof dangerOf>[0]>) =>
  dangerOf({ device, command: undefined, pulse, limits: limitsFrom(30), ...account }, NOW, MARKETS)

describe('dangerOf', () => {
  it('reports nothing for a healthy account, nor for one without pulses', () => {
    expect(danger({})).toBeUndefined()
    expect(danger({ pulse: undefined })).toBeUndefined()
    expect(danger({ pulse: { ...pulse, dd: NaN, positions: NaN } })).toBeUndefined()
  })

  it.each([
    [29.99, 30, false],
    [30, 30, true],
    [-30, 30, true],
    [NaN, 30, false],
  ])('a drawdown of %s at a limit of %s: %s', (dd, threshold, is) => {
    expect(danger({ pulse: { ...pulse, dd }, limits: limitsFrom(threshold) })?.reason).toBe(
      is ? 'drawdown' : undefined,
    )
  })

  it.each([
    [60, 1, false],
    [61, 1, true],
    [61, 0, false],
    [61, NaN, false],
  ])('silent for %s s with %s positions: %s', (age, positions, is) => {
    const last = { ...pulse, at: NOW - age, positions }
    expect(danger({ pulse: last })).toEqual(is ? { reason: 'silent', dd: 0, at: last.at } : undefined)
  })

  it.each([
    [7000, 10_000, true],
    [7001, 10_000, false],
    [7000, NaN, false],
  ])('an equity of %s of %s, without dd: %s', (equity, balance, is) => {
    const unsaid = { ...pulse, dd: NaN, equity, balance }
    expect(danger({ pulse: unsaid })).toEqual(is ? { reason: 'drawdown', dd: 30, at: NOW } : undefined)
  })

  it.each([
    [1, 0, true],
    [0, 0, false],
    [NaN, 0, false],
    [NaN, NaN, false],
  ])('silent with %s buy and %s sell positions: %s', (buyPos, sellPos, is) => {
    const last = { ...pulse, at: NOW - 61, positions: NaN, buyPos, sellPos }
    expect(danger({ pulse: last })?.reason).toBe(is ? 'silent' : undefined)
  })

  it.each([
    [150, 1, 'margin'],
    [150.1, 1, undefined],
    [0, 0, undefined],
  ])('a margin level of %s with %s positions: %s', (marginLevel, positions, reason) => {
    expect(danger({ pulse: { ...pulse, marginLevel, positions } })?.reason).toBe(reason)
  })

  it('without a licence only an overdue close counts', () => {
    const bad = { ...pulse, at: NOW - 1000, dd: 50 }
    for (const over of [
      { ...device, disabled: true },
      { ...device, vip: NOW },
    ]) {
      expect(danger({ device: over, pulse: bad })).toBeUndefined()
      expect(danger({ device: over, pulse: bad, command: command('overdue') })?.reason).toBe('close_overdue')
    }
  })

  it('an overdue close is the worst, from the end of its time', () => {
    const bad = { ...pulse, dd: 50 }
    expect(danger({ pulse: bad, command: command('overdue') })).toEqual({
      reason: 'close_overdue',
      dd: 50,
      at: NOW - 30,
    })
    for (const state of ['asked', 'delivered', 'confirmed', 'unreported', 'withdrawn'] as const)
      expect(danger({ command: command(state) })).toBeUndefined()
  })
})

it('byDanger: by reason, then the deepest drawdown, then the longest duration', () => {
  const one = (reason: Danger['reason'], dd: number | undefined, at: number): Danger => ({ reason, dd, at })
  const sorted = [
    one('close_overdue', 1, 5),
    one('close_overdue', 90, 6),
    one('drawdown', 40, 9),
    one('drawdown', 31, 1),
    one('silent', undefined, 2),
    one('silent', 29, 3),
  ]
  expect(sorted.toReversed().sort(byDanger)).toEqual(sorted)
})
