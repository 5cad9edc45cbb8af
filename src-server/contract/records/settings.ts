import { z } from 'zod'
import { MAIL_SECURITIES } from '../outgoing-names.ts'
import { SERVER_ADDRESS } from '../server-address.ts'
import { CLIENT_ADDRESS_SOURCES } from '../platform-names.ts'

/** Settings of the whole platform, a group a row of the store. */

const imageId = z
  .string()
  .regex(/^[\w-]{22}$/, 'an image that was uploaded')
  .nullable()
const path = z
  .string()
  .max(1024)
  .refine((text) => !text.includes('\0'), 'a path')

/** What the platform is called and looks like to those who come to it. */
export const siteSettings = z.strictObject({
  name: z.string().trim().min(1).max(40),
  title: z.string().trim().max(80),
  /** An address, a number, a name: shown as it stands. */
  contact: z.string().trim().max(200),
  /** Where programs in the field reach this server; empty: as the caller's Host spells it. */
  public_address: z
    .string()
    .refine(
      (text) => text === '' || SERVER_ADDRESS.test(text),
      'an address that begins with http:// or https://',
    ),
  /** Of what is pressed and marked. */
  colour: z.string().regex(/^#[0-9a-f]{6}$/, 'six hexadecimal digits after #'),
  language: z.enum(['zh-CN', 'en']),
  logo: imageId,
  background: imageId,
})

export const listenerSettings = z.strictObject({
  /** The address of this machine that clients come to; 0.0.0.0 is every one. */
  public_host: z.union([z.ipv4(), z.ipv6()], 'an IP address'),
  public_port: z.int().min(1).max(65_535),
  /** Whether the public address serves the console too. */
  console_public: z.boolean(),
  /** PEM files on the server; both or none. */
  tls_cert: path,
  tls_key: path,
})

/** Whose word counts about where a call comes from. */
export const clientAddressSettings = z.strictObject({
  source: z.enum(CLIENT_ADDRESS_SOURCES),
  /** The proxies whose headers are believed; nobody else's are. */
  trusted: z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'an address or a range')).max(64),
})

export const retentionSettings = z.strictObject({
  /** How long trading accounts' hourly history is kept. */
  history_months: z.int().min(1).max(120),
})

export const backupSettings = z.strictObject({
  /** Makes one every day. */
  automatic: z.boolean(),
  /** `hh:mm` on the server's clock. */
  time: z.string().regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, 'a time from 00:00 to 23:59'),
  /** Automatic ones that are kept; made by hand ones stay until they are deleted. */
  keep: z.int().min(1).max(365),
  /** A folder of the server; empty is `backups` in the data folder. */
  folder: path,
})

/** How customers' requests are taken. */
export const afterSalesSettings = z.strictObject({
  /** Whether the public page and its actions take new requests. */
  open: z.boolean(),
  /** A request nobody decided is over after so many days. */
  expire_days: z.int().min(1).max(90),
  /** Within how many hours an answer is promised: the review desk's clock. */
  service_hours: z.int().min(1).max(720),
  /** Requests up to this score can be approved many at once. */
  low_risk: z.int().min(0).max(100),
})

/** Agents' business. */
export const salesSettings = z.strictObject({
  /** ISO 4217: what all sums are in; its minor unit is the ledger's. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'three capital letters'),
})

/** The mail server this one hands its mails to; without a host none is sent. */
export const mailSettings = z.strictObject({
  host: z
    .string()
    .trim()
    .max(253)
    .regex(/^[A-Za-z0-9.:-]*$/, 'a host name or an address'),
  port: z.int().min(1).max(65_535),
  security: z.enum(MAIL_SECURITIES),
  /** Empty: no sign-in. */
  user: z.string().max(256),
  /** Never told: read, it is empty (`mail_password_set` says whether there is one). */
  password: z.string().max(512),
  from_address: z.union([z.literal(''), z.email()]),
  from_name: z.string().trim().max(80),
})

/** When what is sent by mail on its own is sent. */
export const noticeSettings = z.strictObject({
  /** `hh:mm` on the server's clock. */
  digest_time: z.string().regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, 'a time from 00:00 to 23:59'),
  /** Owners are told of licences that end within so many days. */
  expiry_days: z.int().min(1).max(60),
})

/** Every group by its name. */
export const platformSettings = z.object({
  site: siteSettings,
  listeners: listenerSettings,
  client_address: clientAddressSettings,
  retention: retentionSettings,
  backups: backupSettings,
  after_sales: afterSalesSettings,
  sales: salesSettings,
  mail: mailSettings,
  notices: noticeSettings,
})
export type PlatformSettings = z.output<typeof platformSettings>
export type SettingsGroup = keyof PlatformSettings
export type SiteSettings = PlatformSettings['site']

/** Any members of any groups: the others stay as they are. */
export const settingsChange = z
  .strictObject({
    site: siteSettings.partial(),
    listeners: listenerSettings.partial(),
    client_address: clientAddressSettings.partial(),
    retention: retentionSettings.partial(),
    backups: backupSettings.partial(),
    after_sales: afterSalesSettings.partial(),
    sales: salesSettings.partial(),
    mail: mailSettings.partial(),
    notices: noticeSettings.partial(),
  })
  .partial()
export type SettingsChange = z.output<typeof settingsChange>

/** A request as its addresses read: what each source would say. */
export const requestAddresses = z.object({
  /** Who holds the connection. */
  socket: z.string(),
  x_forwarded_for: z.string(),
  x_real_ip: z.string(),
  /** What counts under the settings as they are. */
  counted: z.string(),
})
export type RequestAddresses = z.output<typeof requestAddresses>

export const settingsRecord = platformSettings.extend({
  /** Members the command line decides, `listeners.public_port`: setting them is refused. */
  fixed: z.array(z.string()),
  /** Whether the mail server is signed in to with a password. */
  mail_password_set: z.boolean(),
  /** Where the doors stand open now. */
  public_url: z.string(),
  console_url: z.string(),
  request: requestAddresses,
})
export type SettingsRecord = z.output<typeof settingsRecord>
