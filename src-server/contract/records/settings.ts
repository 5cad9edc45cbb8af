import { z } from 'zod'
import { MAIL_SECURITIES } from '../outgoing-names.ts'
import { CHALLENGES, DNS_PROVIDERS, HTTPS_MODES } from '../https-names.ts'
import { CLIENT_ADDRESS_SOURCES } from '../platform-names.ts'
import { ADDRESS_PROBLEMS, REACHES, readAddress } from '../public-address.ts'
import { naming } from '../reference.ts'
import { marketSettings } from './market-settings.ts'
import { DYNAMIC_DNS_SECRETS, dynamicDnsSettings, routerMappingSettings } from './reach-settings.ts'

/** Settings of the whole platform. Each group is a row of the store. */

const imageId = naming('image', z.string().regex(/^[\w-]{22}$/, 'an image that was uploaded')).nullable()
const isAddress = (text: string) => z.union([z.ipv4(), z.ipv6()]).safeParse(text).success
const path = z
  .string()
  .max(1024)
  .refine((text) => !text.includes('\0'), 'a path')

/** The address as a person types it. It comes out normalised. */
const publicAddressText = z
  .string()
  .max(400)
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
  /** The customers' page begins in `language` for everybody. Otherwise it follows the visitor's browser. */
  language_forced: z.boolean(),
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
  /** The most that the telemetry database may hold, GB. The oldest of the finest values go first. 0: no limit. */
  history_gb: z.int().min(0).max(100_000),
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

const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .refine(
    (text) =>
      /^(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(text) || isAddress(text),
    'a name such as ea.example.com',
  )

/** The HTTPS port beside the plain one, and its certificate. Secrets are write-only, as the mail server's password. */
export const httpsSettings = z.strictObject({
  mode: z.enum(HTTPS_MODES),
  port: z.int().min(1).max(65_535),
  /** Whether pages of the plain port lead to the HTTPS port. Calls of programs are always answered where they come. */
  redirect: z.boolean(),
  /** How long browsers remember to use HTTPS only, seconds. 0 doesn't say it. */
  hsts: z.int().min(0).max(63_072_000),
  /** A file of the server with the certificate. Empty: the uploaded certificate. */
  cert: path,
  /** Empty: the key is in the same file. */
  key: path,
  pass_phrase: z.string().max(512),
  /** The address of the authority's ACME directory. */
  directory: z
    .string()
    .trim()
    .max(400)
    .refine((text) => URL.parse(text)?.protocol === 'https:', 'an address that begins with https://'),
  /** The names of the certificate. None: the name of the public address. */
  names: z.array(hostName).max(20),
  /** Gets the authority's warnings. */
  contact: z.union([z.literal(''), z.email()]),
  /** The address of the authority's terms that the owner agreed to. */
  terms: z.string().max(400),
  challenge: z.enum(CHALLENGES),
  dns_provider: z.enum(DNS_PROVIDERS),
  dns_id: z.string().trim().max(200),
  dns_secret: z.string().trim().max(400),
  /** External account binding, for authorities that ask for it. */
  eab_kid: z.string().trim().max(200),
  eab_key: z.string().trim().max(400),
})

/** What the server trusts in addition to the usual and the system's certificate authorities. */
export const trustSettings = z.strictObject({
  /** Certificates, PEM. */
  authorities: z
    .array(
      z
        .string()
        .max(4000)
        .refine(
          (text) => /^-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n$/.test(text),
          'a certificate',
        ),
    )
    .max(10),
})

const originOf = (text: string): string | undefined => {
  const url = URL.parse(text)
  const isOrigin = url?.href === `${url?.origin ?? ''}/` && /^https?:$/.test(url.protocol)
  return isOrigin ? url.origin : undefined
}

/** The addresses that webhooks may call beside public HTTPS ones, and channels beside those of their services. */
export const outsideSettings = z.strictObject({
  /** Origins such as `http://192.168.1.20:8080`: plain, in a private network, or on an unusual port. */
  listed: z
    .array(
      z
        .string()
        .trim()
        .max(300)
        .refine((text) => originOf(text) !== undefined, 'an address such as http://192.168.1.20:8080')
        .overwrite((text) => originOf(text) ?? text),
    )
    .max(32),
})

/** The write-only members of the HTTPS settings. */
export const HTTPS_SECRETS = ['pass_phrase', 'dns_secret', 'eab_key'] as const

/** Every group by its name. */
export const platformSettings = z.object({
  site: siteSettings,
  listeners: listenerSettings,
  client_address: clientAddressSettings,
  router_mapping: routerMappingSettings,
  dynamic_dns: dynamicDnsSettings,
  retention: retentionSettings,
  backups: backupSettings,
  after_sales: afterSalesSettings,
  sales: salesSettings,
  mail: mailSettings,
  notices: noticeSettings,
  https: httpsSettings,
  trust: trustSettings,
  markets: marketSettings,
  outside: outsideSettings,
})
export type PlatformSettings = z.output<typeof platformSettings>
export type SettingsGroup = keyof PlatformSettings
export type SiteSettings = PlatformSettings['site']

/** What the sign-in page knows of the platform. `owner_only`: the owner, whose name is `owner`, is the only operator. */
export const signInSite = siteSettings.extend({
  owner_only: z.boolean(),
  /** A server for trying. */
  demo: z.boolean(),
})
export type SignInSite = z.output<typeof signInSite>

/** Any members of any groups. All others stay unchanged. */
export const settingsChange = z
  .strictObject({
    site: siteSettings.partial(),
    listeners: listenerSettings.partial(),
    client_address: clientAddressSettings.partial(),
    router_mapping: routerMappingSettings.partial(),
    dynamic_dns: dynamicDnsSettings.partial(),
    retention: retentionSettings.partial(),
    backups: backupSettings.partial(),
    after_sales: afterSalesSettings.partial(),
    sales: salesSettings.partial(),
    mail: mailSettings.partial(),
    notices: noticeSettings.partial(),
    https: httpsSettings.partial(),
    trust: trustSettings.partial(),
    markets: marketSettings.partial(),
    outside: outsideSettings.partial(),
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
  /** The write-only members of `https` that are set. */
  https_set: z.array(z.enum(HTTPS_SECRETS)),
  /** The write-only members of `dynamic_dns` that are set. */
  dynamic_dns_set: z.array(z.enum(DYNAMIC_DNS_SECRETS)),
  /** The addresses of the open listeners. */
  public_url: z.string(),
  console_url: z.string(),
  public_address: publicAddressRecord,
  request: requestAddresses,
})
export type SettingsRecord = z.output<typeof settingsRecord>
