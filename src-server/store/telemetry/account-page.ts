import { moneyMoved } from '../../domain/device/money-moved.ts'
import { wallDay } from '../../domain/rules/quiet.ts'
import type { PulseFigures } from '../latest-pulse.ts'
import { PULSE_WIDTH, readPulse, writePulse } from '../pulse-batch.ts'
import {
  BALANCE,
  DEPOSITS,
  EQUITY,
  mergeRow,
  MINUTE,
  RowList,
  STEP_WIDTH,
  WITHDRAWALS,
  writeMinute,
} from './step-rows.ts'

/** The number of accounts with neighbouring ids that share a page. */
export const PAGE_SIZE = 128

/** The places of a day's figures behind those of a step. `AT` is the day's number. */
export const EQUITY_FIRST = STEP_WIDTH
export const BALANCE_FIRST = STEP_WIDTH + 1
export const DAY_WIDTH = STEP_WIDTH + 2

/** The place of an account's number within its page, behind a row that was taken out of the page. */
export const LOCAL_OF_STEP = STEP_WIDTH
export const LOCAL_OF_DAY = DAY_WIDTH

/** The day of an account whose last values are known from before its first day. It is never stored. */
const BEFORE_DAYS = -1

/** The places of figures in a pulse's numbers. */
const PULSE_AT = 1
const PULSE_BALANCE = 3

const step = new Float64Array(STEP_WIDTH)

export function pageOf(deviceId: number): number {
  return Math.floor(deviceId / PAGE_SIZE)
}

/** A stored day of an account, as a row. */
export type StoredDayRow = (deviceId: number, day: number) => Float64Array | undefined

/** The latest pulses of neighbouring accounts, with their running minutes and days. */
export class AccountPage {
  readonly number: number
  readonly latest = new Float64Array(PAGE_SIZE * PULSE_WIDTH)
  readonly symbols: string[] = new Array<string>(PAGE_SIZE).fill('')
  readonly ips: string[] = new Array<string>(PAGE_SIZE).fill('')
  /** The running minutes. A start of 0: none. */
  readonly minutes = new Float64Array(PAGE_SIZE * STEP_WIDTH)
  /** The running days. Number 0: none. */
  readonly days = new Float64Array(PAGE_SIZE * DAY_WIDTH)
  /** Minutes and days that ended since the page was stored. */
  readonly endedMinutes = new RowList(STEP_WIDTH + 1, 0)
  readonly endedDays = new RowList(DAY_WIDTH + 1, 0)
  /** The number of the last journal entry that the stored page has. */
  storedTo = 0
  /** The number of the first journal entry that the stored page lacks. 0: the page is stored as it is. */
  changedFrom = 0

  constructor(number: number) {
    this.number = number
  }

  has(local: number): boolean {
    return this.heardAt(local) > 0
  }

  /** The time of the account's latest pulse, Unix seconds. 0: it never pulsed. */
  heardAt(local: number): number {
    return this.latest[local * PULSE_WIDTH + PULSE_AT] ?? 0
  }

  idOf(local: number): number {
    return this.number * PAGE_SIZE + local
  }

  pulse(local: number): PulseFigures {
    return readPulse(this.latest, local * PULSE_WIDTH, this.symbols[local] ?? '', this.ips[local] ?? '')
  }

  /**
   * @param utcOffset minutes the server's wall clock is ahead of UTC
   * @param stored finds a stored day that may go on
   */
  add(pulse: PulseFigures, utcOffset: number, stored: StoredDayRow): void {
    const local = pulse.deviceId % PAGE_SIZE
    const isFirst = !this.has(local)
    const hasSameBalance = this.latest[local * PULSE_WIDTH + PULSE_BALANCE] === pulse.balance
    const moved = isFirst || hasSameBalance ? 0 : moneyMoved(this.pulse(local), pulse)
    writeMinute(step, pulse, moved)
    this.#addToMinute(local)
    this.#addToDay(local, wallDay(pulse.at, utcOffset), stored)
    this.setLatest(local, pulse)
  }

  /**
   * Adds a pulse that came another way, after later ones of its account: it moves no money, and no last values.
   * @returns its minute when that is not the running one
   */
  addLate(pulse: PulseFigures, utcOffset: number): Float64Array<ArrayBuffer> | undefined {
    const local = pulse.deviceId % PAGE_SIZE
    writeMinute(step, pulse, 0)
    const [minute, day] = [local * STEP_WIDTH, local * DAY_WIDTH]
    if (this.days[day] === wallDay(pulse.at, utcOffset)) mergeEarlier(this.days, day, step)
    if (this.minutes[minute] !== step[0]) return step.slice()
    mergeEarlier(this.minutes, minute, step)
    return undefined
  }

  setLatest(local: number, pulse: PulseFigures): void {
    writePulse(this.latest, local * PULSE_WIDTH, pulse)
    // An unchanged text keeps the old string object, so that the batch's string can be freed soon.
    if (this.symbols[local] !== pulse.symbol) this.symbols[local] = pulse.symbol
    if (this.ips[local] !== pulse.ip) this.ips[local] = pulse.ip
  }

  /** Takes out the minutes that ended before `now`. */
  endMinutes(now: number): void {
    for (let local = 0; local < PAGE_SIZE; local++) {
      const start = this.minutes[local * STEP_WIDTH] ?? 0
      if (start > 0 && start + MINUTE <= now) this.#endMinute(local)
    }
  }

  /** The values before the account's first day. */
  setBefore(local: number, equity: number, balance: number): void {
    const at = local * DAY_WIDTH
    this.days.fill(NaN, at, at + DAY_WIDTH)
    this.days[at] = BEFORE_DAYS
    this.days[at + EQUITY] = equity
    this.days[at + BALANCE] = balance
  }

  #addToMinute(local: number): void {
    const at = local * STEP_WIDTH
    if (this.minutes[at] === step[0]) {
      mergeRow(this.minutes, at, step, 0)
      return
    }
    if ((this.minutes[at] ?? 0) > 0) this.#endMinute(local)
    this.minutes.set(step, at)
  }

  #endMinute(local: number): void {
    const place = this.endedMinutes.add(this.minutes, local * STEP_WIDTH, STEP_WIDTH)
    this.endedMinutes.numbers[place + LOCAL_OF_STEP] = local
    this.minutes[local * STEP_WIDTH] = 0
  }

  #addToDay(local: number, day: number, stored: StoredDayRow): void {
    const { days } = this
    const at = local * DAY_WIDTH
    if (days[at] !== day) this.#beginDay(local, day, stored)
    mergeRow(days, at, step, 0)
    if (Number.isNaN(days[at + EQUITY_FIRST])) days[at + EQUITY_FIRST] = step[EQUITY] ?? NaN
    if (Number.isNaN(days[at + BALANCE_FIRST])) days[at + BALANCE_FIRST] = step[BALANCE] ?? NaN
  }

  #beginDay(local: number, day: number, stored: StoredDayRow): void {
    const { days } = this
    const at = local * DAY_WIDTH
    const before = days[at] ?? 0
    const equity = before === 0 ? NaN : orFirst(days[at + EQUITY], days[at + EQUITY_FIRST])
    const balance = before === 0 ? NaN : orFirst(days[at + BALANCE], days[at + BALANCE_FIRST])
    if (before > 0) {
      const place = this.endedDays.add(days, at, DAY_WIDTH)
      this.endedDays.numbers[place + LOCAL_OF_DAY] = local
    }
    // A clock was set back over midnight, or the layout before had the beginning of the day.
    const mayGoOn = before > day || before === BEFORE_DAYS
    const again = mayGoOn ? (this.#endedDay(local, day) ?? stored(this.idOf(local), day)) : undefined
    if (again !== undefined) {
      for (let column = 0; column < DAY_WIDTH; column++) days[at + column] = again[column] ?? NaN
      return
    }
    days.fill(NaN, at, at + DAY_WIDTH)
    days[at] = day
    days[at + DEPOSITS] = 0
    days[at + WITHDRAWALS] = 0
    days[at + EQUITY_FIRST] = equity
    days[at + BALANCE_FIRST] = balance
  }

  /** A day that ended and is not stored yet. */
  #endedDay(local: number, day: number): Float64Array | undefined {
    const { numbers, count, width } = this.endedDays
    for (let at = (count - 1) * width; at >= 0; at -= width)
      if (numbers[at] === day && numbers[at + LOCAL_OF_DAY] === local)
        return numbers.slice(at, at + DAY_WIDTH)
    return undefined
  }
}

/** Merges an earlier step into a row. */
function mergeEarlier(to: Float64Array, at: number, earlier: Float64Array): void {
  const merged = earlier.slice()
  mergeRow(merged, 0, to, at)
  to.set(merged.subarray(1), at + 1)
}

function orFirst(last: number | undefined, first: number | undefined): number {
  return last === undefined || Number.isNaN(last) ? (first ?? NaN) : last
}
