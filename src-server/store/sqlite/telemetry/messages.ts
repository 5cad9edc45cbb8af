import type { CodeEvent } from '../../../contract/records/code-event.ts'
import type { PackedPulses } from '../../pulse-batch.ts'
import type { FleetSample } from '../../../domain/fleet/fleet-group.ts'
import type {
  DayStep,
  FleetCurve,
  FleetCurvePoint,
  FleetCurveQuery,
  FleetEndsQuery,
  History,
  HistoryQuery,
  PeriodColumns,
  RepeatedCodeEvent,
  StorageUsage,
  TrendQuery,
} from '../../telemetry-store.ts'
import type { FleetSums } from './day-sums.ts'
import type { Renewed, TelemetryPlace } from './open-telemetry.ts'

export interface WorkerData {
  readonly place: TelemetryPlace
  /** The time of the thread's start, Unix seconds. */
  readonly startedAt: number
}

export type ToWorker =
  /** `utcOffset`: minutes the server's wall clock is ahead of UTC. */
  | {
      readonly kind: 'append'
      readonly id: number
      readonly pulses: PackedPulses
      readonly utcOffset: number
    }
  | { readonly kind: 'history'; readonly id: number; readonly query: HistoryQuery }
  /** `from` and `to` count days from 1970 by the server's wall clock, as in the next two. */
  | {
      readonly kind: 'days'
      readonly id: number
      readonly deviceId: number
      readonly from: number
      readonly to: number
    }
  | { readonly kind: 'period'; readonly id: number; readonly from: number; readonly to: number }
  | {
      readonly kind: 'fleet days'
      readonly id: number
      readonly from: number
      readonly to: number
      readonly groups: Int32Array
    }
  | { readonly kind: 'trends'; readonly id: number; readonly query: TrendQuery }
  /** `after`: the place in the row of pages at which to begin. */
  | { readonly kind: 'latest'; readonly id: number; readonly after: number }
  | { readonly kind: 'append code events'; readonly id: number; readonly batch: readonly RepeatedCodeEvent[] }
  | { readonly kind: 'code events'; readonly id: number; readonly codeId: number }
  | { readonly kind: 'append fleet'; readonly id: number; readonly sample: FleetSample }
  | { readonly kind: 'fleet curve'; readonly id: number; readonly query: FleetCurveQuery }
  | { readonly kind: 'fleet ends'; readonly id: number; readonly query: FleetEndsQuery }
  | { readonly kind: 'keep hours'; readonly id: number; readonly seconds: number }
  /** `bytes`: the most that the data may take. null: no limit. */
  | { readonly kind: 'keep within'; readonly id: number; readonly bytes: number | null }
  | { readonly kind: 'usage'; readonly id: number }
  /** Whether old data stays although its time is over. */
  | { readonly kind: 'hold old'; readonly id: number; readonly on: boolean }
  /** Sets the damaged file aside. */
  | { readonly kind: 'renew'; readonly id: number; readonly why: string }
  | { readonly kind: 'close'; readonly id: number }

export type FromWorker =
  | { readonly kind: 'done'; readonly id: number }
  | { readonly kind: 'history'; readonly id: number; readonly history: History }
  /** `day` counts from 1970 by the server's wall clock, as in the answers to questions about all accounts. */
  | { readonly kind: 'days'; readonly id: number; readonly days: DayStep[] }
  | { readonly kind: 'period'; readonly id: number; readonly columns: PeriodColumns }
  | { readonly kind: 'fleet days'; readonly id: number; readonly days: FleetSums[] }
  | { readonly kind: 'trends'; readonly id: number; readonly trends: Map<number, Float64Array> }
  | {
      readonly kind: 'latest'
      readonly id: number
      readonly pulses: PackedPulses
      readonly next: number | null
    }
  | { readonly kind: 'code events'; readonly id: number; readonly rows: CodeEvent[] }
  | { readonly kind: 'fleet curve'; readonly id: number; readonly curve: FleetCurve }
  | { readonly kind: 'fleet ends'; readonly id: number; readonly points: FleetCurvePoint[] }
  | { readonly kind: 'usage'; readonly id: number; readonly usage: StorageUsage }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  /** Nobody asked: an empty file replaced a damaged one. */
  | ({ readonly kind: 'renewed' } & Renewed)
