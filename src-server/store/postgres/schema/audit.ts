import { index, pgTable, text } from 'drizzle-orm/pg-core'
import type { AuditRole } from '../../../domain/audit/entry.ts'
import { identity, whole } from '../columns/types.ts'

/**
 * Every change, written in the unit of work that made it. Append-only by triggers (in the migration). `hash`
 * chains each row to the previous one.
 */
export const audit = pgTable(
  'audit',
  {
    id: identity(),
    at: whole().notNull(),
    /** The person, or 0 for the server itself. No foreign key, because entries outlive the person. */
    personId: whole('person_id').notNull(),
    personName: text('person_name').notNull(),
    role: text().$type<AuditRole>().notNull(),
    ip: text().notNull(),
    /** The console action, or a word for an act of the server. */
    action: text().notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    /** The subject's name for people. */
    subjectLabel: text('subject_label').notNull(),
    /** The subject's application, and its developer. null for the platform's own. */
    appId: whole('app_id'),
    ownerId: whole('owner_id'),
    /** JSON of the changed members without secrets. Empty for none. */
    before: text().notNull(),
    after: text().notNull(),
    /** sha256 of the previous row's hash and of this row (domain/audit/chain.ts), hex. */
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
