import type { CodeEvent, CodeEventKind } from '../contract/records/code-event.ts'
import type { HistoryPoint } from '../contract/records/device.ts'
import type { Inside } from '../contract/spelling.ts'
import type { FleetSample, FleetSums } from '../domain/fleet/fleet-group.ts'
import type { LatestPulse } from './latest-pulse.ts'
import type { PulseBatch } from './pulse-batch.ts'

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

export interface FleetCurveQuery {
  readonly from: number
  readonly to: number
  /** The maximum number of moments. */
  readonly points: number
  readonly apps: readonly number[]
  /** Undefined: of all agents, and of none. */
  readonly agents?: readonly number[] | undefined
  readonly currency?: string | undefined
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

/**
 * The stored telemetry: the latest pulses of accounts, and their history in steps. A crash loses at most 250
 * ms.
 */
export interface TelemetryStore {
  /** The latest pulse of every account. */
  latest(): Promise<LatestPulse[]>
  /** Hands a batch over. `done` is called after its commit. Pulses of one account are in their order. */
  append(batch: PulseBatch, done: () => void): void
  history(query: HistoryQuery): Promise<History>
  /** Hands events over in their order. `done` is called after their commit. */
  appendCodeEvents(batch: readonly RepeatedCodeEvent[], done: () => void): void
  /** The last events of a code, newest first. */
  codeEvents(codeId: number): Promise<CodeEvent[]>
  /** Stores the sums of the fleet at a moment, without waiting for the disk. */
  appendFleet(sample: FleetSample): void
  fleetCurve(query: FleetCurveQuery): Promise<FleetCurve>
  /** Sets how long hourly steps are kept, seconds. */
  keepHours(seconds: number): void
  /** true: old data stays although its time is over, because the clock may be wrong. */
  holdOld(on: boolean): void
  /** Sets the damaged file aside and goes on with an empty one. @param why SQLite's verdict */
  renew(why: string): void
  /** Calls back after an empty file replaced a damaged one: the latest pulses are not on disk any more. */
  onRenewed(callback: () => void): void
  size(): number
  close(): Promise<void>
}
