import { index, json, pgTable, text } from 'drizzle-orm/pg-core'
import { DEVICE_EVENTS, REPORT_HEADINGS } from '../../../contract/performance-names.ts'
import type { ReportRecord } from '../../../contract/records/performance.ts'
import { devices } from './devices.ts'
import { identity, whole } from '../columns/types.ts'

/** Dated notes of operators on trading accounts. */
export const deviceNotes = pgTable(
  'device_notes',
  {
    id: identity(),
    deviceId: whole('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** The time that the note is about. */
    at: whole().notNull(),
    text: text().notNull(),
    byId: whole('by_id').notNull(),
    by: text().notNull(),
    writtenAt: whole('written_at').notNull(),
  },
  (table) => [index('device_notes_device').on(table.deviceId, table.at)],
)

/** Links by which anybody sees the report of a trading account. */
export const reportLinks = pgTable(
  'report_links',
  {
    id: identity(),
    deviceId: whole('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** sha256 of the token, hex. Only the link holds the token. */
    tokenDigest: text('token_digest').notNull().unique(),
    heading: text({ enum: REPORT_HEADINGS }).notNull(),
    fromAt: whole('from_at').notNull(),
    /** null for a live report, which ends now. */
    toAt: whole('to_at'),
    /** The report of the link's creation. null for a live one. */
    content: json().$type<ReportRecord>(),
    views: whole().notNull().default(0),
    lastViewedAt: whole('last_viewed_at'),
    createdBy: text('created_by').notNull(),
    createdAt: whole('created_at').notNull(),
    expiresAt: whole('expires_at').notNull(),
    revokedAt: whole('revoked_at'),
  },
  (table) => [
    index('report_links_device').on(table.deviceId, table.id),
    index('report_links_end').on(table.expiresAt),
  ],
)

/** The changes of trading accounts that their charts show as marks. */
export const deviceEvents = pgTable(
  'device_events',
  {
    id: identity(),
    deviceId: whole('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    at: whole().notNull(),
    what: text({ enum: DEVICE_EVENTS }).notNull(),
    by: text().notNull(),
    /** The new end of a licence, Unix seconds. */
    value: whole(),
  },
  (table) => [
    index('device_events_device').on(table.deviceId, table.at),
    index('device_events_at').on(table.at),
  ],
)
