import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Ids as the text of an array of PostgreSQL: they go from one query into the next one unread. */
export type Ids = string

/** One parameter, however many ids there are. */
export function amongIds(id: PgColumn, ids: Ids | readonly number[]): SQL {
  return sql`${id} = ANY(${typeof ids === 'string' ? ids : sql.param([...ids])}::bigint[])`
}
