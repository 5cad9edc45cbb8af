import { sql, type SQLWrapper } from 'drizzle-orm'
import { COUNTED_ROWS } from '../../contract/limits.ts'
import type { Page } from '../../contract/paging.ts'
import type { Connection } from './connection.ts'

/** Counts a query's rows up to COUNTED_ROWS, or all rows when the list asks for the exact number. */
export function countRows(
  { orm }: Connection,
  exact: boolean | undefined,
  find: (limit: number) => SQLWrapper,
): Required<Pick<Page<never>, 'total' | 'total_exact'>> {
  const found = find(exact === true ? -1 : COUNTED_ROWS + 1)
  const { n } = orm.get<{ n: number }>(sql`SELECT count(*) AS n FROM (${found})`)
  const total = exact === true ? n : Math.min(n, COUNTED_ROWS)
  return { total, total_exact: n === total }
}
