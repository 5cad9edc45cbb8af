import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, json, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { NoticePreferences } from '../../../domain/outbox/notice-preferences.ts'
import { ROLES } from '../../../contract/permissions.ts'
import { plans } from './plans.ts'
import { staffRoles } from './staff-roles.ts'
import { identity, whole } from '../columns/types.ts'

/**
 * People who sign in to the console: the owner, developers, agents, and the staff of the owner and of
 * developers.
 */
export const operators = pgTable(
  'operators',
  {
    id: identity(),
    name: text().notNull(),
    /** For staff, the employer's role. */
    role: text({ enum: ROLES }).notNull(),
    /** argon2id in PHC form. */
    passwordHash: text('password_hash').notNull(),
    /** Frozen is temporary, banned is final. Neither can sign in, and a banned agent's codes are refused. */
    frozen: boolean().notNull().default(false),
    banned: boolean().notNull().default(false),
    stateReason: text('state_reason').notNull().default(''),
    /** The employer of a member of staff. null for everybody else. */
    employerId: whole('employer_id').references((): AnyPgColumn => operators.id, {
      onDelete: 'cascade',
    }),
    /** The agent above an agent. null for an agent directly under developers. */
    parentId: whole('parent_id').references((): AnyPgColumn => operators.id),
    /** The role that limits a member of staff. null for everybody else. */
    staffRoleId: whole('staff_role_id').references(() => staffRoles.id),
    /** The operator who made an agent and looks after it. null for everybody else. */
    makerId: whole('maker_id').references((): AnyPgColumn => operators.id),
    /** A developer's plan. null means no limits. */
    planId: whole('plan_id').references(() => plans.id),
    /** The end of the plan, Unix seconds. null never ends. */
    planEndsAt: whole('plan_ends_at'),
    /** The QQ number shown to customers. The self-service action `user` searches it. Empty for none. */
    qq: text().notNull().default(''),
    email: text().notNull().default(''),
    note: text().notNull().default(''),
    /** The wanted mails and their language. A missing member means its default. */
    notices: json().$type<Partial<NoticePreferences>>().notNull().default({}),
    /** Base32, empty for none. From `totpConfirmedAt` on, sign-in asks for a TOTP code. */
    totpSecret: text('totp_secret').notNull().default(''),
    totpConfirmedAt: whole('totp_confirmed_at'),
    /** The last accepted 30-second step, so that no code works twice. */
    totpLastStep: whole('totp_last_step').notNull().default(0),
    lastSignInAt: whole('last_sign_in_at'),
    createdAt: whole('created_at').notNull(),
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
