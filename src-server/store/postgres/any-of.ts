import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

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
