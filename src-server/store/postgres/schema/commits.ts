import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { identity, moment, transactionId, whole } from '../columns/types.ts'

/** One row. Units of the desk lane lock it: all copies run one such transaction at a time (transactions.ts). */
export const desk = pgTable(
  'desk',
  {
    id: whole().primaryKey(),
    /** The number of transactions of the desk lane. */
    n: whole().notNull().default(0),
  },
  (table) => [check('desk_one', sql`${table.id} = 1`)],
)

/** Transactions that were committed, for a copy that lost the connection before it got the answer to COMMIT. */
export const units = pgTable(
  'units',
  {
    /** Random, made by the copy. */
    id: text().primaryKey(),
    /** The copy found no such transaction, and took the id so that none can be committed any more. */
    isVoid: boolean('is_void').notNull().default(false),
    at: moment().notNull().defaultNow(),
  },
  (table) => [index('units_at').on(table.at)],
)

/** Records that the copies keep in memory and a commit changed (store/changes.ts). */
export const changes = pgTable(
  'changes',
  {
    id: identity(),
    /** The transaction that made the change. A later number may be committed earlier. */
    xid: transactionId()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    kind: text().notNull(),
    /** JSON of the record's key. */
    key: text().notNull(),
    /** The name of the copy that made it, which knows it already. */
    copy: text().notNull().default(''),
    at: moment().notNull().defaultNow(),
  },
  (table) => [index('changes_xid').on(table.xid), index('changes_at').on(table.at)],
)

/** The copies of the server that run now. */
export const copies = pgTable('copies', {
  /** Random, made at each start. */
  name: text().primaryKey(),
  /** The machine's name, and the number of the process. */
  host: text().notNull(),
  process: whole().notNull(),
  version: text().notNull(),
  startedAt: moment('started_at').notNull().defaultNow(),
  beatAt: moment('beat_at').notNull().defaultNow(),
  /** The delay of its memory behind the database, milliseconds. */
  lagMs: whole('lag_ms').notNull().default(0),
  /** The lead of its machine's clock over the database's, milliseconds. */
  clockMs: whole('clock_ms').notNull().default(0),
  /** The number of migrations that its version knows and that take something away (migrate.ts). */
  contracts: whole().notNull().default(0),
})

/** The counts of floods and guesses, which the copies share. Unlogged: a crash of the database empties it (0001_rules.sql). */
export const counts = pgTable(
  'counts',
  {
    limit: text('limit_name').notNull(),
    /** JSON of the key, which may be any text. */
    key: text().notNull(),
    /** The span of the count, Unix seconds. */
    from: whole('from_at').notNull(),
    until: whole().notNull(),
    used: whole().notNull(),
  },
  (table) => [primaryKey({ columns: [table.limit, table.key] }), index('counts_until').on(table.until)],
)
