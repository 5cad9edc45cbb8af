import { momentIn } from '../../../i18n/zone.ts'
import {
  EARLIEST_END,
  LAST_SECOND as LAST_MOMENT,
  PERMANENT_VIP,
} from '../../../../src-server/contract/limits.ts'

/** The order of day and month where a date has the year at its end. */
export type DayOrder = 'dmy' | 'mdy'

interface Clock {
  readonly hour: number
  readonly minute: number
  readonly second: number
}
interface Day {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** A date as a person or a program wrote it. */
export type WrittenDate =
  /** An exact time, Unix seconds. */
  | { readonly kind: 'moment'; readonly at: number }
  /** A day, maybe with a time, on the clock of a place that the text doesn't name. */
  | { readonly kind: 'wall'; readonly day: Day; readonly clock: Clock | undefined }
  /** The same, and either number may be the month. */
  | {
      readonly kind: 'open'
      readonly first: number
      readonly second: number
      readonly year: number
      readonly clock: Clock | undefined
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'wrong'; readonly reason: DateProblem }

export type DateProblem = 'no date' | 'before 2000' | 'year with two digits' | 'no such day'

const FOREVER = new Set(
  'permanent forever never lifetime unlimited perpetual 永久 永不 永不过期 永远 终身 终生 无限 无限期 不过期 长期'.split(
    ' ',
  ),
)
const NONE = new Set('0 - -- null none nil n/a na 无 未使用 未激活 空 0000-00-00'.split(' '))
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const TIME = String.raw`(?:[t\s,]+(上午|下午)?\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(am|pm|a\.m\.|p\.m\.)?)?`
const ZONED =
  /^(\d{4})-(\d{2})-(\d{2})[t ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})$/
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{1,2})${TIME}$`)
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})\s*([-/.])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})${TIME}$`)
const DAY_NAMED = new RegExp(
  String.raw`^(?:[a-z]{3,9},?\s+)?(\d{1,2})[-\s.]+([a-z]{3,9})\.?[-\s,]+(\d{4})${TIME}$`,
)
const MONTH_NAMED = new RegExp(
  String.raw`^(?:[a-z]{3,9},\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${TIME}$`,
)

/** Days of Excel from the year 2000 to 2199. */
const FIRST_DAY = 36_526
const LAST_DAY = 109_574
/** Excel's day 0 in the system that counts from 1900, as days before 1970. */
const DAY_0 = 25_569
/** A workbook that counts from 1904 has numbers that are smaller by this. */
const DAYS_1904 = 1462

/** Reads a date in any usual form. @param is1904 the workbook counts days from 1904 */
export function readDate(given: string, is1904 = false): WrittenDate {
  const text = given.normalize('NFKC').trim().toLowerCase()
  if (FOREVER.has(text)) return { kind: 'moment', at: PERMANENT_VIP }
  if (NONE.has(text) || text.startsWith('0000-00-00')) return { kind: 'none' }
  if (/^\d+(?:\.\d+)?$/.test(text)) return readNumber(text, is1904)
  return readZoned(text) ?? readParts(withoutSigns(text)) ?? wrong('no date')
}

/** 2026年12月31日 8时5分 → 2026-12-31 8:05 */
function withoutSigns(text: string): string {
  return text
    .replace(/(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?/, '$1-$2-$3 ')
    .replace(
      /(\d{1,2})\s*[时點点]\s*(\d{1,2})\s*分?(?:\s*(\d{1,2})\s*秒)?/,
      (_, hour: string, minute: string, second?: string) =>
        [hour, minute.padStart(2, '0'), ...(second === undefined ? [] : [second.padStart(2, '0')])].join(':'),
    )
    .trim()
}

function readNumber(text: string, is1904: boolean): WrittenDate {
  const number = Number(text)
  const first = FIRST_DAY - (is1904 ? DAYS_1904 : 0)
  if (number >= first && number <= LAST_DAY) return dayOfSheet(number + (is1904 ? DAYS_1904 : 0))
  if (text.includes('.')) return wrong('no date')
  const [, year = '', month = '', day = '', rest = ''] =
    /^((?:19|20|21)\d\d)(\d\d)(\d\d)((?:\d{4}(?:\d\d)?)?)$/.exec(text) ?? []
  if (year !== '') {
    const clock = clockOf(rest.slice(0, 2), rest.slice(2, 4), rest.slice(4))
    if (clock === undefined) return wrong('no such day')
    return wall(Number(year), Number(month), Number(day), rest === '' ? undefined : clock)
  }
  if (text.length === 13) return { kind: 'moment', at: Math.floor(number / 1000) }
  if (number > LAST_MOMENT) return wrong('no date')
  return number < EARLIEST_END ? wrong('before 2000') : { kind: 'moment', at: number }
}

/** A day of Excel; its fraction is the time of the day. */
function dayOfSheet(number: number): WrittenDate {
  const date = new Date(Math.round((number - DAY_0) * 86_400) * 1000)
  const clock = { hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() }
  const hasTime = !Number.isInteger(number)
  return wall(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate(), hasTime ? clock : undefined)
}

function readZoned(text: string): WrittenDate | undefined {
  const [whole, ...parts] = ZONED.exec(text) ?? []
  if (whole === undefined) return undefined
  const [year, month, day, hour, minute, second, zone = 'z'] = parts.map(
    (part: string | undefined) => part ?? '0',
  )
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(-2)}` : 'Z'
  const at = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${(second ?? '0').padStart(2, '0')}${offset}`,
  )
  return Number.isNaN(at) ? wrong('no such day') : { kind: 'moment', at: Math.floor(at / 1000) }
}

function readParts(text: string): WrittenDate | undefined {
  const yearFirst = YEAR_FIRST.exec(text)
  if (yearFirst !== null) {
    const [, year, , month, day, ...time] = yearFirst
    return dated(time, (clock) => wall(Number(year), Number(month), Number(day), clock))
  }
  const yearLast = YEAR_LAST.exec(text)
  if (yearLast !== null) {
    const [, first, sign, second, year = '', ...time] = yearLast
    if (year.length === 2) return wrong('year with two digits')
    return dated(time, (clock) => openDay(Number(first), Number(second), Number(year), sign === '.', clock))
  }
  const dayNamed = DAY_NAMED.exec(text)
  const [, name = '', number, year, ...time] =
    dayNamed === null ? (MONTH_NAMED.exec(text) ?? []) : swapped(dayNamed)
  const month = MONTHS.findIndex((known) => name.startsWith(known)) + 1
  if (month === 0) return undefined
  return dated(time, (clock) => wall(Number(year), month, Number(number), clock))
}

function swapped([whole = '', day = '', name = '', ...rest]: RegExpExecArray): string[] {
  return [whole, name, day, ...rest]
}

/** @param isDayFirst dates with points have the day first everywhere */
function openDay(
  first: number,
  second: number,
  year: number,
  isDayFirst: boolean,
  clock: Clock | undefined,
): WrittenDate {
  if (isDayFirst || first === second) return wall(year, second, first, clock)
  if (first > 12 && second > 12) return wrong('no such day')
  if (first > 31 || second > 31 || first === 0 || second === 0) return wrong('no such day')
  return { kind: 'open', first, second, year, clock }
}

function dated(
  [half, hour, minute, second, side]: readonly (string | undefined)[],
  make: (clock: Clock | undefined) => WrittenDate,
): WrittenDate {
  if (hour === undefined) return make(undefined)
  const isAfternoon = half === '下午' || side?.startsWith('p') === true
  const isMorning = half === '上午' || side?.startsWith('a') === true
  const given = Number(hour)
  const full = isAfternoon && given < 12 ? given + 12 : isMorning && given === 12 ? 0 : given
  const clock = clockOf(String(full), minute ?? '0', second ?? '0')
  return clock === undefined ? wrong('no such day') : make(clock)
}

function clockOf(hour: string, minute: string, second: string): Clock | undefined {
  const clock = { hour: Number(hour), minute: Number(minute), second: Number(second) }
  return clock.hour < 24 && clock.minute < 60 && clock.second < 60 ? clock : undefined
}

function wall(year: number, month: number, day: number, clock: Clock | undefined): WrittenDate {
  const there = new Date(Date.UTC(year, month - 1, day))
  const isDay = there.getUTCMonth() === month - 1 && there.getUTCDate() === day
  return isDay ? { kind: 'wall', day: { year, month, day }, clock } : wrong('no such day')
}

function wrong(reason: DateProblem): WrittenDate {
  return { kind: 'wrong', reason }
}

/** The order and the zone of the dates of a file. */
export interface DateSense {
  readonly order: DayOrder | undefined
  /** The zone of times without a zone. undefined for this computer's. */
  readonly zone: string | undefined
}

/**
 * Unix seconds of a written date.
 * @param lasts a day without a time counts until its end
 * @returns null for none, and the reason where the date can't be understood
 */
export function momentOfDate(
  date: WrittenDate,
  { order, zone }: DateSense,
  lasts: boolean,
): number | null | DateProblem {
  switch (date.kind) {
    case 'none':
      return null
    case 'wrong':
      return date.reason
    case 'moment':
      return date.at
    case 'open': {
      const isDayFirst = order === 'dmy'
      const [month, day] = isDayFirst ? [date.second, date.first] : [date.first, date.second]
      return momentOfDate(wall(date.year, month, day, date.clock), { order, zone }, lasts)
    }
    case 'wall': {
      const { day, clock = lasts ? DAY_ENDS : DAY_BEGINS } = date
      const at = momentIn(zone, { ...day, ...clock })
      return at < EARLIEST_END ? 'before 2000' : at
    }
  }
}

const DAY_BEGINS: Clock = { hour: 0, minute: 0, second: 0 }
const DAY_ENDS: Clock = { hour: 23, minute: 59, second: 59 }

/**
 * The order of day and month in a file: by the dates that fit only one order.
 * @returns `none` for a file without such dates, and `open` where its dates fit both orders, or some fit only one and others
 * only the other
 */
export function orderOf(dates: Iterable<WrittenDate>): DayOrder | 'none' | 'open' {
  const seen = new Set<DayOrder | 'both'>()
  for (const date of dates) {
    if (date.kind !== 'open') continue
    seen.add(date.first > 12 ? 'dmy' : date.second > 12 ? 'mdy' : 'both')
  }
  if (seen.size === 0) return 'none'
  if (seen.has('dmy')) return seen.has('mdy') ? 'open' : 'dmy'
  return seen.has('mdy') ? 'mdy' : 'open'
}
