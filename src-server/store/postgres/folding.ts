import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { foldWord } from '../../contract/subjects/words.ts'

/** Whether a column of lines has this line, in either case of any language. */
export function hasLine(column: PgColumn, line: string): SQL {
  if (line.includes('\0')) return sql`false`
  return sql`(${column} <> '' AND EXISTS (SELECT 1 FROM unnest(string_to_array(${column}, E'\n')) AS one (line) WHERE fold_word(one.line) = ${foldWord(line)}))`
}
