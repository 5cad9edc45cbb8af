import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Contains `text`, as it stands: `%` and `_` are no wildcards. */
export function contains(column: SQLiteColumn, text: string): SQL {
  const pattern = `%${text.replace(/[\\%_]/g, (special) => `\\${special}`)}%`
  return sql`${column} LIKE ${pattern} ESCAPE '\\'`
}
