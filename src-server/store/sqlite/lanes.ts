import { and, eq, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Way } from './listing.ts'

/**
 * A table's indexes for lists come in pairs of one name, by application and by agent: `codes_app_created` and
 * `codes_agent_created`. Which of a pair is meant depends on whether an agent's rows are asked for.
 */
export type Lane = (suffix: string, where?: SQL) => Way

export function lanesByApp(table: string): Lane {
  return (suffix, where) => ({ index: `${table}_app${suffix}`, ofApps: true, where })
}

/** @param inSight the scope, of which the index says nothing */
export function lanesByAgent(table: string, column: SQLiteColumn, agent: number, inSight?: SQL): Lane {
  const own = and(eq(column, agent), inSight)
  return (suffix, where) => ({ index: `${table}_agent${suffix}`, where: and(own, where) })
}
