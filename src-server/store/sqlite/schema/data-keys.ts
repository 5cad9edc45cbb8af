import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The one key that seals this data's secrets, itself sealed (store/sealing.ts). */
export const dataKeys = sqliteTable('data_keys', {
  id: text().primaryKey(),
  machineWrap: text('machine_wrap').notNull(),
  recoveryWrap: text('recovery_wrap').notNull(),
  sheet: text().notNull(),
  createdAt: integer('created_at').notNull(),
  confirmedAt: integer('confirmed_at'),
  clearedAt: integer('cleared_at'),
})
