import { or, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Contains `text`, as it stands: `%` and `_` are no wildcards. */
export function contains(column: SQLiteColumn, text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, (special) => `\\${special}`)}%`
  return sql`${column} LIKE ${pattern} ESCAPE '\\'`
}

/** One of the columns contains it; every row where nothing is searched for. */
export function containsAny(columns: readonly SQLiteColumn[], text: string | undefined): SQL | undefined {
  if (text === undefined || text === '') return undefined
  return or(...columns.map((column) => contains(column, text)))
}
