import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ALERT_LEVELS, CHANNEL_KINDS, type ChannelConfig } from '../../../contract/channel-names.ts'
import { operators } from './operators.ts'

/** The ways in which alerts reach a person. */
export const channels = sqliteTable(
  'channels',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    personId: integer('person_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    kind: text({ enum: CHANNEL_KINDS }).notNull(),
    name: text().notNull(),
    /** Its secrets are sealed. */
    config: text({ mode: 'json' }).$type<ChannelConfig>().notNull(),
    minLevel: text('min_level', { enum: ALERT_LEVELS }).notNull(),
    enabled: integer({ mode: 'boolean' }).notNull(),
    /** The time and the failure of the last test or check. */
    checkedAt: integer('checked_at'),
    lastError: text('last_error').notNull().default(''),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('channels_person').on(table.personId)],
)
