import { sql, type Column, type SQL } from 'drizzle-orm'
import { BEFORE_ALL_TIMES } from './sort-order.ts'

/**
 * The sort expression of a column, as in the list indexes. A nullable column is a time. NULL sorts before all
 * times, and as a number it can be compared with a cursor's value.
 */
export function sortKey(column: Column): SQL {
  return column.notNull ? sql`${column}` : sql`coalesce(${column}, ${sql.raw(String(BEFORE_ALL_TIMES))})`
}
