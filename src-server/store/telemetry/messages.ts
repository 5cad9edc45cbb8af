import type { CodeEvent } from '../../contract/records/code-event.ts'
import type { PackedPulses } from '../pulse-batch.ts'
import type { FleetSample } from '../../domain/fleet/fleet-group.ts'
import type {
  DayStep,
  FleetCurve,
  FleetCurvePoint,
  FleetCurveQuery,
  FleetDay,
  FleetEndsQuery,
  History,
  HistoryQuery,
  PeriodColumns,
  RepeatedCodeEvent,
  StorageUsage,
  TrendQuery,
} from '../telemetry-store.ts'

/** A damaged file that was set aside. */
export interface Renewed {
  /** The new name of the damaged file. */
  readonly kept: string
  readonly why: string
}

/** The latest pulses of some accounts. */
export interface PackedLatest {
  readonly pulses: PackedPulses
  /** The place at which the next part begins. null: this was the last part. */
  readonly next: number | null
  /** The share that is read, 0 to 1. */
  readonly done: number
}

/** Data and questions for the worker. */
export type Request =
  /** `utcOffset`: minutes the server's wall clock is ahead of UTC. */
  | { readonly kind: 'append'; readonly pulses: PackedPulses; readonly utcOffset: number }
  | { readonly kind: 'history'; readonly query: HistoryQuery }
  /** `from` and `to` count days from 1970 by the server's wall clock, as in the next two. */
  | { readonly kind: 'days'; readonly deviceId: number; readonly from: number; readonly to: number }
  | { readonly kind: 'period'; readonly from: number; readonly to: number }
  | { readonly kind: 'fleet days'; readonly from: number; readonly to: number; readonly groups: Int32Array }
  | { readonly kind: 'trends'; readonly query: TrendQuery }
  /** `after`: the place in the row of pages at which to begin. */
  | { readonly kind: 'latest'; readonly after: number }
  | { readonly kind: 'newest' }
  | { readonly kind: 'append code events'; readonly batch: readonly RepeatedCodeEvent[] }
  | { readonly kind: 'code events'; readonly codeId: number }
  | { readonly kind: 'append fleet'; readonly sample: FleetSample }
  | { readonly kind: 'fleet curve'; readonly query: FleetCurveQuery }
  | { readonly kind: 'fleet ends'; readonly query: FleetEndsQuery }
  | { readonly kind: 'keep hours'; readonly seconds: number }
  /** `bytes`: the most that the data may take. null: no limit. */
  | { readonly kind: 'keep within'; readonly bytes: number | null }
  | { readonly kind: 'usage' }
  /** Whether old data stays although its time is over. */
  | { readonly kind: 'hold old'; readonly on: boolean }
  /** Sets the damaged file aside. */
  | { readonly kind: 'renew'; readonly why: string }
  | { readonly kind: 'close' }

/** An answer has the number of its request. */
interface Numbered {
  readonly id: number
}

export type ToWorker<R extends Request = Request> = R & Numbered

export type Answer =
  | { readonly kind: 'done' }
  | { readonly kind: 'history'; readonly history: History }
  /** `day` counts from 1970 by the server's wall clock, as in the answers to questions about all accounts. */
  | { readonly kind: 'days'; readonly days: DayStep[] }
  | { readonly kind: 'period'; readonly columns: PeriodColumns }
  | { readonly kind: 'fleet days'; readonly days: FleetDay[] }
  | { readonly kind: 'trends'; readonly trends: Map<number, Float64Array> }
  | ({ readonly kind: 'latest' } & PackedLatest)
  /** Unix seconds. 0: there is no pulse. */
  | { readonly kind: 'newest'; readonly at: number }
  | { readonly kind: 'code events'; readonly rows: CodeEvent[] }
  | { readonly kind: 'fleet curve'; readonly curve: FleetCurve }
  | { readonly kind: 'fleet ends'; readonly points: FleetCurvePoint[] }
  | { readonly kind: 'usage'; readonly usage: StorageUsage }
  | { readonly kind: 'failed'; readonly message: string }

export type Reply = Answer & Numbered

export type FromWorker =
  | Reply
  /** Nobody asked: an empty file replaced a damaged one. */
  | ({ readonly kind: 'renewed' } & Renewed)
  /** Nobody asked: work in the background failed, and begins again later. */
  | { readonly kind: 'trouble'; readonly message: string }
