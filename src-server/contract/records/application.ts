import { z } from 'zod'
import { APP_STATES } from '../platform-names.ts'

export const MI_TYPES = [0, 1, 2, 3, 4, 10] as const
export const SIGN_ORDERS = ['received', 'sorted', 'either'] as const
export const ENVELOPES = ['msg', 'data', 'both'] as const
export const LANGUAGES = ['zh', 'en'] as const
/** The character sets of programs' texts. `auto`: UTF-8, else GBK. */
export const CHARSETS = [
  'auto',
  'gbk',
  'big5',
  'shift_jis',
  'euc-kr',
  'windows-1251',
  'windows-1252',
] as const

const text = (max: number) => z.string().max(max)
const flag = z.enum(['y', 'n'])
/** A key that clients hold. Printable ASCII, so that its bytes are the same in UTF-8 and GBK. */
export const keyText = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\x21-\x7e]+$/, 'printable ASCII without spaces')

/** When a client may unbind, and what that costs. 0 means no limit and no cost (docs/protocol.md 6). */
export const unbindPolicy = z.strictObject({
  /** Seconds since the last unbind. */
  interval: z.int().min(0).max(31_536_000),
  max: z.int().min(0).max(1_000_000),
  /** Seconds taken from a time code. */
  deduct_seconds: z.int().min(0).max(315_360_000),
  /** Uses taken from a count code. */
  deduct_uses: z.int().min(0).max(1_000_000),
})

/** The pay configuration that `ini` returns on request. Public by the specification. */
export const paySettings = z.strictObject({
  state: flag,
  url: text(512),
  appid: text(128),
  appkey: text(128),
  ali: flag,
  wx: flag,
  qq: flag,
})

/** The MT5 authorization policy. Durations in seconds, the threshold in percent (0 = no alert). */
export const mt5Settings = z.strictObject({
  enabled: z.boolean(),
  auto_trial: z.boolean(),
  trial_seconds: z.int().min(60).max(315_360_000),
  /** New trials of the application in 24 hours, whoever asks. */
  trials_a_day: z.int().min(1).max(1_000_000),
  buy_url: text(512),
  admin_open_id: z.union([z.literal(''), z.string().max(128).startsWith('ou_')]),
  drawdown_threshold: z.number().min(0).max(100),
  /** An account at or below this margin level is critical, or a warning, percent. 0 = no limit. */
  margin_critical: z.number().min(0).max(100_000),
  margin_warning: z.number().min(0).max(100_000),
  alert_cooldown: z.int().min(0).max(604_800),
  messenger_enabled: z.boolean(),
  messenger_app_id: text(128),
  messenger_app_secret: text(256),
  messenger_base: text(256),
  bot_link: text(512),
  bind_secret: text(128),
  rearm_close_all: z.boolean(),
  /**
   * Alerts the administrator about an account that is silent for this time while the market is open, seconds.
   * 0 = no alert.
   */
  silence_alert: z.union([z.literal(0), z.int().min(60).max(604_800)]),
  /** Alerts the administrator about a close that wasn't carried out in time. */
  close_overdue_alert: z.boolean(),
  /**
   * The server receives the bot's messages itself, over a long connection, and binds the senders of bind
   * codes.
   */
  bridge: z.boolean(),
  /** A bind that replaces another one waits for the vendor's decision. */
  bind_approval: z.boolean(),
})

export const scriptSettings = z.strictObject({ ygg: text(65_536), sig: text(65_536) })

/**
 * All members of an application that its owner may change. Staff without `applications.keys` get its secrets
 * as empty texts.
 */
export const applicationSettings = z.strictObject({
  name: z.string().trim().min(1).max(64),
  state: z.enum(APP_STATES),
  appkey: keyText,
  rc4_key: keyText,
  /** Logins answer 103. Everything else works. */
  login_closed: z.boolean(),
  /** Every code is accepted and permanent. */
  free_mode: z.boolean(),
  version: text(32),
  version_info: text(4000),
  app_update_show: text(4000),
  app_update_url: text(1024),
  app_update_must: flag,
  /** The announcement that `notice` returns. */
  app_gg: text(8000),
  mi_type: z.union(MI_TYPES.map((type) => z.literal(type))),
  /** The master switch. When it is off, traffic is plain, whatever the mi_type. */
  encrypt: z.boolean(),
  sign: z.boolean(),
  sign_order: z.enum(SIGN_ORDERS),
  /** Seconds by which a request may be late. 0 = off. */
  window: z.int().min(0).max(86_400),
  /** Answers carry a signature over the whole answer. */
  sign_answers: z.boolean(),
  envelope: z.enum(ENVELOPES),
  language: z.enum(LANGUAGES),
  /** The character set of its programs' texts that aren't UTF-8. */
  charset: z.enum(CHARSETS),
  data_urldecode: z.boolean(),
  device_check: z.boolean(),
  /** A code may serve as many trading accounts as it has seats. Off: one. */
  several_accounts: z.boolean(),
  ip_check: z.boolean(),
  unbind: unbindPolicy,
  pay: paySettings,
  mt5: mt5Settings,
  scripts: scriptSettings,
  rsa_private_key: text(16_384),
  /** mi_type 4 requests use OAEP with SHA-256 instead of PKCS#1 v1.5 padding. */
  rsa_oaep: z.boolean(),
  /** Seconds between two registrations of accounts. 0 = no limit. */
  registration_interval: z.int().min(0).max(31_536_000),
  /** Hours for which a kit goes on by its last good answer while the server doesn't answer. 0 = not at all. */
  grace_hours: z.int().min(0).max(720),
})
export type ApplicationSettings = z.output<typeof applicationSettings>

export const applicationRecord = applicationSettings.extend({
  app: z.int(),
  /** Calls that passed the guards. */
  api_total: z.int(),
  created_at: z.int(),
  /** true: made for a trial of the product. Its accounts move by themselves and count nowhere. */
  demo: z.boolean(),
  /** Unix seconds until which the last replaced key is valid. 0 for none. */
  previous_appkey_until: z.int(),
  previous_rc4_key_until: z.int(),
  /** The public half of the key that signs answers, hex. Empty for none. */
  answer_key: z.string(),
  /** The public half of the key that it replaced, while that one signs too. */
  previous_answer_key: z.string(),
  previous_answer_key_until: z.int(),
})
export type ApplicationRecord = z.output<typeof applicationRecord>

/** The members that an update names. Nested groups name their own. */
export const applicationChange = applicationSettings.partial().extend({
  unbind: unbindPolicy.partial().optional(),
  pay: paySettings.partial().optional(),
  mt5: mt5Settings.partial().optional(),
  scripts: scriptSettings.partial().optional(),
})
export type ApplicationChange = z.output<typeof applicationChange>
