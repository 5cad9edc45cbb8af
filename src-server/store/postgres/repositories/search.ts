import { or, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { MarkKind } from '../../search/groups.ts'

/** Whether the column contains `text` literally: `%` and `_` are no wildcards. ASCII letters match in either case. */
export function contains(column: PgColumn, text: string): SQL {
  // No text holds a NUL.
  if (text.includes('\0')) return sql`false`
  const pattern = `%${text.replace(/[\\%_]/g, (special) => `\\${special}`)}%`
  return sql`${column} ILIKE ${pattern} ESCAPE '\\'`
}

/** Whether one of the columns contains the text. Every row matches without a text. */
export function containsAny(columns: readonly PgColumn[], text: string | undefined): SQL | undefined {
  if (text === undefined || text === '') return undefined
  return or(...columns.map((column) => contains(column, text)))
}

/** Names the application, agent, owner or person of a row. A mark is longer than a group, so it is never one. */
export function mark(kind: MarkKind, id: number): string {
  return `${kind}:${id}`
}
