import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { DEVICE_EVENTS, REPORT_HEADINGS } from '../../../contract/performance-names.ts'
import type { ReportRecord } from '../../../contract/records/performance.ts'
import { devices } from './devices.ts'

/** Dated notes of operators on trading accounts. */
export const deviceNotes = sqliteTable(
  'device_notes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** The time that the note is about. */
    at: integer().notNull(),
    text: text().notNull(),
    byId: integer('by_id').notNull(),
    by: text().notNull(),
    writtenAt: integer('written_at').notNull(),
  },
  (table) => [index('device_notes_device').on(table.deviceId, table.at)],
)

/** Links by which anybody sees the report of a trading account. */
export const reportLinks = sqliteTable(
  'report_links',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** sha256 of the token, hex. Only the link holds the token. */
    tokenDigest: text('token_digest').notNull().unique(),
    heading: text({ enum: REPORT_HEADINGS }).notNull(),
    fromAt: integer('from_at').notNull(),
    /** null for a live report, which ends now. */
    toAt: integer('to_at'),
    /** The report of the link's creation. null for a live one. */
    content: text({ mode: 'json' }).$type<ReportRecord>(),
    views: integer().notNull().default(0),
    lastViewedAt: integer('last_viewed_at'),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    revokedAt: integer('revoked_at'),
  },
  (table) => [
    index('report_links_device').on(table.deviceId, table.id),
    index('report_links_end').on(table.expiresAt),
  ],
)

/** The changes of trading accounts that their charts show as marks. */
export const deviceEvents = sqliteTable(
  'device_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    at: integer().notNull(),
    what: text({ enum: DEVICE_EVENTS }).notNull(),
    by: text().notNull(),
    /** The new end of a licence, Unix seconds. */
    value: integer(),
  },
  (table) => [
    index('device_events_device').on(table.deviceId, table.at),
    index('device_events_at').on(table.at),
  ],
)
