import { writeCsv, type CsvCell } from '../../../host/csv.ts'
import type { LiveRow } from '../rows/live-row.ts'

/** The columns of an export; their names are fixed so that a script can rely on them. */
const FIELDS: readonly (readonly [string, (row: LiveRow, appName: string) => CsvCell])[] = [
  ['id', (row) => row.id],
  ['login', (row) => row.login],
  ['server', (row) => row.server],
  ['label', (row) => row.label],
  ['application', (_row, appName) => appName],
  ['agent', (row) => row.agent],
  ['health', (row) => row.health],
  ['risk', (row) => row.risk],
  ['symbol', (row) => row.symbol],
  ['balance', (row) => row.balance],
  ['equity', (row) => row.equity],
  ['floating', (row) => row.floating],
  ['drawdown_percent', (row) => row.drawdown],
  ['margin_level_percent', (row) => row.marginLevel],
  ['positions', (row) => row.positions],
  ['buy', (row) => row.buyPositions],
  ['sell', (row) => row.sellPositions],
  ['licence_end', (row) => row.vip],
  ['pause_open', (row) => (row.pauseOpen ? 1 : 0)],
  ['pause_add', (row) => (row.pauseAdd ? 1 : 0)],
  ['close_all', (row) => row.close.state],
  ['last_pulse', (row) => row.pulsedAt || null],
]

/** Raw figures (`-1234.56`, Unix seconds), UTF-8. Text is written so that no spreadsheet takes it for a formula. */
export function exportRows(rows: readonly LiveRow[], nameOf: (app: number) => string): Uint8Array {
  return writeCsv(
    FIELDS.map(([name]) => name),
    rows.map((row) => FIELDS.map(([, read]) => read(row, nameOf(row.app)))),
  )
}
