import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Every change, in the unit of work that made it. Append-only by triggers (in the migration), each row chained to
 * the one before it by `hash`.
 */
export const audit = sqliteTable(
  'audit',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    /** The person; 0 for the server itself. No foreign key: what somebody did outlives him. */
    personId: integer('person_id').notNull(),
    personName: text('person_name').notNull(),
    role: text().notNull(),
    ip: text().notNull(),
    /** The console action, or a word for what the server did by itself. */
    action: text().notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    /** How people call the subject. */
    subjectLabel: text('subject_label').notNull(),
    /** The application it is in, and the developer it belongs to; null for the platform's own. */
    appId: integer('app_id'),
    ownerId: integer('owner_id'),
    /** JSON of the changed members without secrets; empty where there is none. */
    before: text().notNull(),
    after: text().notNull(),
    /** sha256 of the row before and of this one (domain/audit/chain.ts), hex. */
    hash: text().notNull(),
  },
  (table) => [
    index('audit_owner').on(table.ownerId, table.id),
    index('audit_person').on(table.personId, table.id),
    index('audit_subject').on(table.subjectKind, table.subjectId, table.id),
    index('audit_app').on(table.appId, table.id),
    index('audit_action').on(table.action, table.id),
    index('audit_at').on(table.at),
  ],
)
