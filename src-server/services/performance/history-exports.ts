import { EXPORT_ROWS } from '../../contract/limits.ts'
import { HISTORY_STEPS, type HistoryStep } from '../../contract/performance-names.ts'
import type { Clock } from '../../contract/ports.ts'
import type { ExportFormat, ExportPiece } from '../../contract/records/export.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { isoTime, type ExportColumn } from '../../domain/export/file-piece.ts'
import { dayResult, knownDays, type DayResult } from '../../domain/performance/day-result.ts'
import type { History, TelemetryStore } from '../../store/telemetry-store.ts'
import type { Devices } from '../devices/devices.ts'
import { writeWithPauses } from '../export-piece.ts'
import { requireSpan } from '../require-span.ts'

interface Parts {
  readonly telemetry: TelemetryStore
  readonly devices: Devices
  readonly clock: Clock
  readonly utcOffset: (at: number) => number
}

interface Query {
  readonly id: number
  readonly from: number
  readonly to: number
  readonly step: HistoryStep
  readonly format: ExportFormat
  readonly after?: number | undefined
}

type Point = History['points'][number]

const STEP_COLUMNS: readonly ExportColumn<Point>[] = [
  ['time', ({ at }) => isoTime(at)],
  ['equity', ({ equity }) => equity],
  ['equity_min', ({ equityMin }) => equityMin],
  ['equity_max', ({ equityMax }) => equityMax],
  ['balance', ({ balance }) => balance],
  ['drawdown', ({ ddMax }) => ddMax],
  ['positions', ({ positions }) => positions],
  ['deposits', ({ deposits }) => deposits],
  ['withdrawals', ({ withdrawals }) => withdrawals],
  ['leverage', ({ leverage }) => leverage],
  ['day_profit', ({ dayProfit }) => dayProfit],
  ['pending_orders', ({ pendingOrders }) => pendingOrders],
  ['margin_level', ({ marginMin }) => marginMin],
]
const dayColumns = (utcOffset: (at: number) => number): ExportColumn<DayResult>[] => [
  ['day', ({ day }) => isoTime(day + utcOffset(day) * 60)?.slice(0, 10) ?? null],
  ['profit', ({ profit }) => profit],
  ['return', ({ rate }) => rate],
  ['realised', ({ realised }) => realised],
  ['floating', ({ floating }) => floating],
  ['equity', ({ equity }) => equity],
  ['balance', ({ balance }) => balance],
  ['deposits', ({ deposits }) => deposits],
  ['withdrawals', ({ withdrawals }) => withdrawals],
]

/** The history of a trading account as a file. */
export class HistoryExports {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A piece of the file, the oldest step first. @throws Refused 404, 422 for an empty span */
  async piece(actor: Actor, query: Query): Promise<ExportPiece> {
    const { devices, telemetry, clock, utcOffset } = this.#parts
    const { id, step, format, after = 0 } = query
    devices.require(actor, id)
    requireSpan(query)
    const end = Math.min(query.to, clock.now())
    if (step === 'days') {
      const days = knownDays(await telemetry.days({ deviceId: id, from: query.from, to: end }))
      const place = { first: true, last: true }
      const text = await writeWithPauses(format, dayColumns(utcOffset), days, dayResult, place)
      return { text, rows: days.length, next: null }
    }
    const first = after === 0 ? query.from : after
    const to = Math.min(end, first + EXPORT_ROWS * HISTORY_STEPS[step] - 1)
    const { points } = await telemetry.history({ deviceId: id, from: first, to, points: EXPORT_ROWS })
    // A longer step that began before belongs to the piece before.
    const rows = points.filter(({ at }) => at >= first - (first % HISTORY_STEPS[step]) && at <= to)
    const place = { first: after === 0, last: to >= end }
    const text = await writeWithPauses(format, STEP_COLUMNS, rows, (point) => point, place)
    return { text, rows: rows.length, next: place.last ? null : to + 1 }
  }
}
