import type { SQL } from 'drizzle-orm'
import type { Connection } from './connection.ts'

/** The row of a query that always has one. */
export async function rowOf<R extends object>(orm: Connection['orm'], query: SQL): Promise<R> {
  const [row] = (await orm.execute(query)).rows as unknown as R[]
  if (row === undefined) throw new Error('a query without a row')
  return row
}
