import { and, eq, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Way } from './listing.ts'

/**
 * A table's list indexes come in pairs with one suffix, by application and by agent: `codes_app_created` and
 * `codes_agent_created`. A lane is one side of all pairs: it gives the way over the index with a suffix.
 * Lists of one agent's rows use the agent's lane.
 */
export type Lane = (suffix: string, where?: SQL) => Way

export function lanesByApp(table: string): Lane {
  return (suffix, where) => ({ index: `${table}_app${suffix}`, ofApps: true, where })
}

/** @param inSight the scope, which this index doesn't cover */
export function lanesByAgent(table: string, column: SQLiteColumn, agent: number, inSight?: SQL): Lane {
  const own = and(eq(column, agent), inSight)
  return (suffix, where) => ({ index: `${table}_agent${suffix}`, where: and(own, where) })
}
