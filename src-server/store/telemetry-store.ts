import type { CodeEvent, CodeEventKind } from '../contract/records/code-event.ts'
import type { HistoryPoint } from '../contract/records/device.ts'
import type { Inside } from '../contract/spelling.ts'
import type { LatestPulse } from './latest-pulse.ts'
import type { PulseBatch } from './pulse-batch.ts'

/** Something that happened to a code. `at` is Unix seconds. */
export interface NewCodeEvent {
  readonly codeId: number
  readonly at: number
  readonly kind: CodeEventKind
  readonly markcode: string
  readonly ip: string
  /** Who did it in the console; empty for clients. */
  readonly by: string
  readonly detail: string
}

export interface HistoryQuery {
  readonly deviceId: number
  readonly from: number
  readonly to: number
  /** At most this many points. */
  readonly points: number
}

/** Telemetry at rest: what accounts reported last, and their history in steps. Loses at most 250 ms in a crash. */
export interface TelemetryStore {
  /** Every account's latest pulse. */
  latest(): Promise<LatestPulse[]>
  /** Hands a batch over; `done` is called when it is committed. Pulses of one account are in their order. */
  append(batch: PulseBatch, done: () => void): void
  history(query: HistoryQuery): Promise<Inside<HistoryPoint>[]>
  /** Hands events over in their order; `done` is called when they are committed. */
  appendCodeEvents(batch: readonly NewCodeEvent[], done: () => void): void
  /** The last events of a code, newest first. */
  codeEvents(codeId: number): Promise<CodeEvent[]>
  /** How long hourly steps are kept from now on, seconds. */
  keepHours(seconds: number): void
  size(): number
  close(): Promise<void>
}
