import { and, asc, desc, sql, type Column, type SQL } from 'drizzle-orm'
import type { ListQuery } from '../contract/paging.ts'
import { writeCursor, type Place } from '../domain/paging/cursor.ts'
import { BEFORE_ALL_TIMES, sortKey } from './sort-key.ts'

/** The conditions that select one page of a list, and the cursor of the next page. */
export interface Keyset<R> {
  /** The rows after the cursor. Undefined on the first page, and when the caller gives a page number. */
  readonly where: SQL | undefined
  readonly orderBy: [SQL, SQL]
  readonly offset: number
  /** The expression that the rows are sorted by, before their ids. */
  readonly key: SQL
  /**
   * The rows from the cursor to a place, with the row that has the place. It also says so without the ids: a planner
   * can't see how few rows lie between two rows of values.
   */
  upTo(place: Place): SQL | undefined
  /** The cursor of the page after these rows. null when they are the last. */
  next(rows: readonly R[]): string | null
}

/** The requested part of a list. */
export interface Slice {
  /** The rows after the cursor. */
  readonly where: SQL | undefined
  readonly orderBy: readonly SQL[]
  readonly key: SQL
  upTo(place: Place): SQL | undefined
  readonly offset: number
  readonly limit: number
  /** Count all rows, whatever their number. */
  readonly exact: boolean | undefined
}

export interface Picked {
  /** Selects the rows of the slice, and possibly others around them. */
  readonly where: SQL
  readonly total: number
  /** False when there are more rows than `total`. */
  readonly total_exact: boolean
}

/**
 * Pages by the last row's place in the order instead of its number. So no row is lost or repeated while
 * others insert, and page 10,000 costs as much as page 1. NULL sorts first, and equal values sort by id.
 */
export function keyset<S extends string, R extends { readonly id: number }>(
  query: ListQuery<S>,
  columns: Readonly<Record<S, Column>>,
  id: Column,
): Keyset<R> {
  const column = columns[query.sort]
  const order = query.desc ? desc : asc
  const member = memberOf(column)
  const place = query.after
  return {
    where: place && compared(column, id, query.desc ? '<' : '>', place),
    orderBy: [order(sortKey(column)), order(id)],
    offset: place === undefined ? query.offset : 0,
    key: sortKey(column),
    upTo: (last) => {
      const [to, from] = query.desc ? (['>=', '<='] as const) : (['<=', '>='] as const)
      const rows = compared(column, id, to, last)
      if (column.name === id.name) return rows
      const value = (operator: string, of: Place) =>
        sql`${sortKey(column)} ${sql.raw(operator)} ${valueOf(of)}`
      return and(rows, value(to, last), place && value(from, place))
    },
    next: (rows) => {
      const last = rows.length < query.limit ? undefined : rows.at(-1)
      if (last === undefined) return null
      const value = (last as Readonly<Record<string, unknown>>)[member] ?? null
      return writeCursor(query.sort, { value: value as Place['value'], id: last.id })
    },
  }
}

/**
 * A single comparison of row values. With two comparisons joined by OR, the planner would start at the
 * beginning of the index.
 */
function compared(column: Column, id: Column, operator: '<' | '>' | '<=' | '>=', place: Place): SQL {
  if (!isOf(column, place)) return sql`false`
  const than = sql.raw(operator)
  if (column.name === id.name) return sql`${id} ${than} ${place.id}`
  return sql`(${sortKey(column)}, ${id}) ${than} (${valueOf(place)}, ${place.id})`
}

function valueOf({ value }: Place): string | number {
  return value ?? BEFORE_ALL_TIMES
}

/** Whether a row can have this place. A caller may invent one. */
function isOf({ dataType }: Column, { value, id }: Place): boolean {
  if (!Number.isSafeInteger(id)) return false
  if (typeof value === 'string') return dataType === 'string' && !value.includes('\0')
  return value === null || (dataType === 'number' && Number.isSafeInteger(value))
}

/** The name of the property that holds the column in a row. */
function memberOf(column: Column): string {
  const members = column.table as unknown as Readonly<Record<string, unknown>>
  return Object.keys(members).find((key) => members[key] === column) ?? column.name
}
