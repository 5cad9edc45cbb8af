import type Database from 'better-sqlite3'
import type { FleetGroup, FleetSample } from '../../../domain/fleet/fleet-group.ts'
import {
  curvePoints,
  curveSteps,
  FLEET_STEPS,
  rowPoints,
  withSample,
  type FleetRow,
} from '../../telemetry/fleet-curve.ts'
import type { FleetCurve, FleetCurvePoint, FleetCurveQuery, FleetEndsQuery } from '../../telemetry-store.ts'

const HOUR = 3600
const DAY = 86_400

/**
 * The sums of the fleet in steps. A step has the last sums of its time. `online` is the mean over its samples: it is
 * stored as the sum over them, so that groups and steps add up exactly.
 */
export class FleetSamples {
  readonly #db: Database.Database
  readonly #save
  readonly #find
  readonly #read
  readonly #last
  readonly #prune

  constructor(db: Database.Database) {
    this.#db = db
    this.#save = db.prepare(
      'INSERT OR REPLACE INTO fleet_samples (step, at, samples, groups) VALUES (?, ?, ?, ?)',
    )
    this.#find = db.prepare<[number, number], FleetRow>(
      'SELECT at, samples, groups FROM fleet_samples WHERE step = ? AND at = ?',
    )
    this.#read = db.prepare<[number, number, number], FleetRow>(
      'SELECT at, samples, groups FROM fleet_samples WHERE step = ? AND at >= ? AND at <= ? ORDER BY at',
    )
    this.#last = db.prepare<[number, number, number], FleetRow>(
      'SELECT at, samples, groups FROM fleet_samples WHERE step = ? AND at >= ? AND at < ? ORDER BY at DESC LIMIT 1',
    )
    this.#prune = db.prepare('DELETE FROM fleet_samples WHERE step = ? AND at < ?')
  }

  append({ at, groups }: FleetSample): void {
    this.#db
      .transaction(() => {
        for (const { tier } of FLEET_STEPS) this.#add(tier, at - (at % tier), groups)
      })
      .immediate()
  }

  forgetOld(now: number): void {
    for (const { tier, keep } of FLEET_STEPS) this.#prune.run(tier, now - keep)
  }

  /** @param now decides which steps still exist */
  curve(query: FleetCurveQuery, now: number): FleetCurve {
    const { from, to } = query
    const { step, seconds } = curveSteps(query, now)
    const rows = this.#read.iterate(step, from - (from % seconds), to)
    return { seconds, points: curvePoints(rows, query, seconds) }
  }

  /** By hours: a day of a wall clock doesn't end with a day of UTC. Days of longer ago have only that. */
  ends(query: FleetEndsQuery): FleetCurvePoint[] {
    return query.ends.flatMap((end) => {
      const row = this.#last.get(HOUR, end - DAY, end) ?? this.#last.get(DAY, end - DAY, end)
      return row === undefined ? [] : rowPoints(row, query, end)
    })
  }

  #add(step: number, at: number, groups: readonly FleetGroup[]): void {
    const merged = withSample(this.#find.get(step, at), groups)
    this.#save.run(step, at, merged.samples, merged.groups)
  }
}
