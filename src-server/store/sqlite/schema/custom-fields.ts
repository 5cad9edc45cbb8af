import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { FIELD_KINDS, FIELD_PLACES } from '../../../contract/custom-field-names.ts'
import { lines } from '../text-columns.ts'
import { operators } from './operators.ts'

/** Custom fields of developers. The rows of codes and trading accounts have the values. */
export const customFields = sqliteTable(
  'custom_fields',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => operators.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    place: text({ enum: FIELD_PLACES }).notNull(),
    kind: text({ enum: FIELD_KINDS }).notNull(),
    choices: lines().notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('custom_fields_name').on(table.ownerId, table.name)],
)
