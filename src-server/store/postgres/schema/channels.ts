import { boolean, index, json, pgTable, text } from 'drizzle-orm/pg-core'
import { ALERT_LEVELS, CHANNEL_KINDS, type ChannelConfig } from '../../../contract/channel-names.ts'
import { operators } from './operators.ts'
import { identity, whole } from '../columns/types.ts'

/** The ways in which alerts reach a person. */
export const channels = pgTable(
  'channels',
  {
    id: identity(),
    personId: whole('person_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    kind: text({ enum: CHANNEL_KINDS }).notNull(),
    name: text().notNull(),
    /** Its secrets are sealed. */
    config: json().$type<ChannelConfig>().notNull(),
    minLevel: text('min_level', { enum: ALERT_LEVELS }).notNull(),
    enabled: boolean().notNull(),
    /** The time and the failure of the last test or check. */
    checkedAt: whole('checked_at'),
    lastError: text('last_error').notNull().default(''),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [index('channels_person').on(table.personId)],
)
