import type Database from 'better-sqlite3'
import { unpackPulse, type PackedPulses } from '../../pulse-batch.ts'
import type { ProgramFacts } from '../../../domain/device/telemetry.ts'
import type { LatestPulse, PulseFigures } from '../../latest-pulse.ts'
import type { History, HistoryQuery, PeriodColumns, TrendQuery } from '../../telemetry-store.ts'
import { moneyMoved } from '../../../domain/device/money-moved.ts'
import { wallDay } from '../../../domain/rules/quiet.ts'
import { DayBook, type FleetSums, type StoredDay } from './day-book.ts'
import { latestSql, MORE, stepSql } from './pulse-sql.ts'
import { chooseTier, mergeSteps, MinuteSteps, stepOf, TIERS, type Step, type Tier } from './roll-up.ts'

type Row = PulseFigures & { [K in keyof ProgramFacts]: ProgramFacts[K] | null }

const HOUR = 3600
/** The time for which texts of a program that fell silent are kept, seconds: they may name a person. */
const PROGRAM_KEPT = 180 * 86_400
const LATEST_COLUMNS = `latest.device_id AS deviceId, at, equity, balance, dd, positions, buy_pos AS buyPos, sell_pos AS sellPos,
  float_pnl AS floatPnl, margin_level AS marginLevel, leverage, day_profit AS dayProfit, pending_orders AS pendingOrders,
  interval, symbol, ip, currency, version, magic, account_name AS accountName`
const STEP_COLUMNS = `device_id AS deviceId, at, equity_min AS equityMin, equity_max AS equityMax, equity, balance,
  dd_max AS ddMax, positions, leverage, day_profit AS dayProfit, pending_orders AS pendingOrders, margin_min AS marginMin,
  deposits, withdrawals`

/** The telemetry file, with synchronous access for the worker thread. */
export class TelemetryDatabase {
  readonly #db: Database.Database
  readonly #minutes = new MinuteSteps()
  readonly #days: DayBook
  readonly #last = new Map<number, PulseFigures>()
  #tiers: readonly Tier[] = TIERS
  readonly #saveLatest
  readonly #saveLatestMore
  readonly #saveProgram
  readonly #saveStep
  readonly #saveStepMore
  readonly #prune
  readonly #pruneProgram
  readonly #read

  constructor(db: Database.Database) {
    this.#db = db
    this.#days = new DayBook(db)
    for (const { program: _, ...pulse } of this.latest()) this.#last.set(pulse.deviceId, pulse)
    this.#saveLatest = db.prepare(latestSql(''))
    this.#saveLatestMore = db.prepare(latestSql(MORE))
    this.#saveProgram = db.prepare(
      'INSERT OR REPLACE INTO programs (device_id, currency, version, magic, account_name) VALUES (?, ?, ?, ?, ?)',
    )
    this.#saveStep = db.prepare(stepSql(''))
    this.#saveStepMore = db.prepare(stepSql(MORE))
    this.#prune = db.prepare('DELETE FROM history WHERE tier = ? AND at < ?')
    this.#pruneProgram = db.prepare(
      'DELETE FROM programs WHERE device_id IN (SELECT device_id FROM latest WHERE at < ?)',
    )
    this.#read = db.prepare<[number, number, number, number], Step>(
      `SELECT ${STEP_COLUMNS} FROM history WHERE device_id = ? AND tier = ? AND at >= ? AND at <= ? ORDER BY at`,
    )
  }

  /**
   * Saves the last pulse of each account, and the minutes that ended.
   * @param utcOffset minutes the server's wall clock is ahead of UTC
   */
  append(pulses: PackedPulses, utcOffset = 0): void {
    // In the transaction from the first pulse on: a try that finds the file locked must change no minute.
    this.#together(() => {
      /** The indexes and not the pulses, so that unpacked pulses can be freed at once. */
      const last = new Map<number, number>()
      const ended: Step[] = []
      for (let index = 0; index < pulses.count; index++) {
        const pulse = unpackPulse(pulses, index)
        last.set(pulse.deviceId, index)
        const before = this.#last.get(pulse.deviceId)
        this.#last.set(pulse.deviceId, pulse)
        const step = stepOf(pulse, before === undefined ? 0 : moneyMoved(before, pulse))
        this.#days.add(step, wallDay(pulse.at, utcOffset), before && lastValues(before))
        const minute = this.#minutes.add(step)
        if (minute !== undefined) ended.push(minute)
      }
      for (const index of last.values()) {
        const pulse = unpackPulse(pulses, index)
        if (sendsMore(pulse)) this.#saveLatestMore.run(latestValues(pulse, moreOf(pulse)))
        else this.#saveLatest.run(latestValues(pulse, []))
      }
      for (const { deviceId, program } of pulses.programs)
        this.#saveProgram.run(deviceId, program.currency, program.version, program.magic, program.accountName)
      for (const step of ended) this.#saveEnded(step)
    })
  }

  /** Sets how long hourly steps are kept. Finer and coarser steps have times of their own. */
  keepHours(seconds: number): void {
    this.#tiers = TIERS.map((one) => (one.tier === HOUR ? { ...one, keep: seconds } : one))
  }

  /** Deletes old steps. Once a day it reads the whole history, and only this thread waits for it. */
  forgetOld(now: number): void {
    this.#together(() => {
      for (const { tier, keep } of this.#tiers) this.#prune.run(tier, now - keep)
      this.#pruneProgram.run(now - PROGRAM_KEPT)
    })
  }

  /** Saves the ended minutes of accounts that became silent. */
  rollUp(now: number): void {
    this.#together(() => {
      for (const step of this.#minutes.takeEnded(now)) this.#saveEnded(step)
    })
  }

  latest(): LatestPulse[] {
    return this.#db
      .prepare<[], Nullable<Row>>(
        `SELECT ${LATEST_COLUMNS} FROM latest LEFT JOIN programs ON programs.device_id = latest.device_id`,
      )
      .all()
      .map(({ currency, version, magic, accountName, ...row }) => ({
        ...row,
        program:
          currency === null || version === null || magic === null || accountName === null
            ? undefined
            : { currency, version, magic, accountName },
        equity: row.equity ?? NaN,
        balance: row.balance ?? NaN,
        dd: row.dd ?? NaN,
        positions: row.positions ?? NaN,
        buyPos: row.buyPos ?? NaN,
        sellPos: row.sellPos ?? NaN,
        floatPnl: row.floatPnl ?? NaN,
        marginLevel: row.marginLevel ?? NaN,
        leverage: row.leverage ?? NaN,
        dayProfit: row.dayProfit ?? NaN,
        pendingOrders: row.pendingOrders ?? NaN,
      }))
  }

  /** When the newest pulse came, Unix seconds. */
  newest(): number | undefined {
    const at = this.#db.prepare<[], number | null>('SELECT max(at) FROM latest').pluck().get()
    return at ?? undefined
  }

  /** The steps of the requested span, with the running minute. @param now decides which steps still exist */
  history(query: HistoryQuery, now: number): History {
    const tier = chooseTier(query.to - query.from, query.points, now - query.from, this.#tiers)
    const steps = this.#read.all(query.deviceId, tier, query.from - (query.from % tier), query.to)
    const running = this.#minutes.running(query.deviceId)
    if (running !== undefined && running.at >= query.from && running.at <= query.to) {
      const at = running.at - (running.at % tier)
      const last = steps.at(-1)
      if (last?.at === at) steps[steps.length - 1] = mergeSteps(last, running)
      else steps.push({ ...running, at })
    }
    const each = Math.max(1, Math.ceil(steps.length / query.points))
    const points = thin(steps, each).map(({ deviceId: _, ...point }) => point)
    return { seconds: tier * each, points }
  }

  /** @param from days from 1970 by the server's wall clock; the same for `to` */
  days(deviceId: number, from: number, to: number): StoredDay[] {
    return this.#days.ofDevice(deviceId, from, to)
  }

  period(from: number, to: number): PeriodColumns {
    return this.#days.period(from, to)
  }

  fleetDays(from: number, to: number, groups: Int32Array): FleetSums[] {
    return this.#days.fleet(from, to, groups)
  }

  trends({ ids, from, to, points }: TrendQuery, now: number): Map<number, Float64Array> {
    const part = (to - from) / points
    return new Map(
      ids.map((deviceId) => {
        const trend = new Float64Array(points).fill(NaN)
        // Twice as many steps as parts, so that nearly every part has the end of a step.
        for (const { at, equity } of this.history({ deviceId, from, to, points: points * 2 }, now).points) {
          const place = Math.max(0, Math.floor((at - from) / part))
          if (equity !== null && place < points) trend[place] = equity
        }
        return [deviceId, trend]
      }),
    )
  }

  close(): void {
    this.#together(() => {
      for (const step of this.#minutes.takeAll()) this.#saveEnded(step)
    })
    this.#db.pragma('wal_checkpoint(TRUNCATE)')
    this.#db.close()
  }

  #saveEnded(step: Step): void {
    const { leverage, dayProfit, pendingOrders } = step
    const hasMore = leverage !== null || dayProfit !== null || pendingOrders !== null
    const save = hasMore ? this.#saveStepMore : this.#saveStep
    const more = hasMore ? [leverage, dayProfit, pendingOrders] : []
    for (const { tier } of TIERS)
      save.run(
        step.deviceId,
        tier,
        step.at - (step.at % tier),
        step.equityMin,
        step.equityMax,
        step.equity,
        step.balance,
        step.ddMax,
        step.positions,
        step.marginMin,
        step.deposits,
        step.withdrawals,
        ...more,
      )
    this.#days.save(step.deviceId)
  }

  /** IMMEDIATE, so that another program's lock shows before the work begins. */
  #together(work: () => void): void {
    this.#db.transaction(work).immediate()
  }
}

type Nullable<T> = { [K in keyof T]: T[K] extends number ? T[K] | null : T[K] } & {
  deviceId: number
  at: number
  interval: number
}

const known = (value: number): number | null => (Number.isNaN(value) ? null : value)

type More = Pick<PulseFigures, 'leverage' | 'dayProfit' | 'pendingOrders'>

function sendsMore({ leverage, dayProfit, pendingOrders }: More): boolean {
  return !(Number.isNaN(leverage) && Number.isNaN(dayProfit) && Number.isNaN(pendingOrders))
}

function moreOf({ leverage, dayProfit, pendingOrders }: More): (number | null)[] {
  return [known(leverage), known(dayProfit), known(pendingOrders)]
}

function lastValues({ equity, balance }: PulseFigures): Pick<Step, 'equity' | 'balance'> {
  return { equity: known(equity), balance: known(balance) }
}

function latestValues(pulse: PulseFigures, more: readonly (number | null)[]): (number | string | null)[] {
  return [
    pulse.deviceId,
    pulse.at,
    known(pulse.equity),
    known(pulse.balance),
    known(pulse.dd),
    known(pulse.positions),
    known(pulse.buyPos),
    known(pulse.sellPos),
    known(pulse.floatPnl),
    known(pulse.marginLevel),
    pulse.interval,
    pulse.symbol,
    pulse.ip,
    ...more,
  ]
}

/** Merges each `each` neighbouring steps into one. */
function thin(steps: readonly Step[], each: number): Step[] {
  if (each === 1) return [...steps]
  const thinned: Step[] = []
  for (let i = 0; i < steps.length; i += each) {
    thinned.push(steps.slice(i, i + each).reduce((earlier, later) => mergeSteps(earlier, later)))
  }
  return thinned
}
