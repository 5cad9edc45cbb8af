const DAY = 86_400
const MINUTE = 60
export const WEEK_MINUTES = 7 * 24 * 60
const WEEK = WEEK_MINUTES * MINUTE

/** A break of every week, minutes since Sunday 00:00. `to` may be in the week after. */
export interface WeeklyBreak {
  readonly from: number
  readonly to: number
}

/** A time in which a market stays closed in addition to its week, Unix seconds. */
export interface Holiday {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** The hours of a group of symbols. Without breaks the market is open round the clock. */
export interface MarketHours {
  readonly breaks: readonly WeeklyBreak[]
  readonly holidays: readonly Holiday[]
}

/** A market at a time: open or closed, and since when, Unix seconds. 0: since ever. */
export interface MarketState {
  readonly isOpen: boolean
  readonly since: number
}

/** A closed time, Unix seconds. `to` itself is open. */
export interface ClosedSpan {
  readonly from: number
  readonly to: number
}

/** Whether some minute of the week is in no break, so that the market opens at all. */
export function opensWeekly(breaks: readonly WeeklyBreak[]): boolean {
  if (breaks.some(({ from, to }) => to - from >= WEEK_MINUTES)) return false
  const starts = [0, ...breaks.map(({ to }) => to % WEEK_MINUTES)]
  return starts.some((minute) => breaks.every((one) => !isIn(one, minute)))
}

function isIn({ from, to }: WeeklyBreak, minute: number): boolean {
  return (minute >= from && minute < to) || minute + WEEK_MINUTES < to
}

/** Unix time began on a Thursday. */
function weekStart(at: number): number {
  return at - ((at + 4 * DAY) % WEEK)
}

/** The breaks and holidays around a time, with those that end before it. */
function* spansNear({ breaks, holidays }: MarketHours, at: number): Generator<ClosedSpan> {
  const start = weekStart(at)
  for (const { from, to } of breaks)
    for (const week of [start - WEEK, start]) yield { from: week + from * MINUTE, to: week + to * MINUTE }
  yield* holidays
}

/** The closed time of a market by one cause: its week, or a holiday up to the next break of the week. */
export interface ClosedCause extends ClosedSpan {
  readonly isHoliday: boolean
}

/** Undefined while the market is open. */
export function closedCause(hours: MarketHours, at: number): ClosedCause | undefined {
  const weekly = closedSpan({ ...hours, holidays: [] }, at)
  if (weekly !== undefined) return { ...weekly, isHoliday: false }
  const holiday = closedSpan({ ...hours, breaks: [] }, at)
  if (holiday === undefined) return undefined
  let { to } = holiday
  const start = weekStart(at)
  for (const { from } of hours.breaks)
    for (const begins of [start + from * MINUTE, start + WEEK + from * MINUTE])
      if (begins > at) to = Math.min(to, begins)
  return { from: holiday.from, to, isHoliday: true }
}

/** The closed time around `at`: breaks and holidays that touch are one. Undefined while the market is open. */
export function closedSpan(hours: MarketHours, at: number): ClosedSpan | undefined {
  let { from, to } = { from: at, to: at }
  for (;;) {
    const before = to - from
    for (const span of spansNear(hours, to)) {
      if (span.from <= to && span.to > to) to = span.to
    }
    for (const span of spansNear(hours, from - 1)) {
      if (span.from < from && span.to >= from && to > at) from = span.from
    }
    if (to - from === before) return to > at ? { from, to } : undefined
  }
}

export function marketState(hours: MarketHours, at: number): MarketState {
  const closed = closedSpan(hours, at)
  if (closed !== undefined) return { isOpen: false, since: closed.from }
  let opened = 0
  for (const { to } of spansNear(hours, at)) if (to <= at) opened = Math.max(opened, to)
  return { isOpen: true, since: opened }
}
