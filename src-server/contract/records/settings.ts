import { z } from 'zod'
import { MAIL_SECURITIES } from '../outgoing-names.ts'
import { CLIENT_ADDRESS_SOURCES } from '../platform-names.ts'
import { ADDRESS_PROBLEMS, REACHES, readAddress } from '../public-address.ts'
import { naming } from '../reference.ts'

/** Settings of the whole platform. Each group is a row of the store. */

const imageId = naming('image', z.string().regex(/^[\w-]{22}$/, 'an image that was uploaded')).nullable()
const path = z
  .string()
  .max(1024)
  .refine((text) => !text.includes('\0'), 'a path')

/** The address as a person types it. It comes out normalised. */
const publicAddressText = z
  .string()
  .check((context) => {
    if (context.value.trim() === '') return
    const read = readAddress(context.value)
    if (typeof read === 'string')
      context.issues.push({ code: 'custom', message: ADDRESS_PROBLEMS[read], input: context.value })
  })
  .overwrite((text) => {
    const read = readAddress(text)
    return typeof read === 'string' ? text.trim() : read.url
  })

/** The platform's name and look for visitors. */
export const siteSettings = z.strictObject({
  name: z.string().trim().min(1).max(40),
  title: z.string().trim().max(80),
  /** An address, a number or a name, shown literally. */
  contact: z.string().trim().max(200),
  /** The public address, normalised: `https://ea.example.com:8443/yz/`. Empty: not set, and the server guesses. */
  public_address: publicAddressText,
  /** The colour of buttons and highlights. */
  colour: z.string().regex(/^#[0-9a-f]{6}$/, 'six hexadecimal digits after #'),
  language: z.enum(['zh-CN', 'en']),
  logo: imageId,
  background: imageId,
})

export const listenerSettings = z.strictObject({
  /** The address of this machine for clients. 0.0.0.0 means all of them. */
  public_host: z.union([z.ipv4(), z.ipv6()], 'an IP address'),
  public_port: z.int().min(1).max(65_535),
  /** Whether the public address serves the console too. */
  console_public: z.boolean(),
  /** PEM files on the server, both or none. */
  tls_cert: path,
  tls_key: path,
})

/** The source of a call's client address. */
export const clientAddressSettings = z.strictObject({
  source: z.enum(CLIENT_ADDRESS_SOURCES),
  /** The proxies whose headers are trusted. */
  trusted: z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], 'an address or a range')).max(64),
})

export const retentionSettings = z.strictObject({
  /** How long the hourly history of trading accounts is kept. */
  history_months: z.int().min(1).max(120),
})

export const backupSettings = z.strictObject({
  /** Whether the server makes one every day. */
  automatic: z.boolean(),
  /** `hh:mm` on the server's clock. */
  time: z.string().regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, 'a time from 00:00 to 23:59'),
  /** The number of automatic backups kept. Manual ones stay until they are deleted. */
  keep: z.int().min(1).max(365),
  /** A folder of the server. Empty means `backups` in the data folder. */
  folder: path,
})

/** How customers' requests are handled. */
export const afterSalesSettings = z.strictObject({
  /** Whether the public page and its actions accept new requests. */
  open: z.boolean(),
  /** An undecided request expires after this many days. */
  expire_days: z.int().min(1).max(90),
  /** The hours within which an answer is promised. The review screen counts them. */
  service_hours: z.int().min(1).max(720),
  /** Requests up to this score can be approved in bulk. */
  low_risk: z.int().min(0).max(100),
})

/** Settings of agents' business. */
export const salesSettings = z.strictObject({
  /** ISO 4217: the currency of all sums. The ledger counts its minor unit. */
  currency: z.string().regex(/^[A-Z]{3}$/, 'three capital letters'),
})

/** The mail server that sends this server's mails. Without a host no mail is sent. */
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
  /** Write-only: it is always read as empty (`mail_password_set` says whether there is one). */
  password: z.string().max(512),
  from_address: z.union([z.literal(''), z.email()]),
  from_name: z.string().trim().max(80),
})

/** When scheduled mails are sent. */
export const noticeSettings = z.strictObject({
  /** `hh:mm` on the server's clock. */
  digest_time: z.string().regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, 'a time from 00:00 to 23:59'),
  /** Owners get a mail about licences that end within this many days. */
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

/** Any members of any groups. All others stay unchanged. */
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

/** The client's address of a request, by each source. */
export const requestAddresses = z.object({
  /** The address of the connection's other end. */
  socket: z.string(),
  x_forwarded_for: z.string(),
  x_real_ip: z.string(),
  /** The address by the present settings. */
  counted: z.string(),
})
export type RequestAddresses = z.output<typeof requestAddresses>

/** Where other people reach this server. */
export const publicAddressRecord = z.object({
  url: z.string(),
  /** false: a guess, because the owner has not set the address. */
  is_set: z.boolean(),
  reach: z.enum(REACHES),
})

export const settingsRecord = platformSettings.extend({
  /**
   * Members that the command line sets, such as `listeners.public_port`. An attempt to change them is
   * refused.
   */
  fixed: z.array(z.string()),
  /** Whether there is a password for the mail server. */
  mail_password_set: z.boolean(),
  /** The addresses of the open listeners. */
  public_url: z.string(),
  console_url: z.string(),
  public_address: publicAddressRecord,
  request: requestAddresses,
})
export type SettingsRecord = z.output<typeof settingsRecord>
