import { SUMMER_RULES, type BrokerClock } from '../../../../src-server/contract/markets/broker-time.ts'
import {
  WEEK_MINUTES,
  type Holiday,
  type WeeklyBreak,
} from '../../../../src-server/contract/markets/market-week.ts'

/** The calendar of markets as lines of text, one thing a line. Holidays are in UTC. */

const DAY_MINUTES = 24 * 60
const DAY = 86_400

/** The lines of a text as values, or the first line that can't be read. */
export type Read<T> = { readonly values: T[] } | { readonly wrong: string }

export function readLines<T>(text: string, read: (line: string) => T | undefined): Read<T> {
  const values: T[] = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const value = read(line)
    if (value === undefined) return { wrong: line }
    values.push(value)
  }
  return { values }
}

const two = (value: number) => String(value).padStart(2, '0')
const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

/** Minutes from 00:00 to 24:00. */
function readClock(text: string): number | undefined {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? []
  const read = Number(hours) * 60 + Number(minutes)
  return hours !== '' && Number(minutes) < 60 && read <= DAY_MINUTES ? read : undefined
}

/** `Fri 21:00 - Sun 22:00`. @param days the words of Sunday to Saturday */
export function breakLine({ from, to }: WeeklyBreak, days: readonly string[]): string {
  const moment = (minute: number) =>
    `${days[Math.floor((minute % WEEK_MINUTES) / DAY_MINUTES)] ?? ''} ${clock(minute % DAY_MINUTES)}`
  return `${moment(from)} - ${moment(to)}`
}

export function readBreak(line: string, days: readonly string[]): WeeklyBreak | undefined {
  const [, fromDay = '', fromTime = '', toDay = '', toTime = ''] =
    /^(\S+?)\s*(\d{1,2}:\d{2})\s*[-–—~至到]\s*(\S+?)\s*(\d{1,2}:\d{2})$/u.exec(line) ?? []
  const moment = (day: string, time: string) => {
    const index = days.findIndex((word) => word.toLowerCase() === day.toLowerCase())
    const minutes = readClock(time)
    return index < 0 || minutes === undefined ? undefined : (index * DAY_MINUTES + minutes) % WEEK_MINUTES
  }
  const from = moment(fromDay, fromTime)
  const to = moment(toDay, toTime)
  if (from === undefined || to === undefined) return undefined
  return { from, to: to > from ? to : to + WEEK_MINUTES }
}

const dateOf = (at: number) => new Date(at * 1000).toISOString().slice(0, 10)
const timeOf = (at: number) => clock(Math.floor((at % DAY) / 60))

/** `2026-12-25 Christmas`, `2026-12-24 - 2026-12-26 Christmas`, `2026-12-24 18:00 - 2026-12-26 08:00 Christmas`. */
export function holidayLine({ name, from, to }: Holiday): string {
  const isWhole = from % DAY === 0 && to % DAY === 0
  const last = dateOf(isWhole ? to - DAY : to)
  const first = dateOf(from)
  const span = isWhole
    ? [first, ...(last === first ? [] : ['-', last])]
    : [first, timeOf(from), '-', last, timeOf(to)]
  return [...span, name].join(' ').trim()
}

export function readHoliday(line: string): Holiday | undefined {
  const [, first = '', fromTime = '', last = '', toTime = '', name = ''] =
    /^(\d{4}-\d{2}-\d{2})(?:\s+(\d{1,2}:\d{2}))?(?:\s*[-–—~至到]\s*(\d{4}-\d{2}-\d{2})?\s*(\d{1,2}:\d{2})?(?=\s|$))?\s*(.*)$/u.exec(
      line,
    ) ?? []
  const from = moment(first, fromTime, 0)
  const to = moment(last === '' ? first : last, toTime, DAY_MINUTES)
  // A time at one end alone leaves the other end open.
  const isHalf = (fromTime === '') !== (toTime === '')
  if (from === undefined || to === undefined || to <= from || isHalf) return undefined
  return { name: name.trim(), from, to }
}

function moment(date: string, time: string, without: number): number | undefined {
  const start = Date.parse(`${date}T00:00:00Z`) / 1000
  const minutes = time === '' ? without : readClock(time)
  // Some dates, such as 30 February, are read as another day.
  if (Number.isNaN(start) || dateOf(start) !== date || minutes === undefined) return undefined
  return start + minutes * 60
}

/** `BTCUSD.cme = Indices`. @param names the group's words by its key */
export function symbolLine<G extends string>(
  { symbol, group }: { readonly symbol: string; readonly group: G },
  names: Readonly<Record<G, string>>,
): string {
  return `${symbol} = ${names[group]}`
}

export function readSymbol<G extends string>(
  line: string,
  groups: readonly G[],
  names: Readonly<Record<G, string>>,
): { symbol: string; group: G } | undefined {
  const at = line.lastIndexOf('=')
  const symbol = line.slice(0, at).trim()
  const word = line
    .slice(at + 1)
    .trim()
    .toLowerCase()
  const group = groups.find((one) => one === word || names[one].toLowerCase() === word)
  return at < 0 || symbol === '' || symbol.length > 32 || group === undefined ? undefined : { symbol, group }
}

/** `ICMarkets* = UTC+2 US`, `Europa-Live = UTC+1 EU`, `Demo = UTC-5:30`. */
export function brokerLine({ server, offset, summer }: BrokerClock): string {
  const minutes = Math.abs(offset)
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  const zone = `UTC${offset < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest}`
  return [`${server} = ${zone}`, ...(summer === 'none' ? [] : [summer.toUpperCase()])].join(' ')
}

export function readBroker(line: string): BrokerClock | undefined {
  const [, server = '', sign, hours, minutes = '0', rule = 'none'] =
    /^(.+?)\s*=\s*(?:UTC|GMT)?\s*([+-])(\d{1,2})(?::([0-5]\d))?(?:\s+(US|EU))?$/iu.exec(
      line.replace('−', '-'),
    ) ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const summer = SUMMER_RULES.find((one) => one === rule.toLowerCase())
  const isIn = offset >= -720 && offset <= 840
  return server === '' || summer === undefined || !isIn ? undefined : { server, offset, summer }
}
