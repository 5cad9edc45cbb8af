import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { requests } from './requests.ts'

/** Settings of the whole platform, a row a group (contract/records/settings.ts). */
export const settings = sqliteTable('settings', {
  key: text().primaryKey(),
  value: text({ mode: 'json' }).$type<unknown>().notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** What the self-service action `rzquery` finds: which address is certified for which product. */
export const certifications = sqliteTable(
  'certifications',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** `proid` of the request. */
    product: text().notNull(),
    /** Host and port, lower case, without scheme and path. */
    url: text().notNull(),
    holder: text().notNull(),
    note: text().notNull(),
    /** Unix seconds; null never ends. */
    expiresAt: integer('expires_at'),
    disabled: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('certifications_product_url').on(table.product, table.url)],
)

/** Pictures that were given to the server, looked at before and served with a fixed type. */
export const images = sqliteTable(
  'images',
  {
    /** Random: nobody guesses one. */
    id: text().primaryKey(),
    purpose: text({ enum: ['background', 'logo', 'request'] }).notNull(),
    type: text({ enum: ['image/png', 'image/jpeg', 'image/webp'] }).notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: blob({ mode: 'buffer' }).notNull(),
    /** The request a customer gave it with. */
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

/** What the owner says to everybody who signs in. */
export const announcements = sqliteTable(
  'announcements',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    title: text().notNull(),
    text: text().notNull(),
    audience: text({ enum: ['everybody', 'developers', 'agents'] }).notNull(),
    startsAt: integer('starts_at').notNull(),
    /** Unix seconds; null never ends. */
    endsAt: integer('ends_at'),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('announcements_starts').on(table.startsAt)],
)
