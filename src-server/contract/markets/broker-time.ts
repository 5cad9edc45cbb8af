/** The rules by which clocks go forward an hour in summer: never, as in New York, or as in Europe. */
export const SUMMER_RULES = ['none', 'us', 'eu'] as const
export type SummerRule = (typeof SUMMER_RULES)[number]

/** The clock of a broker's servers. No pulse says it: a person enters it. */
export interface BrokerClock {
  /** A server's name, without regard to case. A `*` at its end means every server that begins so. */
  readonly server: string
  /** Minutes ahead of UTC in winter. */
  readonly offset: number
  readonly summer: SummerRule
}

const HOUR = 3600
const DAY = 86_400

/** The minutes that the clock of a trading server is ahead of UTC. Undefined for a server that nobody entered. */
export function brokerOffset(
  clocks: readonly BrokerClock[],
  server: string,
): ((at: number) => number) | undefined {
  const name = server.toUpperCase()
  const clock = clocks.find((one) => {
    const wanted = one.server.toUpperCase()
    return wanted.endsWith('*') ? name.startsWith(wanted.slice(0, -1)) : name === wanted
  })
  if (clock === undefined) return undefined
  const { offset, summer } = clock
  return (at) => offset + (isSummer(summer, at) ? 60 : 0)
}

function isSummer(rule: SummerRule, at: number): boolean {
  if (rule === 'none') return false
  const year = new Date(at * 1000).getUTCFullYear()
  const [from, to] = rule === 'eu' ? europe(year) : newYork(year)
  return from <= at && at < to
}

/** The last Sundays of March and October, at 01:00 UTC. */
function europe(year: number): [number, number] {
  return [lastSunday(year, 3) + HOUR, lastSunday(year, 10) + HOUR]
}

/** The second Sunday of March and the first one of November, at 02:00 in New York. */
function newYork(year: number): [number, number] {
  return [firstSunday(year, 3) + 7 * DAY + 7 * HOUR, firstSunday(year, 11) + 6 * HOUR]
}

/** @param month from 1 */
function firstSunday(year: number, month: number): number {
  return sundayFrom(Date.UTC(year, month - 1, 1) / 1000)
}
function lastSunday(year: number, month: number): number {
  return sundayFrom(Date.UTC(year, month, 1) / 1000 - 7 * DAY)
}
function sundayFrom(day: number): number {
  return day + ((7 - new Date(day * 1000).getUTCDay()) % 7) * DAY
}
