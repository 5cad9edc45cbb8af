import type Database from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import * as schema from './schema/index.ts'

/** One connection with both ways to it: prepared SQL for what runs on every call, drizzle for the console's lists. */
export function connect(raw: Database.Database) {
  return { raw, orm: drizzle(raw, { schema }) }
}
export type Connection = ReturnType<typeof connect>
