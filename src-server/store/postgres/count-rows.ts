import { sql, type SQLWrapper } from 'drizzle-orm'
import { COUNTED_ROWS } from '../../contract/limits.ts'
import type { Page } from '../../contract/paging.ts'
import { rowOf, type Connection } from './connection.ts'

/**
 * Counts a query's rows up to COUNTED_ROWS, or all rows when the list asks for the exact number.
 * @param find the query with at most so many rows
 */
export async function countRows(
  { orm }: Connection,
  exact: boolean | undefined,
  find: (limit: number) => SQLWrapper,
): Promise<Required<Pick<Page<never>, 'total' | 'total_exact'>>> {
  const found = find(exact === true ? Number.MAX_SAFE_INTEGER : COUNTED_ROWS + 1)
  const { n } = await rowOf<{ n: number }>(orm, sql`SELECT count(*) AS n FROM (${found}) AS found`)
  const total = exact === true ? n : Math.min(n, COUNTED_ROWS)
  return { total, total_exact: n === total }
}
