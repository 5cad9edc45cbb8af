import type Database from 'better-sqlite3'
import {
  addSums,
  noSums,
  type FleetGroup,
  type FleetSample,
  type FleetSums,
} from '../../../domain/fleet/fleet-group.ts'
import type {
  FleetCurve,
  FleetCurvePoint,
  FleetCurveQuery,
  FleetEndsQuery,
  FleetGroups,
} from '../../telemetry-store.ts'
import { packGroups, unpackGroups } from './fleet-pack.ts'
import { chooseTier } from './tiers.ts'

const HOUR = 3600
const DAY = 86_400

/** The lengths of the steps, and how long each is kept, seconds. At most 18,400 rows in all. */
const FLEET_STEPS = [
  { tier: 60, keep: 2 * DAY },
  { tier: 600, keep: 21 * DAY },
  { tier: HOUR, keep: 365 * DAY },
  { tier: DAY, keep: 3650 * DAY },
] as const

/** Up to so many steps become a point: a month is drawn by hours rather than by days. */
const FINER = 4

interface Row {
  readonly at: number
  readonly samples: number
  readonly groups: Buffer
}

/** A step while it is read: the last sums of each currency, and the sums of `online` of all samples. */
interface Bucket {
  samples: number
  readonly last: Map<string, FleetSums>
  readonly online: Map<string, number>
}

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
    this.#find = db.prepare<[number, number], Row>(
      'SELECT at, samples, groups FROM fleet_samples WHERE step = ? AND at = ?',
    )
    this.#read = db.prepare<[number, number, number], Row>(
      'SELECT at, samples, groups FROM fleet_samples WHERE step = ? AND at >= ? AND at <= ? ORDER BY at',
    )
    this.#last = db.prepare<[number, number, number], Row>(
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
    const { from, to, points } = query
    const step = chooseTier(to - from, points * FINER, now - from, FLEET_STEPS)
    const seconds = step * Math.max(1, Math.ceil((to - from) / step / points))
    const matches = matcherOf(query)
    const buckets = new Map<number, Bucket>()
    for (const row of this.#read.iterate(step, from - (from % seconds), to)) {
      const start = row.at - (row.at % seconds)
      const bucket = buckets.get(start) ?? emptyBucket()
      buckets.set(start, bucket)
      addRow(bucket, row, matches)
    }
    return { seconds, points: [...buckets].flatMap(([at, bucket]) => pointsOf(at, bucket)) }
  }

  /** By hours: a day of a wall clock doesn't end with a day of UTC. Days of longer ago have only that. */
  ends(query: FleetEndsQuery): FleetCurvePoint[] {
    const matches = matcherOf(query)
    return query.ends.flatMap((end) => {
      const row = this.#last.get(HOUR, end - DAY, end) ?? this.#last.get(DAY, end - DAY, end)
      if (row === undefined) return []
      const bucket = emptyBucket()
      addRow(bucket, row, matches)
      return pointsOf(end, bucket)
    })
  }

  #add(step: number, at: number, groups: readonly FleetGroup[]): void {
    const before = this.#find.get(step, at)
    const merged = before === undefined ? groups : mergeGroups([...unpackGroups(before.groups)], groups)
    this.#save.run(step, at, (before?.samples ?? 0) + 1, packGroups(merged))
  }
}

/** The later sums, with `online` summed over both. A group that is gone keeps only that. */
function mergeGroups(earlier: readonly FleetGroup[], later: readonly FleetGroup[]): FleetGroup[] {
  const keyOf = ({ app, agent, currency }: FleetGroup) => `${app} ${agent} ${currency}`
  const before = new Map(earlier.map((group) => [keyOf(group), group]))
  const merged = later.map((group) => {
    const key = keyOf(group)
    const known = before.get(key)
    before.delete(key)
    return known === undefined ? group : { ...group, online: known.online + group.online }
  })
  for (const { app, agent, currency, online } of before.values())
    if (online > 0) merged.push({ app, agent, currency, ...noSums(), online })
  return merged
}

function matcherOf({ apps, agents, currency }: FleetGroups): (group: FleetGroup) => boolean {
  const ofApps = new Set(apps)
  const ofAgents = agents === undefined ? undefined : new Set(agents)
  return (group) =>
    ofApps.has(group.app) &&
    (ofAgents === undefined || ofAgents.has(group.agent)) &&
    (currency === undefined || currency === group.currency)
}

function emptyBucket(): Bucket {
  return { samples: 0, last: new Map(), online: new Map() }
}

function addRow(bucket: Bucket, { samples, groups }: Row, matches: (group: FleetGroup) => boolean): void {
  bucket.samples += samples
  bucket.last.clear()
  for (const group of unpackGroups(groups)) if (matches(group)) addGroup(bucket, group)
}

function addGroup({ last, online }: Bucket, group: FleetGroup): void {
  const { currency } = group
  const sums = last.get(currency) ?? noSums()
  addSums(sums, group)
  last.set(currency, sums)
  online.set(currency, (online.get(currency) ?? 0) + group.online)
}

function pointsOf(at: number, { samples, last, online }: Bucket): FleetCurvePoint[] {
  return [...online].map(([currency, sum]) => ({
    at,
    currency,
    ...(last.get(currency) ?? noSums()),
    online: Math.round(sum / samples),
  }))
}
