import Database from 'better-sqlite3'
import { getTableColumns, is, type Column } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { createAuditRepository } from '../../../src-server/store/sqlite/repositories/audit.ts'
import { connect } from '../../../src-server/store/sqlite/connection.ts'
import * as schema from '../../../src-server/store/sqlite/schema/index.ts'
import { HARD_TEXT, NOW } from '../../contract/sample-records.ts'

type Value = string | number | Buffer | null

/** The rows of each table: plain ones, some with hard texts, and some without what may be missing. */
const ROWS = 3
/** Characters that COPY escapes in a line of text, and some that look like its escapes. */
const CONTROLS = 'a\r\b\f\v\\N \\\\ \\t \u0001 \u007f \u2028'
/** Tables with one row. */
const SINGLE = ['steward', 'data_keys']
/** Tables whose rows others make: triggers, and the audit log itself. */
const MADE = ['audit', 'outbox_counts']
/** Values that checks and triggers of the ledger ask for. */
const GIVEN: Readonly<Record<string, (row: number) => Value>> = {
  'allocations.used': () => 1,
  'allocations.quota': (row) => row + 1,
  'ledger_accounts.book_id': () => 1,
  'ledger_accounts.balance': () => 0,
  'ledger_transactions.book_id': () => 1,
  'ledger_transfers.to_id': (row) => (row % ROWS) + 1,
  'images.bytes': (row) => Buffer.from([0, row, 92, 255, 10, 9]),
  'images.id': (row) => `picture ${ROWS - row}`,
  'server_rename_items.item_id': (row) => row,
}

/** Fills each table of a data folder, so that nothing is left to a default. */
export async function layEveryTable(file: string): Promise<void> {
  const db = new Database(file)
  db.pragma('foreign_keys = OFF')
  const connection = connect(db)
  const all: readonly unknown[] = Object.values(schema)
  for (const table of all.filter((one): one is SQLiteTable => is(one, SQLiteTable))) {
    const { name, foreignKeys } = getTableConfig(table)
    if (MADE.includes(name)) continue
    const parents = new Set(
      foreignKeys.flatMap((key) => key.reference().columns.map((column) => column.name)),
    )
    const columns: Column[] = Object.values(getTableColumns(table))
    const insert = db.prepare(
      `INSERT INTO "${name}" (${columns.map((column) => `"${column.name}"`).join()}) VALUES (${columns.map(() => '?').join()})`,
    )
    for (let row = 1; row <= (SINGLE.includes(name) ? 1 : ROWS); row++)
      insert.run(columns.map((column) => valueOf(name, column, row, parents.has(column.name))))
  }
  db.exec('DELETE FROM images WHERE rowid = 2')
  const audit = createAuditRepository(connection)
  for (let row = 1; row <= ROWS; row++)
    await audit.append([
      {
        ...{ at: NOW + row, personId: row, personName: HARD_TEXT, role: 'owner', ip: '192.0.2.1' },
        ...{ action: 'code_update', subjectKind: 'code', subjectId: String(row), subjectLabel: CONTROLS },
        ...{
          appId: row === 1 ? null : row,
          ownerId: null,
          before: '{}',
          after: JSON.stringify({ note: HARD_TEXT }),
        },
      },
    ])
  const orphans = db.pragma('foreign_key_check') as { table: string }[]
  if (orphans.length > 0) throw new Error(`orphans in ${orphans.map(({ table }) => table).join()}`)
  db.close()
}

function valueOf(table: string, column: Column, row: number, isParent: boolean): Value {
  const given = GIVEN[`${table}.${column.name}`]
  if (given !== undefined) return given(row)
  if (row === ROWS && !column.notNull && !column.primary) return null
  if (isParent) return column.dataType === 'string' ? 'parent' : row
  if (column.dataType === 'boolean') return row % 2
  if (column.dataType === 'json') return JSON.stringify([{ text: row === 2 ? `${HARD_TEXT}\0` : 'plain' }])
  if (column.getSQLType() === 'real') return [0.1, 1e21, -0.000_000_12][row - 1] ?? 0
  if (column.dataType === 'number') return column.primary ? row : row === 2 ? 4_102_243_200 : row
  if (column.enumValues !== undefined && column.enumValues.length > 0)
    return column.enumValues[row % column.enumValues.length] ?? ''
  if (column.dataType === 'buffer') return Buffer.from([row])
  return row === 2 ? `${HARD_TEXT}${CONTROLS}` : `${column.name} ${row}`
}
