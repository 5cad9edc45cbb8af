import type { CommandRecord, DeviceRecord } from '../../../../src-server/contract/records/device.ts'
import { SLICE_ROWS, type Slices } from './slices.ts'
import type { DeviceChange, LiveEvents } from '../../../../src-server/contract/live.ts'
import { applyChange, createRow, judgeRow, type LiveRow, type RowContext } from './live-row.ts'

/** The rows of the scope, and what to do with what the stream says about them. */
export interface RowBook {
  readonly rows: ReadonlyMap<number, LiveRow>
  /** Rows that became critical since this was last taken. */
  takeNewlyCritical(): number
  /** Adds the record, or brings the row up to it. */
  put(record: DeviceRecord, context: RowContext): void
  /** Applies an event; a row that is new comes in when the event has all of it. Returns ids it knows nothing of. */
  apply(event: LiveEvents['devices'], context: RowContext): number[]
  applyCommand(command: CommandRecord, context: RowContext): void
  /** Time passes: accounts fall silent without an event. */
  judgeAll(context: RowContext): Slices
  /** What a full reading did not find is gone. */
  drop(ids: Iterable<number>): void
}

function isComplete(change: DeviceChange): change is DeviceRecord {
  return change.account_key !== undefined && change.close_all !== undefined && change.app !== undefined
}

export function createRowBook(capacity: number): RowBook {
  const rows = new Map<number, LiveRow>()
  let newlyCritical = 0

  function change(row: LiveRow, given: DeviceChange, context: RowContext): void {
    const before = row.risk
    applyChange(row, given, context)
    if (row.risk === 'critical' && before !== 'critical') newlyCritical++
  }

  function put(record: DeviceRecord, context: RowContext): void {
    const known = rows.get(record.id)
    if (known) change(known, record, context)
    else if (rows.size < capacity) rows.set(record.id, createRow(record, context))
  }

  return {
    rows,
    put,
    takeNewlyCritical() {
      const count = newlyCritical
      newlyCritical = 0
      return count
    },
    apply(event, context) {
      const unknown: number[] = []
      for (const given of event.rows) {
        const row = rows.get(given.id)
        if (row) change(row, given, context)
        else if (isComplete(given)) put(given, context)
        else unknown.push(given.id)
      }
      for (const id of event.removed ?? []) rows.delete(id)
      return unknown
    },
    applyCommand(command, context) {
      const row = rows.get(command.device)
      if (!row || command.asked_at < (row.close.asked_at ?? 0)) return
      const { asked_at, delivered_at, confirmed_at, repeats } = command
      const close =
        command.state === 'withdrawn'
          ? { state: 'none' as const, asked_at: null, delivered_at: null, confirmed_at: null, repeats: 0 }
          : { state: command.state, asked_at, delivered_at, confirmed_at, repeats }
      change(row, { id: row.id, close_all: close }, context)
    },
    *judgeAll(context) {
      let judged = 0
      for (const row of rows.values()) {
        if (judgeRow(row, context)) row.version++
        if (++judged % SLICE_ROWS === 0) yield
      }
    },
    drop(ids) {
      for (const id of ids) rows.delete(id)
    },
  }
}
