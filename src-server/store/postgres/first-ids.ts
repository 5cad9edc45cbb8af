import { sql, type SQL } from 'drizzle-orm'
import type { Ids } from './any-of.ts'
import { rowOf, type Connection } from './connection.ts'

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
