import { and, eq, getTableName, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { COUNTED_ROWS } from '../../contract/limits.ts'
import type { Place } from '../../domain/paging/cursor.ts'
import type { Picked, Slice } from '../keyset.ts'
import { amongIds, firstIds, type Ids } from './any-of.ts'
import { rowOf, rowsOf, type Connection } from './connection.ts'
import { applications } from './schema/index.ts'
import type { FoundByText } from './search/found-by-text.ts'

export interface Listing {
  readonly table: PgTable & { readonly id: PgColumn; readonly appId: PgColumn }
  /** The scope, as a condition on the rows. */
  readonly scope: SQL | undefined
  /** The condition for all rows besides the scope and the text. */
  readonly where: SQL | undefined
  /**
   * The list goes through each of these applications in the requested order, because the indexes begin with the
   * application. Undefined when the rows of one application or one agent are wanted, or when no index begins so.
   */
  readonly apps?: WalkedApps | undefined
  /**
   * The filter has rows of which no index knows the order, and their number has a limit: all of them are read and sorted.
   * Along the index of that order, rows of this filter may be far away.
   */
  readonly sortsAll?: boolean | undefined
  /** The rows that a search found (search/found-by-text.ts). */
  readonly found?: FoundByText | undefined
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
  const { table, where, scope, found } = listing
  const ids = found?.ids
  const all = and(where, found?.where, scope)
  const known =
    found?.some === undefined
      ? undefined
      : await countFirst(connection, listing, found.some, and(where, scope))
  // The known rows are not all: they say enough only where they are many.
  const counted =
    known !== undefined && known.count > COUNTED_ROWS
      ? known
      : await countFirst(connection, listing, ids, all)
  if (counted.count <= COUNTED_ROWS) {
    const few = sortAll(table, counted.ids, undefined, slice)
    return { where: sql`${table.id} IN (${few})`, total: counted.count, total_exact: true }
  }
  const among = ids === undefined ? undefined : amongIds(table.id, ids)
  const total = slice.exact === true ? await connection.orm.$count(table, and(among, all)) : COUNTED_ROWS
  const picked =
    (await pickFirst(connection, listing, and(all, slice.where), slice)) ??
    (listing.sortsAll === true || ids !== undefined
      ? sortAll(table, ids, all, slice)
      : walk(listing, slice, await boundOf(connection, listing, counted.app, slice)))
  return { where: sql`${table.id} IN (${picked})`, total, total_exact: slice.exact === true }
}

interface Counted {
  readonly count: number
  readonly ids: Ids
  /** The application with most of these rows. Only of a list that goes through applications. */
  readonly app: number | null
}

/** At most one row more than are counted. @param known the ids of all rows that come into question */
async function countFirst(
  { orm }: Connection,
  { table, apps }: Listing,
  known: Ids | undefined,
  where: SQL | undefined,
): Promise<Counted> {
  const app = apps === undefined ? sql`NULL::bigint` : table.appId
  return rowOf<Counted>(
    orm,
    sql`SELECT count(*) AS count, coalesce(array_agg(id), '{}')::text AS ids, mode() WITHIN GROUP (ORDER BY app) AS app
      FROM (SELECT ${table.id}, ${app} AS app FROM ${rowsOfIds(table, known, where)} LIMIT ${COUNTED_ROWS + 1}) AS found`,
  )
}

/**
 * The rows with these ids, under the name of the table. Each id is looked up: the planner would rather read half of the
 * table when it expects to meet enough of many ids there.
 */
function rowsOfIds(table: Listing['table'], ids: Ids | undefined, where: SQL | undefined): SQL {
  if (ids === undefined) return sql`${table} WHERE ${where ?? sql`true`}`
  const one = and(sql`${table.id} = known.known_id`, where)
  return sql`unnest(${ids}::bigint[]) AS known (known_id)
    CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${one} OFFSET 0) AS ${nameOf(table)}`
}

/** OFFSET 0 keeps the planner from walking along the order, which may lead through every other row. */
function sortAll(table: Listing['table'], ids: Ids | undefined, where: SQL | undefined, slice: Slice): SQL {
  const all = sql`SELECT ${nameOf(table)}.* FROM ${rowsOfIds(table, ids, where)} OFFSET 0`
  return sql`SELECT ${table.id} FROM (${all}) AS ${nameOf(table)} WHERE ${slice.where ?? sql`true`} ${inOrder(slice)}`
}

/** The rows that come before all others, when they fill the slice or no others follow. */
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
    sql`SELECT ${table.id} FROM ${table} WHERE ${and(amongIds(table.id, found.first.ids), all)} LIMIT ${COUNTED_ROWS}`,
  )
  return met.count < wanted && !found.first.areAll ? undefined : sql`SELECT unnest(${met.ids}::bigint[])`
}

/**
 * The last place of the slice in one application, which is the one that seems to have most rows: no row of the slice
 * has a later place. Then applications without any match are not read to their ends. Undefined when that application
 * does not fill the slice.
 */
async function boundOf(
  connection: Connection,
  { table, where, found, scope, apps }: Listing,
  app: number | null,
  slice: Slice,
): Promise<SQL | undefined> {
  if (apps === undefined || app === null) return undefined
  const own = and(eq(table.appId, app), where, found?.where, scope, slice.where)
  const [last] = await rowsOf<Place>(
    connection.orm,
    sql`SELECT ${slice.key} AS value, ${table.id} FROM ${table} WHERE ${own}
      ORDER BY ${orderOf(slice)} LIMIT 1 OFFSET ${slice.offset + slice.limit - 1}`,
  )
  return last && slice.upTo(last)
}

/**
 * The first rows of all, or of each application. Of many applications, only those count whose own first row is among the
 * first ones: every other application has so many rows before its own.
 */
function walk({ table, where, found, scope, apps }: Listing, slice: Slice, bound: SQL | undefined): SQL {
  const wanted = and(where, found?.where, slice.where, bound)
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
