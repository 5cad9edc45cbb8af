import type { CommandRecord, DeviceRecord } from './records/device.ts'
import type { JobState } from './records/job.ts'
import type { StorageState } from './records/storage-state.ts'
import type { RequestState } from './request-names.ts'

/**
 * GET /ajax.php?act=live: server-sent events. `event:` is the kind, `data:` is JSON of the type below, and
 * `id:` is the place from which a client can continue.
 */
export interface LiveEvents {
  /**
   * The rows changed since the last event, at most 4 times a second. A row with only `id`, `telemetry` and
   * (for several terminals) `terminals` had a pulse and no other change. `removed` lists accounts that were
   * deleted or now belong to another agent.
   */
  devices: { rows: DeviceChange[]; removed?: number[] }
  command: CommandRecord
  /** For those who may list the job. */
  job: JobProgress
  /** A request came in or left `pending`. Lists that show it read it again. */
  request: RequestChange
  /** The number of open risks changed. */
  risk: RiskCounts
  /**
   * A message was added, changed its state, or went. Holds the present numbers of waiting and given-up
   * messages.
   */
  message: MessageCounts
  /** Every 5 s. Only the owner, and the owner's staff with `platform` or `backups`, get the figures. */
  server: ServerTime & Partial<ServerFigures>
  /** The market calendar changed. A viewer of trading accounts reads it again. */
  calendar: Record<string, never>
  /** Every 5 s, and at once when it changes. */
  storage: StorageNotice
  /** The client fell too far behind, or its `Last-Event-ID` is too old. It must read everything again. */
  reset: Record<string, never>
}
export type LiveEventName = keyof LiveEvents

export type DeviceChange = { id: number } & Partial<DeviceRecord>

export interface RequestChange {
  id: number
  state: RequestState
  /** The operator who decided. Empty for nobody. */
  by: string
}

/** The unacknowledged risks, and the high ones among them. */
export interface RiskCounts {
  open: number
  high: number
}

/** Messages that leave the machine. */
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
  /** The rows among `done` that stayed unchanged. Absent for none. */
  skipped?: number
}

/** The condition of the stored data. All members are null while nothing is wrong. */
export interface StorageNotice {
  /** Another program holds the lock of the data since then, Unix seconds. Changes wait or are refused. */
  held_since: number | null
  /** A part of the database can't be read since then, Unix seconds. For the owner and the owner's staff. */
  damaged_at: number | null
  /** The newest backup that passed its check, while there is damage. For the owner and the owner's staff. */
  restorable: StorageState['restorable']
}

/** What everybody who signs in may know of the server. */
export interface ServerTime {
  /** The server's clock, Unix seconds, so that a viewer can show the difference to its own clock. */
  now: number
  /** Unix seconds. */
  started_at: number
  version: string
}

/** Figures of the whole platform. */
export interface ServerFigures {
  /** Runtime calls a second over the last 5 s. */
  calls: number
  connections: number
  /** The event loop's worst delay in the last 5 s, milliseconds. */
  lag: number
  /** The size of both database files, bytes. */
  database: number
  /** The machine's clock is far from the last moment that the data saw: nothing expires until somebody confirms the clock. */
  clock_doubt: { seen: number } | null
}

export type ServerState = ServerTime & ServerFigures
/** What the server measures every few seconds. */
export type MeasuredState = Omit<ServerState, 'clock_doubt'>
