import { sql, type Column, type SQL } from 'drizzle-orm'

/** Stands for NULL among the times of a list's order. It is -1, because imported codes have times of 0. */
export const BEFORE_ALL_TIMES = -1

/**
 * The sort expression of a column, as in the list indexes. A nullable column is a time. NULL sorts before all
 * times, and as a number it can be compared with a cursor's value.
 */
export function sortKey(column: Column): SQL {
  return column.notNull ? sql`${column}` : sql`coalesce(${column}, ${sql.raw(String(BEFORE_ALL_TIMES))})`
}
