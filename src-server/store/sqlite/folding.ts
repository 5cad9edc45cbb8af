import type Database from 'better-sqlite3'
import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { foldWord } from '../../contract/subjects/words.ts'
import { readLines } from '../stored-values.ts'

/** SQLite itself folds the case of ASCII letters only. */
export function addFolding(raw: Database.Database): void {
  raw.function('has_line', { deterministic: true }, (stored: unknown, folded: unknown) =>
    Number(readLines(String(stored)).some((line) => foldWord(line) === folded)),
  )
}

/** Whether a column of lines has this line, in either case of any language. */
export function hasLine(column: SQLiteColumn, line: string): SQL {
  return sql`has_line(${column}, ${foldWord(line)})`
}
