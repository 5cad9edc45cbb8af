import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Application } from '../../../domain/application/application.ts'
import { CHARSETS, ENVELOPES, LANGUAGES, SIGN_ORDERS } from '../../../contract/records/application.ts'
import { operators } from './operators.ts'
import { APP_STATES } from '../../../contract/platform-names.ts'

const flag = { enum: ['y', 'n'] as const }

/** Developers' programs that call this server (the specification, Application). Numbers start at 10001. */
export const applications = sqliteTable(
  'applications',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => operators.id),
    name: text().notNull(),
    state: text({ enum: APP_STATES }).notNull(),
    appkey: text().notNull(),
    rc4Key: text('rc4_key').notNull(),
    /** Replaced keys, each accepted until its time, Unix seconds. Empty and 0 for none. */
    previousAppkey: text('previous_appkey').notNull().default(''),
    previousAppkeyUntil: integer('previous_appkey_until').notNull().default(0),
    previousRc4Key: text('previous_rc4_key').notNull().default(''),
    previousRc4KeyUntil: integer('previous_rc4_key_until').notNull().default(0),
    signAnswers: integer('sign_answers', { mode: 'boolean' }).notNull().default(false),
    /** The keys that sign answers: public and private half, hex. Empty and 0 for none. */
    answerKey: text('answer_key').notNull().default(''),
    answerPrivateKey: text('answer_private_key').notNull().default(''),
    previousAnswerKey: text('previous_answer_key').notNull().default(''),
    previousAnswerPrivateKey: text('previous_answer_private_key').notNull().default(''),
    previousAnswerKeyUntil: integer('previous_answer_key_until').notNull().default(0),
    freeMode: integer('free_mode', { mode: 'boolean' }).notNull(),
    /** The character set of its programs' texts that aren't UTF-8. */
    charset: text({ enum: CHARSETS }).notNull().default('auto'),
    /** Logins answer 103. Everything else works. */
    loginClosed: integer('login_closed', { mode: 'boolean' }).notNull().default(false),
    version: text().notNull(),
    versionInfo: text('version_info').notNull(),
    appUpdateShow: text('app_update_show').notNull(),
    appUpdateUrl: text('app_update_url').notNull(),
    appUpdateMust: text('app_update_must', flag).notNull(),
    appGg: text('app_gg').notNull(),
    miType: integer('mi_type').$type<Application['miType']>().notNull(),
    encrypt: integer({ mode: 'boolean' }).notNull(),
    sign: integer({ mode: 'boolean' }).notNull(),
    signOrder: text('sign_order', { enum: SIGN_ORDERS }).notNull(),
    window: integer().notNull(),
    envelope: text({ enum: ENVELOPES }).notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    dataUrldecode: integer('data_urldecode', { mode: 'boolean' }).notNull(),
    deviceCheck: integer('device_check', { mode: 'boolean' }).notNull(),
    severalAccounts: integer('several_accounts', { mode: 'boolean' }).notNull().default(false),
    ipCheck: integer('ip_check', { mode: 'boolean' }).notNull(),
    unbind: text({ mode: 'json' }).$type<Application['unbind']>().notNull(),
    pay: text({ mode: 'json' }).$type<Application['pay']>().notNull(),
    mt5: text({ mode: 'json' }).$type<Application['mt5']>().notNull(),
    scripts: text({ mode: 'json' }).$type<Application['scripts']>().notNull(),
    rsaPrivateKey: text('rsa_private_key').notNull(),
    rsaOaep: integer('rsa_oaep', { mode: 'boolean' }).notNull().default(false),
    registrationInterval: integer('registration_interval').notNull().default(0),
    /** Hours for which a kit goes on by its last good answer while the server doesn't answer. */
    graceHours: integer('grace_hours').notNull().default(24),
    /** Made for a trial of the product: its accounts move by themselves and count nowhere. */
    demo: integer({ mode: 'boolean' }).notNull().default(false),
    apiTotal: integer('api_total').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    /** Each write of the row but the count of calls increases it. */
    revision: integer().notNull().default(0),
  },
  (table) => [index('applications_owner').on(table.ownerId)],
)
