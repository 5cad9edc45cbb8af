import { sql } from 'drizzle-orm'
import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { devices } from './devices.ts'

/** close_all commands, each from asking to the end (domain/device/command.ts). */
export const commands = sqliteTable(
  'commands',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    state: text({ enum: ['asked', 'delivered', 'confirmed', 'overdue', 'withdrawn'] }).notNull(),
    reason: text().notNull(),
    askedBy: text('asked_by').notNull(),
    askedAt: integer('asked_at').notNull(),
    deliveredAt: integer('delivered_at'),
    deliveredIp: text('delivered_ip').notNull().default(''),
    deliveredPositions: real('delivered_positions'),
    confirmedAt: integer('confirmed_at'),
    overdueAt: integer('overdue_at'),
    overduePositions: real('overdue_positions'),
    withdrawnAt: integer('withdrawn_at'),
  },
  (table) => [
    index('commands_device').on(table.deviceId, table.id),
    /** One command to deliver an account, whatever asks at the same time. */
    uniqueIndex('commands_one_asked')
      .on(table.deviceId)
      .where(sql`${table.state} = 'asked'`),
    index('commands_open')
      .on(table.state)
      .where(sql`${table.state} IN ('asked', 'delivered', 'overdue')`),
  ],
)
