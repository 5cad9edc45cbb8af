import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { sortKey } from '../../sort-key.ts'
import { applications } from './applications.ts'
import { identity, whole } from '../columns/types.ts'

/** User accounts of an application, with a name and a password (the specification, Application account). */
export const accounts = pgTable(
  'accounts',
  {
    id: identity(),
    appId: whole('app_id')
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    user: text().notNull(),
    /** argon2id in PHC form. */
    passwordHash: text('password_hash').notNull(),
    qq: text().notNull(),
    name: text().notNull(),
    /** The account that invited this one. */
    inviterId: whole('inviter_id'),
    /** The address of the registration. Empty for an account created in the console. */
    registrationIp: text('registration_ip').notNull(),
    /** The end of the account's time, Unix seconds. 0 before the first recharge. */
    vip: whole().notNull().default(0),
    disabled: boolean().notNull().default(false),
    disableReason: text('disable_reason').notNull().default(''),
    /** The wrong passwords in a row, and the end of the resulting lock. */
    failures: whole().notNull().default(0),
    lockedUntil: whole('locked_until').notNull().default(0),
    lastLoginAt: whole('last_login_at'),
    createdAt: whole('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('accounts_app_user').on(table.appId, table.user),
    uniqueIndex('accounts_app_qq').on(table.appId, table.qq),
    uniqueIndex('accounts_app_ip')
      .on(table.appId, table.registrationIp)
      .where(sql`${table.registrationIp} <> ''`),
    index('accounts_app_created').on(table.appId, table.createdAt, table.id),
    index('accounts_app').on(table.appId, table.id),
    index('accounts_app_vip').on(table.appId, table.vip, table.id),
    index('accounts_app_seen').on(table.appId, sortKey(table.lastLoginAt), table.id),
    index('accounts_app_disabled')
      .on(table.appId, table.id)
      .where(sql`disabled`),
  ],
)
