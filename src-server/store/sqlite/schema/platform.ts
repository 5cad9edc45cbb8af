import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { requests } from './requests.ts'

/** Settings of the whole platform, one row for each group (contract/records/settings.ts). */
export const settings = sqliteTable('settings', {
  key: text().primaryKey(),
  value: text({ mode: 'json' }).$type<unknown>().notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** The certified addresses of products, for the self-service action `rzquery`. */
export const certifications = sqliteTable(
  'certifications',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** `proid` of the request. */
    product: text().notNull(),
    /** Host and port in lower case, without scheme and path. */
    url: text().notNull(),
    holder: text().notNull(),
    note: text().notNull(),
    /** Unix seconds. null never ends. */
    expiresAt: integer('expires_at'),
    disabled: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('certifications_product_url').on(table.product, table.url)],
)

/** Uploaded pictures. The server inspects each one first, and serves it with a fixed type. */
export const images = sqliteTable(
  'images',
  {
    /** Random, so that nobody can guess it. */
    id: text().primaryKey(),
    purpose: text({ enum: ['background', 'logo', 'request'] }).notNull(),
    type: text({ enum: ['image/png', 'image/jpeg', 'image/webp'] }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: blob({ mode: 'buffer' }).notNull(),
    /** The customer's request that it belongs to. */
    requestId: integer('request_id').references(() => requests.id, { onDelete: 'cascade' }),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('images_purpose').on(table.purpose, table.createdAt),
    index('images_request')
      .on(table.requestId)
      .where(sql`request_id IS NOT NULL`),
  ],
)

/** Announcements of the owner to everybody who signs in. */
export const announcements = sqliteTable(
  'announcements',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    title: text().notNull(),
    text: text().notNull(),
    audience: text({ enum: ['everybody', 'developers', 'agents'] }).notNull(),
    startsAt: integer('starts_at').notNull(),
    /** Unix seconds. null never ends. */
    endsAt: integer('ends_at'),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('announcements_starts').on(table.startsAt)],
)
