import { and, asc, desc, eq, gt, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { ListQuery } from '../../contract/paging.ts'
import { writeCursor, type Place } from '../../domain/paging/cursor.ts'

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
    orderBy: [order(column), order(id)],
    offset: place === undefined ? query.offset : 0,
    next: (rows) => {
      const last = rows.length < query.limit ? undefined : rows.at(-1)
      if (last === undefined) return null
      const value = (last as Readonly<Record<string, unknown>>)[member] ?? null
      return writeCursor(query.sort, { value: value as Place['value'], id: last.id })
    },
  }
}

function beyond(column: SQLiteColumn, id: SQLiteColumn, place: Place, descending: boolean): SQL | undefined {
  const further = descending ? lt : gt
  if (column.name === id.name) return further(id, place.id)
  if (place.value === null) {
    const tie = and(isNull(column), further(id, place.id))
    return descending ? tie : or(tie, isNotNull(column))
  }
  const rest = or(further(column, place.value), and(eq(column, place.value), further(id, place.id)))
  return descending && !column.notNull ? or(rest, isNull(column)) : rest
}

/** The property a row has the column under. */
function memberOf(column: SQLiteColumn): string {
  const members = column.table as unknown as Readonly<Record<string, unknown>>
  return Object.keys(members).find((key) => members[key] === column) ?? column.name
}
