import { describe, expect, it } from 'vitest'
import { backupNameOf, isBackupDue, newestPassed } from './backup-plan.ts'

const at = (text: string) => Date.parse(text) / 1000

describe('isBackupDue', () => {
  it.each([
    // Made yesterday after the planned time. Today's planned time is still ahead, then reached.
    ['03:30', 0, '2026-11-28T03:29:59Z', '2026-11-27T03:31:00Z', false],
    ['03:30', 0, '2026-11-28T03:30:00Z', '2026-11-27T03:31:00Z', true],
    ['03:30', 0, '2026-11-28T23:59:59Z', '2026-11-28T03:30:00Z', false],
    // Missed for days.
    ['03:30', 0, '2026-11-28T02:00:00Z', '2026-11-24T03:30:00Z', true],
    // 03:30 in China is 19:30 UTC of the previous day.
    ['03:30', 480, '2026-11-27T19:29:59Z', '2026-11-26T19:30:00Z', false],
    ['03:30', 480, '2026-11-27T19:30:00Z', '2026-11-26T19:30:00Z', true],
    // West of Greenwich.
    ['22:00', -300, '2026-11-28T02:59:59Z', '2026-11-27T03:00:00Z', false],
    ['22:00', -300, '2026-11-28T03:00:00Z', '2026-11-27T03:00:00Z', true],
  ])('%s, offset %i, at %s, last %s: %s', (time, offset, now, last, due) => {
    expect(isBackupDue(time, offset, at(now), at(last))).toBe(due)
  })
})

it('ignores a backup or a start recorded while the clock was ahead', () => {
  const now = at('2026-11-28T12:00:00Z')
  const before = at('2026-11-27T03:30:00Z')
  expect(newestPassed([at('2031-01-01T03:30:00Z'), before, before - 86_400], now)).toBe(before)
  expect(newestPassed([at('2031-01-01T03:30:00Z')], now)).toBe(0)
  // Set back by hours: the time zone was wrong, and the day's backup exists.
  expect(newestPassed([at('2026-11-28T19:00:00Z')], now)).toBe(at('2026-11-28T19:00:00Z'))
})

it('names sort by time', () => {
  expect(backupNameOf(at('2026-11-28T03:56:24Z'), 'manual')).toBe('20261128T035624Z-manual')
})
