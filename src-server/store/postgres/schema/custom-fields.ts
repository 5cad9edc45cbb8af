import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { FIELD_KINDS, FIELD_PLACES } from '../../../contract/custom-field-names.ts'
import { identity, lines, whole } from '../columns/types.ts'
import { operators } from './operators.ts'

/** Custom fields of developers. The rows of codes and trading accounts have the values. */
export const customFields = pgTable(
  'custom_fields',
  {
    id: identity(),
    ownerId: whole('owner_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    place: text({ enum: FIELD_PLACES }).notNull(),
    kind: text({ enum: FIELD_KINDS }).notNull(),
    choices: lines().notNull(),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [uniqueIndex('custom_fields_name').on(table.ownerId, table.name)],
)
