import { and, getTableName, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { COUNTED_ROWS } from '../../contract/limits.ts'
import type { Picked, Slice } from '../keyset.ts'
import { amongIds, firstIds } from './any-of.ts'
import type { Connection } from './connection.ts'
import { applications } from './schema/index.ts'
import type { FoundByText } from './search/found-by-text.ts'

export interface Listing {
  readonly table: PgTable & { readonly id: PgColumn; readonly appId: PgColumn }
  /** The scope, as a condition on the rows. */
  readonly scope: SQL | undefined
  /** The condition for all rows besides the scope. */
  readonly where: SQL | undefined
  /**
   * The list goes through each of these applications in the requested order, because the indexes begin with the
   * application. Undefined when the rows of one application or one agent are wanted, or when no index begins so.
   */
  readonly apps?: WalkedApps | undefined
  /** The rows that a search found (search/found-by-text.ts). */
  readonly found?: Pick<FoundByText, 'ids' | 'first'> | undefined
}

export interface WalkedApps {
  /** A condition on `applications`. Undefined for all. */
  readonly where: SQL | undefined
}

/**
 * Picks a page of a list of any length. When there are few matches, it reads all of them and sorts them. When there are
 * more than COUNTED_ROWS, it walks along an index in the requested order, where the next match is never far. The
 * planner has statistics, so it chooses the indexes. It can't know which of the two to do, because it takes the
 * conditions for independent of each other.
 */
export async function pickPage(connection: Connection, listing: Listing, slice: Slice): Promise<Picked> {
  const { table, scope, where, found } = listing
  const among = found?.ids === undefined ? undefined : amongIds(table.id, found.ids)
  const all = and(among, where, scope)
  const { count, ids } = await firstIds(connection, selectIds(table, all, COUNTED_ROWS + 1))
  if (count <= COUNTED_ROWS) {
    const few = and(amongIds(table.id, ids), slice.where)
    return { where: sql`${table.id} IN (${fewInOrder(table, few, slice)})`, total: count, total_exact: true }
  }
  const total = slice.exact === true ? await connection.orm.$count(table, all) : COUNTED_ROWS
  const picked = (await pickFirst(connection, listing, and(all, slice.where), slice)) ?? walk(listing, slice)
  return { where: sql`${table.id} IN (${picked})`, total, total_exact: slice.exact === true }
}

function selectIds(table: Listing['table'], where: SQL | undefined, limit: number): SQL {
  return sql`SELECT ${table.id} FROM ${table} WHERE ${where ?? sql`true`} LIMIT ${limit}`
}

/** OFFSET 0 keeps the planner from walking along the order, which may lead through every other row. */
function fewInOrder(table: Listing['table'], where: SQL | undefined, slice: Slice): SQL {
  const few = sql`SELECT * FROM ${table} WHERE ${where ?? sql`true`} OFFSET 0`
  return sql`SELECT ${table.id} FROM (${few}) AS ${nameOf(table)} ${inOrder(slice)}`
}

/** The rows that come before all others, when they fill the slice. */
async function pickFirst(
  connection: Connection,
  { table, found }: Listing,
  all: SQL | undefined,
  { offset, limit }: Slice,
): Promise<SQL | undefined> {
  if (found?.first === undefined) return undefined
  const wanted = offset + limit
  const met = await firstIds(
    connection,
    selectIds(table, and(amongIds(table.id, found.first), all), COUNTED_ROWS),
  )
  return met.count < wanted ? undefined : sql`SELECT unnest(${met.ids}::bigint[])`
}

/**
 * The first rows of all, or of each application. Of many applications, only those count whose own first row is among the
 * first ones: every other application has so many rows before its own.
 */
function walk({ table, where, scope, apps }: Listing, slice: Slice): SQL {
  const wanted = and(where, slice.where)
  if (apps === undefined)
    return sql`SELECT ${table.id} FROM ${table} WHERE ${and(wanted, scope) ?? sql`true`} ${inOrder(slice)}`
  const own = and(sql`${table.appId} = ${applications.id}`, wanted)
  const ofEach = (from: SQL, limit: SQL) => sql`${from} CROSS JOIN LATERAL
    (SELECT * FROM ${table} WHERE ${own ?? sql`true`} ORDER BY ${orderOf(slice)} LIMIT ${limit}) AS ${nameOf(table)}`
  const first = sql`SELECT ${applications.id} FROM ${ofEach(sql`${applications}`, sql`1`)}
    WHERE ${apps.where ?? sql`true`} ${inOrder(slice)}`
  const limit = sql`${slice.offset + slice.limit}`
  return sql`SELECT ${table.id} FROM ${ofEach(sql`(${first}) AS ${nameOf(applications)}`, limit)} ${inOrder(slice)}`
}

function orderOf({ orderBy }: Slice): SQL {
  return sql.join([...orderBy], sql`, `)
}

function inOrder(slice: Slice): SQL {
  return sql`ORDER BY ${orderOf(slice)} LIMIT ${slice.offset + slice.limit}`
}

/** A part of a table has the table's name, so that conditions and orders are the same for both. */
function nameOf(table: PgTable): SQL {
  return sql`${sql.identifier(getTableName(table))}`
}
