import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Notes on risks. A noted risk stays hidden until it occurs again. */
export const riskNotes = sqliteTable(
  'risk_notes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Identifies the risk and its occurrence. */
    key: text().notNull(),
    /** The application's owner, or 0 for the platform. */
    ownerId: integer('owner_id').notNull(),
    byId: integer('by_id').notNull(),
    by: text().notNull(),
    note: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [uniqueIndex('risk_notes_key').on(table.key), index('risk_notes_at').on(table.at)],
)

/** Risk events of trading accounts, with or without a message about them (docs/protocol.md 8). */
export const riskEvents = sqliteTable(
  'risk_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: ['drawdown', 'silent', 'close_overdue'] }).notNull(),
    deviceId: integer('device_id').notNull(),
    appId: integer('app_id').notNull(),
    at: integer().notNull(),
    /** For a drawdown: percent, and the threshold it crossed. */
    value: real(),
    threshold: real(),
    /** The key of the outbox message about it. null for none. */
    outboxKey: text('outbox_key'),
  },
  (table) => [
    index('risk_events_device').on(table.deviceId, table.at),
    index('risk_events_app').on(table.appId, table.at),
  ],
)
