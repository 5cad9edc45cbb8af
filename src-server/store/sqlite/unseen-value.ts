import { sql, type SQL } from 'drizzle-orm'

/*
 * The same as in unseen.ts, for drizzle's queries. It is apart from there because the telemetry thread imports that
 * file: with drizzle, the thread would load a hundred modules more at each start.
 */

/**
 * A value that SQLite's planner doesn't see.
 * @param value a number, a text, or a placeholder for one; no column's encoding is applied to it
 */
export function unseenValue(value: number | string | ReturnType<typeof sql.placeholder>): SQL {
  return sql`+${value}`
}
