import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Single values of this data folder, such as the digest of the one-time set-up token. */
export const meta = sqliteTable('meta', {
  key: text().primaryKey(),
  value: text().notNull(),
})
