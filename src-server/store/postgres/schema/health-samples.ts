import { doublePrecision, pgTable } from 'drizzle-orm/pg-core'
import { whole } from '../columns/types.ts'

/** The server's state minute by minute, for 30 days. null for a figure that could not be measured. */
export const healthSamples = pgTable('health_samples', {
  /** The end of the minute, Unix seconds. */
  at: whole().primaryKey(),
  /** Calls of api.php, and answers with a status of 500 and above, a second. */
  calls: doublePrecision().notNull(),
  errors: doublePrecision().notNull(),
  /** Milliseconds in which 99 of 100 answers were ready. null without a call. */
  p99: doublePrecision(),
  /** The event loop's worst delay, milliseconds. */
  lag: doublePrecision().notNull(),
  /** Bytes: of the process, of both databases, and free on the disk. */
  memory: whole().notNull(),
  diskUsed: whole('disk_used').notNull(),
  diskFree: whole('disk_free').notNull(),
  /** Milliseconds that a durable write and a hand-over to the telemetry thread took at the end of the minute. */
  commit: doublePrecision(),
  telemetry: doublePrecision(),
  /** Trading accounts whose last pulse came in time. */
  online: whole().notNull(),
})
