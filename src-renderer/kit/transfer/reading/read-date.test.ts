import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { momentOfDate, orderOf, readDate, type DateSense } from './read-date.ts'

const FOREVER = 4_102_243_200
const UTC: DateSense = { order: undefined, zone: 'UTC' }
const DAY_FIRST: DateSense = { ...UTC, order: 'dmy' }
const at = (iso: string) => Date.parse(iso) / 1000
const read = (text: string, sense = UTC, is1904 = false) => momentOfDate(readDate(text, is1904), sense, true)

/** The last second of this day. */
const END = at('2026-12-31T23:59:59Z')

describe('a day lasts until its end', () => {
  it.each([
    '2026-12-31',
    '2026/12/31',
    '2026.12.31',
    '20261231',
    '46387',
    '46387.0',
    '31.12.2026',
    '12/31/2026',
    '31 Dec 2026',
    '31-Dec-2026',
    'Dec 31, 2026',
    'December 31st, 2026',
    'Thu, 31 Dec 2026',
    '2026年12月31日',
    '２０２６-１２-３１',
    ' 2026-12-31 ',
  ])('%s', (text) => {
    expect(read(text)).toBe(END)
  })

  it('and begins at its beginning, where the column is no end', () => {
    expect(momentOfDate(readDate('2026-12-31'), UTC, false)).toBe(at('2026-12-31T00:00:00Z'))
  })
})

describe('a day with a time is exact', () => {
  it.each([
    ['2026-12-31 08:05', '2026-12-31T08:05:00Z'],
    ['2026-12-31T08:05:09', '2026-12-31T08:05:09Z'],
    ['2026.12.31 08:05', '2026-12-31T08:05:00Z'],
    ['2026.12.31 08:05:09', '2026-12-31T08:05:09Z'],
    ['31.12.2026, 8:05', '2026-12-31T08:05:00Z'],
    ['12/31/2026 11:59 PM', '2026-12-31T23:59:00Z'],
    ['12/31/2026 12:30 a.m.', '2026-12-31T00:30:00Z'],
    ['2026年12月31日 8时5分9秒', '2026-12-31T08:05:09Z'],
    ['2026/12/31 下午3:00', '2026-12-31T15:00:00Z'],
    ['20261231080509', '2026-12-31T08:05:09Z'],
    ['202612310805', '2026-12-31T08:05:00Z'],
    ['46387.5', '2026-12-31T12:00:00Z'],
    ['2026-12-31T08:05:09Z', '2026-12-31T08:05:09Z'],
    ['2026-12-31T08:05:09.123Z', '2026-12-31T08:05:09Z'],
    ['2026-12-31T08:05:09+08:00', '2026-12-31T00:05:09Z'],
    ['2026-12-31 08:05:09 +0800', '2026-12-31T00:05:09Z'],
    ['2026-12-31 08:05:09 UTC', '2026-12-31T08:05:09Z'],
  ])('%s is %s', (text, iso) => {
    expect(read(text)).toBe(at(iso))
  })
})

it.each<readonly [string, number | null]>([
  ['1798675199', 1_798_675_199],
  ['946684800', 946_684_800],
  ['1798675199000', 1_798_675_199],
  ['253402300799', 253_402_300_799],
  ['4102243200', FOREVER],
  ...['永久', '永不过期', 'Permanent', 'never', 'FOREVER', 'lifetime'].map(
    (word) => [word, FOREVER] as const,
  ),
  ...['0', '-', 'null', '无', '未使用', '0000-00-00', '0000-00-00 00:00:00'].map(
    (word) => [word, null] as const,
  ),
])('%s is %j', (text, value) => {
  expect(read(text)).toBe(value)
})

it.each([
  ['30', 'before 2000'],
  ['1', 'before 2000'],
  ['99999999', 'before 2000'],
  ['1970-01-01', 'before 2000'],
  ['31.12.1999', 'before 2000'],
  ['20261331', 'no such day'],
  ['2026-02-30', 'no such day'],
  ['31.11.2026', 'no such day'],
  ['2026-12-31 25:00', 'no such day'],
  ['20261231256000', 'no such day'],
  ['31/31/2026', 'no such day'],
  ['31/12/26', 'year with two digits'],
  ['soon', 'no date'],
  ['30天', 'no date'],
  ['2026', 'before 2000'],
  ['1.5', 'no date'],
  ['12345678901234567890', 'no date'],
  ['2026-12/31', 'no date'],
])('refuses %s: %s', (text, reason) => {
  expect(read(text)).toBe(reason)
})

describe('day and month', () => {
  const orderOfTexts = (...texts: string[]) => orderOf(texts.map((text) => readDate(text)))

  it('are open where every date of the file fits both orders', () => {
    expect(orderOfTexts('05/06/2026', '1-2-2026')).toBe('open')
    expect(read('05/06/2026', DAY_FIRST)).toBe(at('2026-06-05T23:59:59Z'))
    expect(read('05/06/2026', { ...UTC, order: 'mdy' })).toBe(at('2026-05-06T23:59:59Z'))
  })

  it('follow from one date that fits one order alone', () => {
    expect(orderOfTexts('05/06/2026', '31/12/2026')).toBe('dmy')
    expect(orderOfTexts('05/06/2026', '12/31/2026')).toBe('mdy')
  })

  it('are open where dates contradict each other, and the answer refuses those that do not fit', () => {
    expect(orderOfTexts('12/31/2026', '31/12/2026')).toBe('open')
    expect(read('12/31/2026', DAY_FIRST)).toBe('no such day')
  })

  it('are no question for other dates', () => {
    expect(orderOfTexts('2026-05-06', '05.06.2026', '20260506', '46387', '05/05/2026', 'soon')).toBe('none')
  })
})

describe('a time zone', () => {
  it.each([
    ['Asia/Shanghai', '2026-12-31 08:00', '2026-12-31T00:00:00Z'],
    ['America/New_York', '2026-01-15 12:00', '2026-01-15T17:00:00Z'],
    ['America/New_York', '2026-07-15 12:00', '2026-07-15T16:00:00Z'],
    // The hour from 2 to 3 does not exist on this day: the time moves on by the change.
    ['America/New_York', '2026-03-08 02:30', '2026-03-08T07:30:00Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-29T21:59:59Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T22:59:59Z'],
  ])('%s: %s is %s', (zone, text, iso) => {
    expect(read(text, { ...UTC, zone })).toBe(at(iso))
  })

  it('does not move times that name their own', () => {
    expect(read('2026-12-31T00:00:00Z', { ...UTC, zone: 'Asia/Shanghai' })).toBe(at('2026-12-31T00:00:00Z'))
    expect(read('1798675199', { ...UTC, zone: 'Asia/Shanghai' })).toBe(1_798_675_199)
  })
})

it('days of a workbook that counts from 1904 are four years and a day later', () => {
  expect(read('44925', UTC, true)).toBe(END)
})

it('reads every day that it could have been written as', () => {
  const day = fc.date({ min: new Date('2000-01-02'), max: new Date('2199-12-30'), noInvalidDate: true })
  fc.assert(
    fc.property(day, (date) => {
      const iso = date.toISOString().slice(0, 10)
      const [year, month, number] = iso.split('-') as [string, string, string]
      const serial = Math.floor(date.getTime() / 86_400_000) + 25_569
      const end = at(`${iso}T23:59:59Z`)
      const texts = [
        iso,
        `${number}.${month}.${year}`,
        `${year}${month}${number}`,
        `${year}/${Number(month)}/${Number(number)}`,
      ]
      for (const text of texts) expect(read(text)).toBe(end)
      expect(read(`${number}/${month}/${year}`, DAY_FIRST)).toBe(end)
      expect(read(`${month}/${number}/${year}`, { ...UTC, order: 'mdy' })).toBe(end)
      expect(read(String(serial))).toBe(end)
    }),
  )
})

it('reads any text without an error', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789/-.: 年月日TZ')) }),
  )
  fc.assert(
    fc.property(text, (given) => {
      expect(['number', 'string', 'object']).toContain(typeof read(given, DAY_FIRST))
    }),
  )
})
