import { asc, desc, gt, lt, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { ListQuery } from '../../contract/paging.ts'
import { writeCursor, type Place } from '../../domain/paging/cursor.ts'
import { BEFORE_ALL_TIMES, sortKey } from './sort-key.ts'

/** How a page is cut out of a list, and where the next one begins. */
export interface Keyset<R> {
  /** What comes after the cursor; undefined on the first page and where a page number was asked for. */
  readonly where: SQL | undefined
  readonly orderBy: [SQL, SQL]
  readonly offset: number
  /** The cursor of the page after these rows; null when they are the last. */
  next(rows: readonly R[]): string | null
}

/**
 * Pages by the last row's place in the order instead of its number, so that no row is lost or doubled while others
 * insert, and page 10,000 costs what page 1 does. NULL sorts first, as SQLite has it; ties go by id.
 */
export function keyset<S extends string, R extends { readonly id: number }>(
  query: ListQuery<S>,
  columns: Readonly<Record<S, SQLiteColumn>>,
  id: SQLiteColumn,
): Keyset<R> {
  const column = columns[query.sort]
  const order = query.desc ? desc : asc
  const member = memberOf(column)
  const place = query.after
  return {
    where: place && beyond(column, id, place, query.desc),
    orderBy: [order(sortKey(column)), order(id)],
    offset: place === undefined ? query.offset : 0,
    next: (rows) => {
      const last = rows.length < query.limit ? undefined : rows.at(-1)
      if (last === undefined) return null
      const value = (last as Readonly<Record<string, unknown>>)[member] ?? null
      return writeCursor(query.sort, { value: value as Place['value'], id: last.id })
    },
  }
}

/** As one comparison of rows: of two joined by OR the planner begins at the start of the index. */
function beyond(column: SQLiteColumn, id: SQLiteColumn, place: Place, descending: boolean): SQL {
  if (column.name === id.name) return (descending ? lt : gt)(id, place.id)
  const further = sql.raw(descending ? '<' : '>')
  return sql`(${sortKey(column)}, ${id}) ${further} (${place.value ?? BEFORE_ALL_TIMES}, ${place.id})`
}

/** The property a row has the column under. */
function memberOf(column: SQLiteColumn): string {
  const members = column.table as unknown as Readonly<Record<string, unknown>>
  return Object.keys(members).find((key) => members[key] === column) ?? column.name
}
