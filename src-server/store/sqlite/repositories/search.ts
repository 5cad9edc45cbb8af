import { or, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Whether the column contains `text` literally: `%` and `_` are no wildcards. */
export function contains(column: SQLiteColumn, text: string): SQL {
  // No text holds a NUL, and SQLite would end the pattern there.
  if (text.includes('\0')) return sql`0`
  const pattern = `%${text.replace(/[\\%_]/g, (special) => `\\${special}`)}%`
  return sql`${column} LIKE ${pattern} ESCAPE '\\'`
}

/** Whether one of the columns contains the text. Every row matches without a text. */
export function containsAny(columns: readonly SQLiteColumn[], text: string | undefined): SQL | undefined {
  if (text === undefined || text === '') return undefined
  return or(...columns.map((column) => contains(column, text)))
}
