import { sql } from 'drizzle-orm'
import { doublePrecision, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { devices } from './devices.ts'
import { identity, whole } from '../columns/types.ts'

/** close_all commands, from the request to the end (domain/device/command.ts). */
export const commands = pgTable(
  'commands',
  {
    id: identity(),
    deviceId: whole('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    state: text({
      enum: ['asked', 'delivered', 'confirmed', 'overdue', 'unreported', 'withdrawn'],
    }).notNull(),
    reason: text().notNull(),
    askedBy: text('asked_by').notNull(),
    askedAt: whole('asked_at').notNull(),
    deliveredAt: whole('delivered_at'),
    deliveredIp: text('delivered_ip').notNull().default(''),
    deliveredPositions: doublePrecision('delivered_positions'),
    confirmedAt: whole('confirmed_at'),
    overdueAt: whole('overdue_at'),
    overduePositions: doublePrecision('overdue_positions'),
    withdrawnAt: whole('withdrawn_at'),
    /** When the server stopped waiting for a program that reports no positions. */
    unreportedAt: whole('unreported_at'),
    /** The number of automatic repeats before this command. 0 for a command of a person. */
    repeats: whole().notNull().default(0),
    /** The addresses of terminals that received an earlier command of the same chain, separated by blanks. */
    receivedBy: text('received_by').notNull().default(''),
  },
  (table) => [
    index('commands_device').on(table.deviceId, table.id),
    /** At most one undelivered command for each account, whatever calls come at the same time. */
    uniqueIndex('commands_one_asked')
      .on(table.deviceId)
      .where(sql`${table.state} = 'asked'`),
    index('commands_open')
      .on(table.state)
      .where(sql`${table.state} IN ('asked', 'delivered', 'overdue')`),
  ],
)
