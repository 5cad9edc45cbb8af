import type { CodeEvent, CodeEventKind } from '../contract/records/code-event.ts'
import type { HistoryPoint } from '../contract/records/device.ts'
import type { Inside } from '../contract/spelling.ts'
import type { FleetSample, FleetSums } from '../domain/fleet/fleet-group.ts'
import type { LatestPulse } from './latest-pulse.ts'
import type { PulseBatch } from './pulse-batch.ts'

/** The maximum number of events in a code's history. Older ones go. */
export const MOST_EVENTS = 200
/** The maximum age of events, seconds. */
export const EVENT_SECONDS = 180 * 86_400

/** An event of a code. `at` is Unix seconds. */
export interface NewCodeEvent {
  readonly codeId: number
  readonly at: number
  readonly kind: CodeEventKind
  readonly markcode: string
  readonly ip: string
  /** The console operator who caused it. Empty for clients. */
  readonly by: string
  readonly detail: string
}

/** An event with its repetitions. `at` is the last time. */
export interface RepeatedCodeEvent extends NewCodeEvent {
  /** The first time, Unix seconds. */
  readonly since: number
  readonly times: number
}

export interface HistoryQuery {
  readonly deviceId: number
  readonly from: number
  readonly to: number
  /** The maximum number of points. */
  readonly points: number
}

/** A part of an account's history. */
export interface History {
  /** The length of a step, seconds. A span far back has longer steps, because the short ones are gone. */
  readonly seconds: number
  readonly points: Inside<HistoryPoint>[]
}

/** The groups whose sums a question is about. */
export interface FleetGroups {
  readonly apps: readonly number[]
  /** Undefined: of all agents, and of none. */
  readonly agents?: readonly number[] | undefined
  readonly currency?: string | undefined
}

export interface FleetCurveQuery extends FleetGroups {
  readonly from: number
  readonly to: number
  /** The maximum number of moments. */
  readonly points: number
}

export interface FleetEndsQuery extends FleetGroups {
  /** The ends of days, Unix seconds. */
  readonly ends: readonly number[]
}

/** The sums of one currency in a step. */
export interface FleetCurvePoint extends FleetSums {
  /** The step's start, Unix seconds. */
  readonly at: number
  readonly currency: string
}

/** The sums of the fleet over time. A time without the server has no points. */
export interface FleetCurve {
  /** The length of a step, seconds. */
  readonly seconds: number
  /** In the order of time. */
  readonly points: readonly FleetCurvePoint[]
}

/** Days by the server's wall clock: from the day of `from` to the day of `to`, both whole. Unix seconds. */
export interface DaySpan {
  readonly from: number
  readonly to: number
}

/**
 * An account's day by the server's wall clock. Its profit is equity - equityFirst - deposits + withdrawals, so days have
 * no gap between them. null: the program reported none.
 */
export interface DayStep {
  /** The beginning of the day, Unix seconds. */
  readonly day: number
  /** The last known value before the day, or the first one of an account without. The same for `balanceFirst`. */
  readonly equityFirst: number | null
  readonly equity: number | null
  readonly balanceFirst: number | null
  readonly balance: number | null
  readonly equityMin: number | null
  readonly equityMax: number | null
  readonly ddMax: number | null
  readonly positions: number | null
  readonly deposits: number
  readonly withdrawals: number
}

/** All accounts with data in a span. The arrays have one length. NaN: unknown. */
export interface PeriodColumns {
  readonly ids: Int32Array
  readonly profit: Float64Array
  /** The profit by the balance, without open positions. */
  readonly realised: Float64Array
  readonly deposits: Float64Array
  readonly withdrawals: Float64Array
  readonly equityFirst: Float64Array
  readonly equity: Float64Array
  readonly balance: Float64Array
  readonly ddMax: Float64Array
  /** The number of days with data. */
  readonly days: Int32Array
}

/** The sums of a group's accounts that pulsed on a day. Unknown values count as nothing. */
export interface FleetDay {
  /** The beginning of the day, Unix seconds. */
  readonly day: number
  readonly group: number
  readonly accounts: number
  readonly equity: number
  readonly balance: number
  readonly profit: number
  readonly realised: number
  readonly deposits: number
  readonly withdrawals: number
}

export interface FleetQuery extends DaySpan {
  /** The number of an account's group, by the account's id. -1, or no place in the array: in none. */
  readonly groups: Int32Array
}

export interface TrendQuery {
  /** At most 60. */
  readonly ids: readonly number[]
  readonly from: number
  readonly to: number
  readonly points: number
}

/** The bytes of the telemetry in use, and how they change. */
export interface StorageUsage {
  readonly used: number
  /** The growth of the last week, bytes a day. null: not known yet. */
  readonly perDay: number | null
  /** The most bytes that the data may take. null: no limit. */
  readonly limit: number | null
}

/** A part of the latest pulses of all accounts. */
export interface LatestPulses {
  readonly pulses: readonly LatestPulse[]
  /** The share that is read, 0 to 1. */
  readonly done: number
}

/**
 * The stored telemetry: the latest pulses of accounts, and their history in steps. A crash loses at most 250 ms. On
 * PostgreSQL with 100,000 accounts or more, it loses at most 5 s of pulses in which only the open profit changed.
 */
export interface TelemetryStore {
  /**
   * The latest pulse of every account, some thousands at a time. The first reading gets the pulses from before the file was
   * opened, also where newer ones were appended.
   */
  latest(): AsyncIterable<LatestPulses>
  /** The time of the newest pulse, Unix seconds. 0: none. */
  newest(): Promise<number>
  /** Hands a batch over. `done` is called after its commit. Pulses of one account are in their order. */
  append(batch: PulseBatch, done: () => void): void
  history(query: HistoryQuery): Promise<History>
  /** The days of an account with data, in their order. */
  days(query: DaySpan & { readonly deviceId: number }): Promise<DayStep[]>
  /** The results of all accounts in a span of days. */
  period(span: DaySpan): Promise<PeriodColumns>
  /** The days of groups of accounts, by day and group. */
  fleetDays(query: FleetQuery): Promise<FleetDay[]>
  /** The equity of accounts at the end of each of `points` equal parts of a span. NaN for a part without data. */
  trends(query: TrendQuery): Promise<Map<number, Float64Array>>
  /** Hands events over in their order. `done` is called after their commit. */
  appendCodeEvents(batch: readonly RepeatedCodeEvent[], done: () => void): void
  /** The last events of a code, newest first. */
  codeEvents(codeId: number): Promise<CodeEvent[]>
  /** Stores the sums of the fleet at a moment, without waiting for the disk. */
  appendFleet(sample: FleetSample): void
  fleetCurve(query: FleetCurveQuery): Promise<FleetCurve>
  /** The last sums of the day before each end. `at` is the end. A day without the server has no points. */
  fleetEnds(query: FleetEndsQuery): Promise<FleetCurvePoint[]>
  /** Sets how long hourly steps are kept, seconds. */
  keepHours(seconds: number): void
  /** Sets the most bytes that the data may take: the oldest of the finest steps go first. null: no limit. */
  keepWithin(bytes: number | null): void
  usage(): Promise<StorageUsage>
  /** true: old data stays although its time is over, because the clock may be wrong. */
  holdOld(on: boolean): void
  /** Sets the damaged file aside and goes on with an empty one. @param why SQLite's verdict */
  renew(why: string): void
  /** Calls back after an empty file replaced a damaged one: the latest pulses are not on disk any more. */
  onRenewed(callback: () => void): void
  size(): number
  close(): Promise<void>
}
