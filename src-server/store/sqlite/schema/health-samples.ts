import { integer, real, sqliteTable } from 'drizzle-orm/sqlite-core'

/** The server's state minute by minute, for 30 days. null for a figure that could not be measured. */
export const healthSamples = sqliteTable('health_samples', {
  /** The end of the minute, Unix seconds. */
  at: integer().primaryKey(),
  /** Calls of api.php, and answers with a status of 500 and above, a second. */
  calls: real().notNull(),
  errors: real().notNull(),
  /** Milliseconds in which 99 of 100 answers were ready. null without a call. */
  p99: real(),
  /** The event loop's worst delay, milliseconds. */
  lag: real().notNull(),
  /** Bytes: of the process, of both databases, and free on the disk. */
  memory: integer().notNull(),
  diskUsed: integer('disk_used').notNull(),
  diskFree: integer('disk_free').notNull(),
  /** Milliseconds that a durable write and a hand-over to the telemetry thread took at the end of the minute. */
  commit: real(),
  telemetry: real(),
  /** Trading accounts whose last pulse came in time. */
  online: integer().notNull(),
})
