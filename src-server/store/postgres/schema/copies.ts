import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { JOB_STATES } from '../../../contract/records/job.ts'
import { applications } from './applications.ts'
import { identity, whole } from '../columns/types.ts'

/** Signatures of accepted calls, where several copies serve: a signature is used at one copy only. */
export const replays = pgTable(
  'replays',
  {
    appId: whole('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    signature: text().notNull(),
    api: text().notNull(),
    answer: text(),
    /** Nobody asks for the signature from then on, Unix seconds. */
    until: whole().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.signature] }),
    index('replays_until').on(table.until),
  ],
)

/** Jobs, where several copies serve: each copy lists and cancels the jobs of all. */
export const jobs = pgTable(
  'jobs',
  {
    number: identity(),
    id: text().notNull(),
    /** The name of the copy that works on it. */
    copy: text().notNull(),
    /** Increases while the copy works. */
    beats: whole().notNull().default(0),
    kind: text().notNull(),
    state: text({ enum: JOB_STATES }).notNull(),
    done: whole().notNull(),
    total: whole().notNull(),
    skipped: whole().notNull(),
    /** The operator whose data it is, and the person who started it. */
    operatorId: whole('operator_id').notNull(),
    personId: whole('person_id').notNull(),
    by: text().notNull(),
    startedAt: whole('started_at').notNull(),
    endedAt: whole('ended_at'),
    /** Somebody asked the job to end. */
    isCancelled: boolean('is_cancelled').notNull().default(false),
  },
  (table) => [
    uniqueIndex('jobs_id').on(table.id),
    index('jobs_running')
      .on(table.state)
      .where(sql`${table.state} = 'running'`),
  ],
)
