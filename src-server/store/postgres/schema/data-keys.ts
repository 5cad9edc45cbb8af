import { pgTable, text } from 'drizzle-orm/pg-core'
import { whole } from '../columns/types.ts'

/** The one key that seals this data's secrets, itself sealed (store/sealing.ts). */
export const dataKeys = pgTable('data_keys', {
  id: text().primaryKey(),
  machineWrap: text('machine_wrap').notNull(),
  recoveryWrap: text('recovery_wrap').notNull(),
  sheet: text().notNull(),
  createdAt: whole('created_at').notNull(),
  confirmedAt: whole('confirmed_at'),
  clearedAt: whole('cleared_at'),
})
