import { json, pgTable, text } from 'drizzle-orm/pg-core'
import { whole } from '../columns/types.ts'

/** Private keys of HTTPS, each with what belongs to it: certificates, an order under way, accounts at authorities. */
export const httpsKeys = pgTable('https_keys', {
  /** `uploaded`, `automatic`, `order`, or `account` and the address of an authority. */
  id: text().primaryKey(),
  /** The public part: a chain of certificates, or the state of an order. */
  about: json().$type<unknown>().notNull(),
  /** The sealed part. */
  secret: text().notNull(),
  updatedAt: whole('updated_at').notNull(),
})
