import type Database from 'better-sqlite3'
import type { RowsOf } from '../../moving/move-end.ts'
import { RowText } from '../../moving/row-text.ts'
import { columnOf } from './moved-tables.ts'

/** A move that ends before the file is complete begins again, so nothing is kept for the case of a crash. */
const FAST = ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF']
/** The rows of an index are sorted on the disk: memory must not grow with them. */
const SMALL = 'temp_store = FILE'
/** Balances come with their rows, and are checked as a whole. */
const CHECKED_LATER = "type = 'trigger' AND tbl_name = 'ledger_transfers'"
const FOUND_LATER = "type = 'index' AND sql IS NOT NULL"

interface Definition {
  readonly type: string
  readonly name: string
  readonly sql: string
}

/**
 * Fills an empty file: rows first, then the indexes, because each of them is made once then. The other triggers write what
 * follows from the rows: the sums of messages, and the queues of the searches.
 */
export async function load(db: Database.Database, tables: AsyncIterable<RowsOf>): Promise<void> {
  for (const pragma of [...FAST, SMALL]) db.pragma(pragma)
  const later = db
    .prepare<[], Definition>(
      `SELECT type, name, sql FROM sqlite_master WHERE ${CHECKED_LATER} OR ${FOUND_LATER}`,
    )
    .all()
  db.exec('BEGIN IMMEDIATE')
  for (const { type, name } of later) db.exec(`DROP ${type} "${name}"`)
  for await (const { table, rows } of tables) {
    const text = new RowText(table)
    const columns = table.columns.map(({ name }) => columnOf(table, name))
    const insert = db.prepare(
      `INSERT INTO "${table.name}" (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    for await (const lines of rows) for (const line of lines) insert.run(text.read(line))
  }
  for (const { sql } of later) db.exec(sql)
  db.exec('COMMIT')
}

/** The next rows get the numbers that they would have got at the other side. */
export function setNumbers(db: Database.Database, lastNumbers: ReadonlyMap<string, number>): void {
  const update = db.prepare('UPDATE sqlite_sequence SET seq = ? WHERE name = ?')
  const insert = db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
  const counts = db.prepare<[string], number>(
    "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ? AND sql LIKE '%AUTOINCREMENT%'",
  )
  db.transaction(() => {
    for (const [table, last] of lastNumbers) {
      if (counts.pluck().get(table) === 0) continue
      if (update.run(last, table).changes === 0) insert.run(table, last)
    }
  })()
}

/** Makes the file safe from a power cut, and as a server keeps it. @throws Error for rows without their parents */
export function endLoad(db: Database.Database): void {
  const orphans = db.pragma('foreign_key_check') as readonly { readonly table: string }[]
  const tables = [...new Set(orphans.map(({ table }) => table))]
  if (tables.length > 0) throw new Error(`rows without their parents in ${tables.join(', ')}`)
  db.exec('ANALYZE')
  db.pragma('synchronous = FULL')
  db.pragma('journal_mode = WAL')
  db.pragma('wal_checkpoint(TRUNCATE)')
}
