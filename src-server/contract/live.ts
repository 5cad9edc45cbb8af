import type { CommandRecord, DeviceRecord } from './records/device.ts'
import type { JobState } from './records/job.ts'
import type { RequestState } from './request-names.ts'

/** GET /ajax.php?act=live: server-sent events. `event:` names the kind, `data:` is JSON of the type below, `id:` continues. */
export interface LiveEvents {
  /**
   * Rows changed since the last one, at most 4 a second. A row with only `id`, `telemetry` and, where several report, `terminals` was pulsed, nothing else.
   * `removed` are deleted, or another agent's now.
   */
  devices: { rows: DeviceChange[]; removed?: number[] }
  command: CommandRecord
  job: JobProgress
  /** A request came in or left `pending`: lists that show it read it again. */
  request: RequestChange
  /** What is to be looked at is more or less than before. */
  risk: RiskCounts
  /** A message came, fared otherwise than before, or went; how many wait or were given up now. */
  message: MessageCounts
  /** Every 5 s. */
  server: ServerState
  /** The client fell too far behind, or its `Last-Event-ID` is too old: read again. */
  reset: Record<string, never>
}
export type LiveEventName = keyof LiveEvents

export type DeviceChange = { id: number } & Partial<DeviceRecord>

export interface RequestChange {
  id: number
  state: RequestState
  /** Who decided; empty where nobody did. */
  by: string
}

/** Risks nobody acknowledged yet, and those of them that are high. */
export interface RiskCounts {
  open: number
  high: number
}

/** Messages that are to leave the machine. */
export interface MessageCounts {
  waiting: number
  dead: number
}

export interface JobProgress {
  id: string
  /** The action that started it: `code_generate`, `device_control`. */
  kind: string
  done: number
  total: number
  state: JobState
  /** Rows among `done` that were left as they were; absent where there are none. */
  skipped?: number
}

export interface ServerState {
  /** Runtime calls a second over the last 5 s. */
  calls: number
  connections: number
  /** The event loop's worst delay in the last 5 s, milliseconds. */
  lag: number
  /** Bytes of both database files. */
  database: number
  /** The server's clock, Unix seconds: a viewer shows its own skew. */
  now: number
  /** Unix seconds. */
  started_at: number
  version: string
}
