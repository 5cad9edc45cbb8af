import type Database from 'better-sqlite3'
import type { HistoryPoint } from '../../../contract/records/device.ts'
import type { Inside } from '../../../contract/spelling.ts'
import { unpackPulse, type PackedPulses } from '../../pulse-batch.ts'
import type { LatestPulse } from '../../latest-pulse.ts'
import type { HistoryQuery } from '../../telemetry-store.ts'
import { chooseTier, mergeSteps, MinuteSteps, TIERS, type Step, type Tier } from './roll-up.ts'

type Row = Omit<LatestPulse, 'deviceId'> & { readonly deviceId: number }

const HOUR = 3600
const LATEST_COLUMNS = `device_id AS deviceId, at, equity, balance, dd, positions, buy_pos AS buyPos, sell_pos AS sellPos,
  float_pnl AS floatPnl, margin_level AS marginLevel, interval, symbol, ip`
const STEP_COLUMNS = `device_id AS deviceId, at, equity_min AS equityMin, equity_max AS equityMax, equity, balance,
  dd_max AS ddMax, positions`

/** The telemetry file, with synchronous access for the worker thread. */
export class TelemetryDatabase {
  readonly #db: Database.Database
  readonly #minutes = new MinuteSteps()
  #tiers: readonly Tier[] = TIERS
  readonly #saveLatest
  readonly #saveStep
  readonly #prune
  readonly #read

  constructor(db: Database.Database) {
    this.#db = db
    this.#saveLatest = db.prepare(
      `INSERT INTO latest (device_id, at, equity, balance, dd, positions, buy_pos, sell_pos, float_pnl, margin_level, interval, symbol, ip)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET at = excluded.at, equity = excluded.equity, balance = excluded.balance, dd = excluded.dd,
         positions = excluded.positions, buy_pos = excluded.buy_pos, sell_pos = excluded.sell_pos,
         float_pnl = excluded.float_pnl, margin_level = excluded.margin_level, interval = excluded.interval,
         symbol = excluded.symbol, ip = excluded.ip`,
    )
    // min() and max() of two values are null when one of them is null, hence the coalesce.
    this.#saveStep = db.prepare(
      `INSERT INTO history (device_id, tier, at, equity_min, equity_max, equity, balance, dd_max, positions)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET
         equity_min = min(coalesce(equity_min, excluded.equity_min), coalesce(excluded.equity_min, equity_min)),
         equity_max = max(coalesce(equity_max, excluded.equity_max), coalesce(excluded.equity_max, equity_max)),
         equity = coalesce(excluded.equity, equity), balance = coalesce(excluded.balance, balance),
         dd_max = max(coalesce(dd_max, excluded.dd_max), coalesce(excluded.dd_max, dd_max)),
         positions = coalesce(excluded.positions, positions)`,
    )
    this.#prune = db.prepare('DELETE FROM history WHERE tier = ? AND at < ?')
    this.#read = db.prepare<[number, number, number, number], Step>(
      `SELECT ${STEP_COLUMNS} FROM history WHERE device_id = ? AND tier = ? AND at >= ? AND at <= ? ORDER BY at`,
    )
  }

  /** Saves the last pulse of each account, and the minutes that ended. */
  append(pulses: PackedPulses): void {
    // In the transaction from the first pulse on: a try that finds the file locked must change no minute.
    this.#together(() => {
      /** The indexes and not the pulses, so that unpacked pulses can be freed at once. */
      const last = new Map<number, number>()
      const ended: Step[] = []
      for (let index = 0; index < pulses.count; index++) {
        const pulse = unpackPulse(pulses, index)
        last.set(pulse.deviceId, index)
        const minute = this.#minutes.add(pulse)
        if (minute !== undefined) ended.push(minute)
      }
      for (const index of last.values()) this.#saveLatest.run(latestValues(unpackPulse(pulses, index)))
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
      .prepare<[], Nullable<Row>>(`SELECT ${LATEST_COLUMNS} FROM latest`)
      .all()
      .map((row) => ({
        ...row,
        equity: row.equity ?? NaN,
        balance: row.balance ?? NaN,
        dd: row.dd ?? NaN,
        positions: row.positions ?? NaN,
        buyPos: row.buyPos ?? NaN,
        sellPos: row.sellPos ?? NaN,
        floatPnl: row.floatPnl ?? NaN,
        marginLevel: row.marginLevel ?? NaN,
      }))
  }

  /** When the newest pulse came, Unix seconds. */
  newest(): number | undefined {
    const at = this.#db.prepare<[], number | null>('SELECT max(at) FROM latest').pluck().get()
    return at ?? undefined
  }

  /** The steps of the requested span, with the running minute. @param now decides which steps still exist */
  history(query: HistoryQuery, now: number): Inside<HistoryPoint>[] {
    const tier = chooseTier(query.to - query.from, query.points, now - query.from, this.#tiers)
    const steps = this.#read.all(query.deviceId, tier, query.from - (query.from % tier), query.to)
    const running = this.#minutes.running(query.deviceId)
    if (running !== undefined && running.at >= query.from && running.at <= query.to) {
      const at = running.at - (running.at % tier)
      const last = steps.at(-1)
      if (last?.at === at) steps[steps.length - 1] = mergeSteps(last, running)
      else steps.push({ ...running, at })
    }
    return thin(steps, query.points).map(({ deviceId: _, ...point }) => point)
  }

  close(): void {
    this.#together(() => {
      for (const step of this.#minutes.takeAll()) this.#saveEnded(step)
    })
    this.#db.pragma('wal_checkpoint(TRUNCATE)')
    this.#db.close()
  }

  #saveEnded(step: Step): void {
    for (const { tier } of TIERS) {
      const at = step.at - (step.at % tier)
      this.#saveStep.run(
        step.deviceId,
        tier,
        at,
        step.equityMin,
        step.equityMax,
        step.equity,
        step.balance,
        step.ddMax,
        step.positions,
      )
    }
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

function latestValues(pulse: LatestPulse): (number | string | null)[] {
  const number = (value: number) => (Number.isNaN(value) ? null : value)
  return [
    pulse.deviceId,
    pulse.at,
    number(pulse.equity),
    number(pulse.balance),
    number(pulse.dd),
    number(pulse.positions),
    number(pulse.buyPos),
    number(pulse.sellPos),
    number(pulse.floatPnl),
    number(pulse.marginLevel),
    pulse.interval,
    pulse.symbol,
    pulse.ip,
  ]
}

/** Merges neighbouring steps until at most `points` are left. */
function thin(steps: readonly Step[], points: number): Step[] {
  const each = Math.ceil(steps.length / points)
  if (each <= 1) return [...steps]
  const thinned: Step[] = []
  for (let i = 0; i < steps.length; i += each) {
    thinned.push(steps.slice(i, i + each).reduce((earlier, later) => mergeSteps(earlier, later)))
  }
  return thinned
}
