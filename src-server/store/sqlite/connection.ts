import type Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import * as schema from './schema/index.ts'

/** Lists make a text for each of their filters: the oldest statement goes when there are more. */
const MOST_KEPT = 500

/** One connection with both ways to it: prepared SQL for what runs on every call, drizzle for the console's lists. */
export function connect(raw: Database.Database) {
  return { raw, orm: drizzle(keepStatements(raw), { schema }) }
}
export type Connection = ReturnType<typeof connect>

/**
 * Drizzle prepares what it does each time anew, a fifth of what an act of the console costs: it gets the statement it had.
 * Of one text it always reads rows as arrays or never does, which is a statement's own setting.
 */
function keepStatements(raw: Database.Database): Database.Database {
  const kept = new Map<string, Database.Statement>()
  const prepare = (text: string): Database.Statement => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const [oldest] = kept.keys()
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    const statement = raw.prepare(text)
    kept.set(text, statement)
    return statement
  }
  return Object.assign(Object.create(raw) as Database.Database, { prepare })
}
