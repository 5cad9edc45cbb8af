import { boolean, index, json, pgTable, text } from 'drizzle-orm/pg-core'
import type { Application } from '../../../domain/application/application.ts'
import { CHARSETS, ENVELOPES, LANGUAGES, SIGN_ORDERS } from '../../../contract/records/application.ts'
import { operators } from './operators.ts'
import { APP_STATES } from '../../../contract/platform-names.ts'
import { identity, whole } from '../columns/types.ts'

const flag = { enum: ['y', 'n'] as const }

/** Developers' programs that call this server (the specification, Application). Numbers start at 10001. */
export const applications = pgTable(
  'applications',
  {
    id: identity(),
    ownerId: whole('owner_id')
      .notNull()
      .references(() => operators.id),
    name: text().notNull(),
    state: text({ enum: APP_STATES }).notNull(),
    appkey: text().notNull(),
    rc4Key: text('rc4_key').notNull(),
    /** Replaced keys, each accepted until its time, Unix seconds. Empty and 0 for none. */
    previousAppkey: text('previous_appkey').notNull().default(''),
    previousAppkeyUntil: whole('previous_appkey_until').notNull().default(0),
    previousRc4Key: text('previous_rc4_key').notNull().default(''),
    previousRc4KeyUntil: whole('previous_rc4_key_until').notNull().default(0),
    signAnswers: boolean('sign_answers').notNull().default(false),
    /** The keys that sign answers: public and private half, hex. Empty and 0 for none. */
    answerKey: text('answer_key').notNull().default(''),
    answerPrivateKey: text('answer_private_key').notNull().default(''),
    previousAnswerKey: text('previous_answer_key').notNull().default(''),
    previousAnswerPrivateKey: text('previous_answer_private_key').notNull().default(''),
    previousAnswerKeyUntil: whole('previous_answer_key_until').notNull().default(0),
    freeMode: boolean('free_mode').notNull(),
    /** The character set of its programs' texts that aren't UTF-8. */
    charset: text({ enum: CHARSETS }).notNull().default('auto'),
    /** Logins answer 103. Everything else works. */
    loginClosed: boolean('login_closed').notNull().default(false),
    version: text().notNull(),
    versionInfo: text('version_info').notNull(),
    appUpdateShow: text('app_update_show').notNull(),
    appUpdateUrl: text('app_update_url').notNull(),
    appUpdateMust: text('app_update_must', flag).notNull(),
    appGg: text('app_gg').notNull(),
    miType: whole('mi_type').$type<Application['miType']>().notNull(),
    encrypt: boolean().notNull(),
    sign: boolean().notNull(),
    signOrder: text('sign_order', { enum: SIGN_ORDERS }).notNull(),
    window: whole().notNull(),
    envelope: text({ enum: ENVELOPES }).notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    dataUrldecode: boolean('data_urldecode').notNull(),
    deviceCheck: boolean('device_check').notNull(),
    severalAccounts: boolean('several_accounts').notNull().default(false),
    ipCheck: boolean('ip_check').notNull(),
    unbind: json().$type<Application['unbind']>().notNull(),
    pay: json().$type<Application['pay']>().notNull(),
    mt5: json().$type<Application['mt5']>().notNull(),
    scripts: json().$type<Application['scripts']>().notNull(),
    rsaPrivateKey: text('rsa_private_key').notNull(),
    rsaOaep: boolean('rsa_oaep').notNull().default(false),
    registrationInterval: whole('registration_interval').notNull().default(0),
    /** Hours for which a kit goes on by its last good answer while the server doesn't answer. */
    graceHours: whole('grace_hours').notNull().default(24),
    /** Made for a trial of the product: its accounts move by themselves and count nowhere. */
    demo: boolean().notNull().default(false),
    apiTotal: whole('api_total').notNull().default(0),
    createdAt: whole('created_at').notNull(),
    /** Each write of the row but the count of calls increases it. */
    revision: whole().notNull().default(0),
  },
  (table) => [index('applications_owner').on(table.ownerId)],
)
