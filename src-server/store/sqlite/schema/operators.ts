import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex, type AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { NoticePreferences } from '../../../domain/outbox/notice-preferences.ts'
import { ROLES } from '../../../contract/roles.ts'
import { plans } from './plans.ts'
import { staffRoles } from './staff-roles.ts'

/** Who signs in to the console: owner, developers, agents, and the staff of the first two. */
export const operators = sqliteTable(
  'operators',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    /** Of staff, the employer's. */
    role: text({ enum: ROLES }).notNull(),
    /** argon2id in PHC form. */
    passwordHash: text('password_hash').notNull(),
    /** Frozen: for a while, banned: for good. Neither signs in; a banned agent's codes refuse. */
    frozen: integer({ mode: 'boolean' }).notNull().default(false),
    banned: integer({ mode: 'boolean' }).notNull().default(false),
    stateReason: text('state_reason').notNull().default(''),
    /** Whose things a member of staff works on; null for everybody who works on his own. */
    employerId: integer('employer_id').references((): AnySQLiteColumn => operators.id, {
      onDelete: 'cascade',
    }),
    /** The agent above an agent; null for one that works for developers. */
    parentId: integer('parent_id').references((): AnySQLiteColumn => operators.id),
    /** What a member of staff may do; null for everybody else. */
    staffRoleId: integer('staff_role_id').references(() => staffRoles.id),
    /** A developer's plan; null is without limits. */
    planId: integer('plan_id').references(() => plans.id),
    /** Unix seconds the plan is valid until; null never ends. */
    planEndsAt: integer('plan_ends_at'),
    /** What customers know them by on QQ; the self-service action `user` finds it. Empty for none. */
    qq: text().notNull().default(''),
    email: text().notNull().default(''),
    note: text().notNull().default(''),
    /** Which mails they want, and in which language; a member that isn't there is as it is by default. */
    notices: text({ mode: 'json' }).$type<Partial<NoticePreferences>>().notNull().default({}),
    /** Base32; empty while there is none. Asked for from `totpConfirmedAt` on. */
    totpSecret: text('totp_secret').notNull().default(''),
    totpConfirmedAt: integer('totp_confirmed_at'),
    /** The last 30-second step that was accepted: no code counts twice. */
    totpLastStep: integer('totp_last_step').notNull().default(0),
    lastSignInAt: integer('last_sign_in_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('operators_name').on(table.name),
    index('operators_role').on(table.role, table.id),
    index('operators_employer').on(table.employerId),
    index('operators_parent')
      .on(table.parentId)
      .where(sql`parent_id IS NOT NULL`),
    index('operators_qq')
      .on(table.qq)
      .where(sql`qq <> ''`),
  ],
)
