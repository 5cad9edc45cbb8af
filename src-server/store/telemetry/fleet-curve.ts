import { addSums, noSums, type FleetGroup, type FleetSums } from '../../domain/fleet/fleet-group.ts'
import type { FleetCurvePoint, FleetCurveQuery, FleetGroups } from '../telemetry-store.ts'
import { packGroups, unpackGroups } from './fleet-pack.ts'
import { chooseTier } from './tiers.ts'

const HOUR = 3600
const DAY = 86_400

/** The lengths of the steps, and how long each is kept, seconds. At most 18,400 rows in all. */
export const FLEET_STEPS = [
  { tier: 60, keep: 2 * DAY },
  { tier: 600, keep: 21 * DAY },
  { tier: HOUR, keep: 365 * DAY },
  { tier: DAY, keep: 3650 * DAY },
] as const

/** Up to so many steps become a point: a month is drawn by hours rather than by days. */
const FINER = 4

/** A stored step. `online` of its groups is the sum over the samples, so that groups and steps add up exactly. */
export interface FleetRow {
  /** The step's start, Unix seconds. */
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

/** The steps that a curve is made of, and the length of its own steps, seconds. @param now decides which steps still exist */
export function curveSteps(
  { from, to, points }: FleetCurveQuery,
  now: number,
): { step: number; seconds: number } {
  const step = chooseTier(to - from, points * FINER, now - from, FLEET_STEPS)
  return { step, seconds: step * Math.max(1, Math.ceil((to - from) / step / points)) }
}

/** The points of a curve. Rows come in the order of time. */
export function curvePoints(
  rows: Iterable<FleetRow>,
  query: FleetGroups,
  seconds: number,
): FleetCurvePoint[] {
  const matches = matcherOf(query)
  const buckets = new Map<number, Bucket>()
  for (const row of rows) {
    const start = row.at - (row.at % seconds)
    const bucket = buckets.get(start) ?? emptyBucket()
    buckets.set(start, bucket)
    addRow(bucket, row, matches)
  }
  return [...buckets].flatMap(([at, bucket]) => pointsOf(at, bucket))
}

/** The sums of one row. @param at the time of the points */
export function rowPoints(row: FleetRow, query: FleetGroups, at: number): FleetCurvePoint[] {
  const bucket = emptyBucket()
  addRow(bucket, row, matcherOf(query))
  return pointsOf(at, bucket)
}

/** A step with one more sample. */
export function withSample(
  before: Pick<FleetRow, 'samples' | 'groups'> | undefined,
  groups: readonly FleetGroup[],
): Pick<FleetRow, 'samples' | 'groups'> {
  const merged = before === undefined ? groups : mergeGroups([...unpackGroups(before.groups)], groups)
  return { samples: (before?.samples ?? 0) + 1, groups: packGroups(merged) }
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

function addRow(
  bucket: Bucket,
  { samples, groups }: FleetRow,
  matches: (group: FleetGroup) => boolean,
): void {
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
