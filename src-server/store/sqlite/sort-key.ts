import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** NULL among the times of an index: imported codes have 0. */
export const BEFORE_ALL_TIMES = -1

/**
 * What a list is ordered by, as its indexes have it. A column that may be NULL is a time: NULL is before all times, and
 * as a number it can be compared with the place a page begins after.
 */
export function sortKey(column: SQLiteColumn): SQL {
  return column.notNull ? sql`${column}` : sql`coalesce(${column}, ${sql.raw(String(BEFORE_ALL_TIMES))})`
}
