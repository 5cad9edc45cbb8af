import type { CodeEvent } from '../../../contract/records/code-event.ts'
import type { PackedPulses } from '../../pulse-batch.ts'
import type { LatestPulse } from '../../latest-pulse.ts'
import type { FleetSample } from '../../../domain/fleet/fleet-group.ts'
import type {
  FleetCurve,
  FleetCurveQuery,
  History,
  HistoryQuery,
  RepeatedCodeEvent,
} from '../../telemetry-store.ts'
import type { Renewed, TelemetryPlace } from './open-telemetry.ts'

export interface WorkerData {
  readonly place: TelemetryPlace
  /** The time of the thread's start, Unix seconds. */
  readonly startedAt: number
}

export type ToWorker =
  | { readonly kind: 'append'; readonly id: number; readonly pulses: PackedPulses }
  | { readonly kind: 'history'; readonly id: number; readonly query: HistoryQuery }
  | { readonly kind: 'latest'; readonly id: number }
  | { readonly kind: 'append code events'; readonly id: number; readonly batch: readonly RepeatedCodeEvent[] }
  | { readonly kind: 'code events'; readonly id: number; readonly codeId: number }
  | { readonly kind: 'append fleet'; readonly id: number; readonly sample: FleetSample }
  | { readonly kind: 'fleet curve'; readonly id: number; readonly query: FleetCurveQuery }
  | { readonly kind: 'keep hours'; readonly id: number; readonly seconds: number }
  /** Whether old data stays although its time is over. */
  | { readonly kind: 'hold old'; readonly id: number; readonly on: boolean }
  /** Sets the damaged file aside. */
  | { readonly kind: 'renew'; readonly id: number; readonly why: string }
  | { readonly kind: 'close'; readonly id: number }

export type FromWorker =
  | { readonly kind: 'done'; readonly id: number }
  | { readonly kind: 'history'; readonly id: number; readonly history: History }
  | { readonly kind: 'latest'; readonly id: number; readonly rows: LatestPulse[] }
  | { readonly kind: 'code events'; readonly id: number; readonly rows: CodeEvent[] }
  | { readonly kind: 'fleet curve'; readonly id: number; readonly curve: FleetCurve }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  /** Nobody asked: an empty file replaced a damaged one. */
  | ({ readonly kind: 'renewed' } & Renewed)
