import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Private keys of HTTPS, each with what belongs to it: certificates, an order under way, accounts at authorities. */
export const httpsKeys = sqliteTable('https_keys', {
  /** `uploaded`, `automatic`, `order`, or `account` and the address of an authority. */
  id: text().primaryKey(),
  /** The public part: a chain of certificates, or the state of an order. */
  about: text({ mode: 'json' }).$type<unknown>().notNull(),
  /** The sealed part. */
  secret: text().notNull(),
  updatedAt: integer('updated_at').notNull(),
})
