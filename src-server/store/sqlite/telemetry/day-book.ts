import type Database from 'better-sqlite3'
import type { DayStep, PeriodColumns } from '../../telemetry-store.ts'
import { extreme } from './extreme.ts'
import type { Step } from './roll-up.ts'

/** A day as stored. `day` counts from 1970 by the server's wall clock. */
export type StoredDay = DayStep & { readonly deviceId: number }

/** The sums of a group on a day. `day` counts from 1970. */
export interface FleetSums {
  readonly day: number
  readonly group: number
  accounts: number
  equity: number
  balance: number
  profit: number
  realised: number
  deposits: number
  withdrawals: number
}

const COLUMNS = `device_id AS deviceId, day, equity_first AS equityFirst, equity, balance_first AS balanceFirst, balance,
  equity_min AS equityMin, equity_max AS equityMax, dd_max AS ddMax, positions, deposits, withdrawals`

/** The days of accounts. The running ones are in memory, and follow to the file with each ended minute. */
export class DayBook {
  readonly #running = new Map<number, StoredDay>()
  readonly #last
  readonly #save
  readonly #ofDevice
  readonly #ofAll

  constructor(db: Database.Database) {
    this.#last = db.prepare<[number], StoredDay>(
      `SELECT ${COLUMNS} FROM days WHERE device_id = ? ORDER BY day DESC LIMIT 1`,
    )
    this.#save = db.prepare(
      `INSERT OR REPLACE INTO days VALUES (@deviceId, @day, @equityFirst, @equity, @balanceFirst, @balance, @equityMin,
        @equityMax, @ddMax, @positions, @deposits, @withdrawals)`,
    )
    this.#ofDevice = db.prepare<[number, number, number], StoredDay>(
      `SELECT ${COLUMNS} FROM days WHERE device_id = ? AND day >= ? AND day <= ? ORDER BY day`,
    )
    this.#ofAll = db.prepare<[number, number], StoredDay>(
      `SELECT ${COLUMNS} FROM days WHERE day >= ? AND day <= ? ORDER BY device_id, day`,
    )
  }

  /** @param before the values before the pulse of this step */
  add(step: Step, day: number, before: Pick<Step, 'equity' | 'balance'> | undefined): void {
    const running = this.#running.get(step.deviceId) ?? this.#last.get(step.deviceId)
    const isNew = running?.day !== day
    if (isNew && running !== undefined) this.#save.run(running)
    const base = isNew ? beginDay(step, day, running, before) : running
    this.#running.set(step.deviceId, {
      ...base,
      equityFirst: base.equityFirst ?? step.equity,
      balanceFirst: base.balanceFirst ?? step.balance,
      equity: step.equity ?? base.equity,
      balance: step.balance ?? base.balance,
      equityMin: extreme(Math.min, base.equityMin, step.equityMin),
      equityMax: extreme(Math.max, base.equityMax, step.equityMax),
      ddMax: extreme(Math.max, base.ddMax, step.ddMax),
      positions: step.positions ?? base.positions,
      deposits: base.deposits + step.deposits,
      withdrawals: base.withdrawals + step.withdrawals,
    })
  }

  save(deviceId: number): void {
    const running = this.#running.get(deviceId)
    if (running !== undefined) this.#save.run(running)
  }

  ofDevice(deviceId: number, from: number, to: number): StoredDay[] {
    return this.#withRunning(this.#ofDevice.all(deviceId, from, to), this.#running.get(deviceId), from, to)
  }

  period(from: number, to: number): PeriodColumns {
    const all = [...this.#byDevice(from, to)]
    const column = (value: (days: readonly StoredDay[]) => number) => Float64Array.from(all, value)
    const sum = (days: readonly StoredDay[], of: (day: StoredDay) => number) =>
      days.reduce((total, day) => total + of(day), 0)
    const first = (days: readonly StoredDay[]) =>
      days.find((day) => day.equityFirst !== null)?.equityFirst ?? NaN
    const last = (days: readonly StoredDay[], name: 'equity' | 'balance') =>
      days.findLast((day) => day[name] !== null)?.[name] ?? NaN
    const balanceFirst = (days: readonly StoredDay[]) =>
      days.find((day) => day.balanceFirst !== null)?.balanceFirst ?? NaN
    const paid = (days: readonly StoredDay[]) => sum(days, (day) => day.deposits - day.withdrawals)
    return {
      ids: Int32Array.from(all, (days) => days[0]?.deviceId ?? -1),
      profit: column((days) => last(days, 'equity') - first(days) - paid(days)),
      realised: column((days) => last(days, 'balance') - balanceFirst(days) - paid(days)),
      deposits: column((days) => sum(days, (day) => day.deposits)),
      withdrawals: column((days) => sum(days, (day) => day.withdrawals)),
      equityFirst: column(first),
      equity: column((days) => last(days, 'equity')),
      balance: column((days) => last(days, 'balance')),
      ddMax: column(
        (days) => days.reduce<number | null>((max, day) => extreme(Math.max, max, day.ddMax), null) ?? NaN,
      ),
      days: Int32Array.from(all, (days) => days.length),
    }
  }

  fleet(from: number, to: number, groups: Int32Array): FleetSums[] {
    const sums = new Map<string, FleetSums>()
    for (const days of this.#byDevice(from, to)) {
      for (const day of days) {
        const group = groups[day.deviceId] ?? -1
        if (group < 0) continue
        const key = `${day.day} ${group}`
        const of = sums.get(key) ?? { day: day.day, group, ...NOTHING }
        sums.set(key, of)
        const paid = day.deposits - day.withdrawals
        of.accounts++
        of.equity += day.equity ?? 0
        of.balance += day.balance ?? 0
        of.profit += (day.equity ?? 0) - (day.equityFirst ?? day.equity ?? 0) - paid
        of.realised += (day.balance ?? 0) - (day.balanceFirst ?? day.balance ?? 0) - paid
        of.deposits += day.deposits
        of.withdrawals += day.withdrawals
      }
    }
    return [...sums.values()].sort((a, b) => a.day - b.day || a.group - b.group)
  }

  *#byDevice(from: number, to: number): Generator<StoredDay[]> {
    const stored = Map.groupBy(this.#ofAll.all(from, to), ({ deviceId }) => deviceId)
    for (const deviceId of new Set([...stored.keys(), ...this.#running.keys()])) {
      const days = this.#withRunning(stored.get(deviceId) ?? [], this.#running.get(deviceId), from, to)
      if (days.length > 0) yield days
    }
  }

  #withRunning(stored: StoredDay[], running: StoredDay | undefined, from: number, to: number): StoredDay[] {
    if (running === undefined || running.day < from || running.day > to) return stored
    return [...stored.filter(({ day }) => day !== running.day), running].sort((a, b) => a.day - b.day)
  }
}

const NOTHING = { accounts: 0, equity: 0, balance: 0, profit: 0, realised: 0, deposits: 0, withdrawals: 0 }

function beginDay(
  step: Step,
  day: number,
  running: StoredDay | undefined,
  before: Pick<Step, 'equity' | 'balance'> | undefined,
): StoredDay {
  return {
    deviceId: step.deviceId,
    day,
    equityFirst: running?.equity ?? before?.equity ?? null,
    balanceFirst: running?.balance ?? before?.balance ?? null,
    ...{ equity: null, balance: null, equityMin: null, equityMax: null, ddMax: null, positions: null },
    ...{ deposits: 0, withdrawals: 0 },
  }
}
