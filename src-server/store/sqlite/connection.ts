import type Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { BoundedMap } from '../../contract/bounded-map.ts'
import { addValueTest } from './value-questions.ts'
import { addFolding } from './folding.ts'
import * as schema from './schema/index.ts'

/**
 * The maximum number of prepared statements. Lists produce a text for each combination of filters, so the
 * oldest go.
 */
const MOST_KEPT = 500

/**
 * One connection with two interfaces: prepared SQL for everything that runs on every call, drizzle for the
 * console's lists.
 */
export function connect(raw: Database.Database) {
  addFolding(raw)
  addValueTest(raw)
  return { raw, orm: drizzle(keepStatements(raw), { schema }) }
}
export type Connection = ReturnType<typeof connect>

/**
 * Keeps prepared statements for drizzle, which prepares every query again. That takes a fifth of a console
 * action's time. A statement's row format is a setting of the statement, but drizzle always uses the same
 * format for one text.
 */
function keepStatements(raw: Database.Database): Database.Database {
  const kept = new BoundedMap<string, Database.Statement>(MOST_KEPT)
  const prepare = (text: string): Database.Statement => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const statement = raw.prepare(text)
    kept.set(text, statement)
    return statement
  }
  return Object.assign(Object.create(raw) as Database.Database, { prepare })
}
