import { afterEach, describe, expect, it } from 'vitest'
import { formatDay, formatTime } from './format.ts'
import { calendarDays } from './calendar-days.ts'
import { momentOf, shownZone, wallTime } from './zone.ts'

afterEach(() => {
  shownZone.value = undefined
})

const NOON = Date.UTC(2026, 10, 29, 12, 0, 0) / 1000

describe('times in a chosen zone', () => {
  it.each([
    ['UTC', '2026-11-29 12:00:00'],
    ['Asia/Shanghai', '2026-11-29 20:00:00'],
    ['America/New_York', '2026-11-29 07:00:00'],
    ['Pacific/Kiritimati', '2026-11-30 02:00:00'],
    ['Asia/Kolkata', '2026-11-29 17:30:00'],
  ])('%s', (zone, shown) => {
    shownZone.value = zone
    expect(formatTime(NOON)).toBe(shown)
    expect(formatDay(NOON)).toBe(shown.slice(0, 10))
  })

  it('midnight is hour 0 of the new day', () => {
    shownZone.value = 'Asia/Shanghai'
    expect(wallTime(NOON + 4 * 3600)).toEqual({
      year: 2026,
      month: 11,
      day: 30,
      hour: 0,
      minute: 0,
      second: 0,
    })
  })

  it('calendar days count the midnights of the zone', () => {
    shownZone.value = 'Asia/Shanghai'
    expect(calendarDays(NOON, NOON + 4 * 3600)).toBe(1)
    shownZone.value = 'UTC'
    expect(calendarDays(NOON, NOON + 4 * 3600)).toBe(0)
  })
})

describe('a time on the wall', () => {
  it.each(['UTC', 'Asia/Shanghai', 'America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', undefined])(
    'of %s becomes the moment that shows it',
    (zone) => {
      shownZone.value = zone
      for (let at = NOON; at < NOON + 365 * 86_400; at += 86_400 * 7 + 3601) {
        const { year, month, day, hour, minute, second } = wallTime(at)
        expect(momentOf(year, month, day, hour, minute, second)).toBe(at)
      }
    },
  )

  it('continues in the next month beyond the end of one', () => {
    shownZone.value = 'UTC'
    expect(momentOf(2026, 13, 1)).toBe(Date.UTC(2027, 0, 1) / 1000)
    expect(momentOf(2026, 11, 31)).toBe(Date.UTC(2026, 11, 1) / 1000)
  })

  it('is no moment where a part is no number', () => {
    shownZone.value = 'UTC'
    expect(momentOf(Number('x'), 1, 1)).toBeNaN()
  })
})
