import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { JOB_STATES } from '../../../contract/records/job.ts'
import { applications } from './applications.ts'

/** Signatures of accepted calls, where several copies serve: a signature is used at one copy only. */
export const replays = sqliteTable(
  'replays',
  {
    appId: integer('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    signature: text().notNull(),
    api: text().notNull(),
    answer: text(),
    /** Nobody asks for the signature from then on, Unix seconds. */
    until: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.signature] }),
    index('replays_until').on(table.until),
  ],
)

/** Jobs, where several copies serve: each copy lists and cancels the jobs of all. */
export const jobs = sqliteTable(
  'jobs',
  {
    number: integer().primaryKey(),
    id: text().notNull(),
    /** The name of the copy that works on it. */
    copy: text().notNull(),
    /** Increases while the copy works. */
    beats: integer().notNull().default(0),
    kind: text().notNull(),
    state: text({ enum: JOB_STATES }).notNull(),
    done: integer().notNull(),
    total: integer().notNull(),
    skipped: integer().notNull(),
    /** The operator whose data it is, and the person who started it. */
    operatorId: integer('operator_id').notNull(),
    personId: integer('person_id').notNull(),
    by: text().notNull(),
    startedAt: integer('started_at').notNull(),
    endedAt: integer('ended_at'),
    /** Somebody asked the job to end. */
    isCancelled: integer('is_cancelled', { mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    uniqueIndex('jobs_id').on(table.id),
    index('jobs_running')
      .on(table.state)
      .where(sql`${table.state} = 'running'`),
  ],
)
