import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** What was said of a risk: it stays put away until it happens anew. */
export const riskNotes = sqliteTable(
  'risk_notes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Names the risk and the time it was seen. */
    key: text().notNull(),
    /** Whose: the owner of the application, 0 for the platform's. */
    ownerId: integer('owner_id').notNull(),
    byId: integer('by_id').notNull(),
    by: text().notNull(),
    note: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [uniqueIndex('risk_notes_key').on(table.key), index('risk_notes_at').on(table.at)],
)

/** Drawdown that crossed a threshold, with or without a messenger (protocol.md 8). */
export const riskEvents = sqliteTable(
  'risk_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: ['drawdown', 'silent', 'close_overdue'] }).notNull(),
    deviceId: integer('device_id').notNull(),
    appId: integer('app_id').notNull(),
    at: integer().notNull(),
    /** Drawdown in percent and the threshold it crossed. */
    value: real(),
    threshold: real(),
    /** The outbox message that tells of it; null where none was sent. */
    outboxKey: text('outbox_key'),
  },
  (table) => [
    index('risk_events_device').on(table.deviceId, table.at),
    index('risk_events_app').on(table.appId, table.at),
  ],
)
