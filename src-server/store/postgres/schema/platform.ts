import { sql } from 'drizzle-orm'
import { boolean, index, json, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { requests } from './requests.ts'
import { identity, whole, bytes } from '../columns/types.ts'

/** Settings of the whole platform, one row for each group (contract/records/settings.ts). */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: json().$type<unknown>().notNull(),
  updatedAt: whole('updated_at').notNull(),
})

/** The certified addresses of products, for the self-service action `rzquery`. */
export const certifications = pgTable(
  'certifications',
  {
    id: identity(),
    /** `proid` of the request. */
    product: text().notNull(),
    /** Host and port in lower case, without scheme and path. */
    url: text().notNull(),
    holder: text().notNull(),
    note: text().notNull(),
    /** Unix seconds. null never ends. */
    expiresAt: whole('expires_at'),
    disabled: boolean().notNull().default(false),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [uniqueIndex('certifications_product_url').on(table.product, table.url)],
)

/** Uploaded pictures. The server inspects each one first, and serves it with a fixed type. */
export const images = pgTable(
  'images',
  {
    /** Random, so that nobody can guess it. */
    id: text().primaryKey(),
    /** The order of upload. SQLite numbers its rows itself. */
    number: whole().notNull().generatedByDefaultAsIdentity(),
    purpose: text({ enum: ['background', 'logo', 'request'] }).notNull(),
    type: text({ enum: ['image/png', 'image/jpeg', 'image/webp'] }).notNull(),
    width: whole().notNull(),
    height: whole().notNull(),
    bytes: bytes().notNull(),
    /** The customer's request that it belongs to. */
    requestId: whole('request_id').references(() => requests.id, { onDelete: 'cascade' }),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [
    index('images_purpose').on(table.purpose, table.createdAt),
    index('images_request')
      .on(table.requestId)
      .where(sql`request_id IS NOT NULL`),
  ],
)

/** Announcements of the owner to everybody who signs in. */
export const announcements = pgTable(
  'announcements',
  {
    id: identity(),
    title: text().notNull(),
    text: text().notNull(),
    audience: text({ enum: ['everybody', 'developers', 'agents'] }).notNull(),
    startsAt: whole('starts_at').notNull(),
    /** Unix seconds. null never ends. */
    endsAt: whole('ends_at'),
    createdBy: text('created_by').notNull(),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [index('announcements_starts').on(table.startsAt)],
)
