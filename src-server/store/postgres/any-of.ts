import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { rowOf, type Connection } from './connection.ts'

/**
 * Whether the column has one of the values. The values are one parameter: the text of a statement is the same for any
 * number of them, so connections plan it once.
 */
export function anyOf<T extends number | string>(
  column: PgColumn & { readonly _: { readonly data: T } },
  values: readonly T[],
): SQL {
  return sql`${column} = ANY(${sql.param([...values])})`
}

/** Ids as the text of an array of PostgreSQL: they go from one query into the next one unread. */
export type Ids = string

/** One parameter, however many ids there are. */
export function amongIds(id: PgColumn, ids: Ids | readonly number[]): SQL {
  return sql`${id} = ANY(${typeof ids === 'string' ? ids : sql.param([...ids])}::bigint[])`
}

/** @param found a query for ids, with a limit */
export function firstIds(
  { orm }: Connection,
  found: SQL,
): Promise<{ readonly count: number; readonly ids: Ids }> {
  return rowOf(
    orm,
    sql`SELECT count(*) AS count, coalesce(array_agg(id), '{}')::text AS ids FROM (${found}) AS found`,
  )
}
