import { and, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { COUNTED_ROWS } from '../../contract/limits.ts'
import type { Picked, Slice } from '../keyset.ts'
import type { Connection } from './connection.ts'
import { applications } from './schema/index.ts'

/**
 * A way to rows of a table: an index, and a condition on it. The planner has no statistics, so the code names
 * each index.
 */
export interface Way {
  /** Undefined when `where` names ids. */
  readonly index?: string | undefined
  readonly where?: SQL | undefined
  /** The index begins with the application, so it is used once for each application in sight. */
  readonly ofApps?: boolean
}

/** Each of the two lists of ways finds all rows of a list, each row once. */
export interface Ways {
  /** The ways that read the fewest rows of no interest. */
  readonly narrow: readonly Way[]
  /** The ways that give the rows in the requested order. */
  readonly sorted: readonly Way[]
}

export interface Listing extends Ways {
  readonly table: SQLiteTable & { readonly id: SQLiteColumn; readonly appId: SQLiteColumn }
  /** The applications in sight, as a condition on `applications`. */
  readonly apps?: SQL | undefined
  /** The condition for all rows. */
  readonly where: SQL | undefined
  /** Ways to rows that come before all others of the slice. They are enough when they fill the slice. */
  readonly first?: readonly Way[] | undefined
}

/**
 * Picks a page of a list of any length. When there are few matches, it reads all of them by the narrow ways
 * and sorts them. When there are more than COUNTED_ROWS, it walks along the sorted ways, where the next match
 * is never far.
 */
export function pickPage({ orm }: Connection, listing: Listing, slice: Slice): Picked {
  const { narrow, sorted, table } = listing
  const all = union(narrow.map((way) => sql`SELECT ${table.id} FROM ${found(listing, way)}`))
  const { counted } = orm.get<{ counted: number }>(
    sql`SELECT count(*) AS counted FROM (${all} LIMIT ${slice.exact === true ? -1 : COUNTED_ROWS + 1})`,
  )
  const areFew = counted <= COUNTED_ROWS
  const count =
    areFew || slice.exact === true
      ? { total: counted, total_exact: true }
      : { total: COUNTED_ROWS, total_exact: false }
  if (areFew && narrow !== sorted) {
    return { where: and(sql`${table.id} IN (${all})`, slice.where) ?? sql`1`, ...count }
  }
  const enough = listing.first && firstOf(orm, listing, listing.first, slice)
  const first = enough ?? union(sorted.map((way) => inOrder(listing, way, slice)))
  return { where: sql`${table.id} IN (${first})`, ...count }
}

function firstOf(
  orm: Connection['orm'],
  listing: Listing,
  ways: readonly Way[],
  { where, offset, limit }: Slice,
): SQL | undefined {
  const some = union(ways.map((way) => sql`SELECT ${listing.table.id} FROM ${found(listing, way, where)}`))
  const wanted = offset + limit
  const { met } = orm.get<{ met: number }>(sql`SELECT count(*) AS met FROM (${some} LIMIT ${wanted})`)
  return met === wanted ? some : undefined
}

/** The first rows of a way, or of each application for an index by application. */
function inOrder(listing: Listing, way: Way, slice: Slice): SQL {
  const { table, apps } = listing
  const end = sql`ORDER BY ${sql.join([...slice.orderBy], sql`, `)} LIMIT ${slice.offset + slice.limit}`
  if (way.ofApps !== true)
    return sql`SELECT * FROM (SELECT ${table.id} FROM ${found(listing, way, slice.where)} ${end})`
  const own = and(sql`${table.appId} = ${applications.id}`, way.where, listing.where, slice.where)
  const first = sql`SELECT ${table.id} FROM ${indexed(listing, way)} WHERE ${own ?? sql`1`} ${end}`
  return sql`SELECT best.id FROM ${applications} CROSS JOIN ${table} AS best ON best.id IN (${first})
    WHERE ${apps ?? sql`1`}`
}

function found(listing: Listing, way: Way, beyond?: SQL): SQL {
  const { table, apps } = listing
  const inSight = sql`${table.appId} IN (SELECT ${applications.id} FROM ${applications} WHERE ${apps ?? sql`1`})`
  const where = and(way.ofApps === true ? inSight : undefined, way.where, listing.where, beyond)
  return sql`${indexed(listing, way)} WHERE ${where ?? sql`1`}`
}

function indexed({ table }: Listing, { index }: Way): SQL {
  return index === undefined ? sql`${table} NOT INDEXED` : sql`${table} INDEXED BY ${sql.identifier(index)}`
}

function union(selects: readonly SQL[]): SQL {
  return sql.join([...selects], sql` UNION ALL `)
}
