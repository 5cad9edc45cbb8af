import { pgTable, text } from 'drizzle-orm/pg-core'

/** Single values of this data folder, such as the digest of the one-time set-up token. */
export const meta = pgTable('meta', {
  key: text().primaryKey(),
  value: text().notNull(),
})
