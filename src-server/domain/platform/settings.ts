import { DEFAULT_MARKETS } from '../../contract/markets/default-calendar.ts'
import { namedMembers } from '../../contract/spelling.ts'
import {
  HTTPS_SECRETS,
  type PlatformSettings,
  type SettingsChange,
  type SettingsGroup,
} from '../../contract/records/settings.ts'
import type { Inside } from '../../contract/spelling.ts'
import { withDynamicDnsSecrets, withoutDynamicDnsSecrets } from './dynamic-dns.ts'

export type Settings = Inside<PlatformSettings>

/** The defaults. */
export const DEFAULT_SETTINGS: PlatformSettings = {
  site: {
    name: 'Pulsekey',
    title: '',
    contact: '',
    public_address: '',
    colour: '#2563eb',
    language: 'zh-CN',
    language_forced: false,
    logo: null,
    background: null,
  },
  listeners: { public_host: '0.0.0.0', public_port: 8787, console_public: false, tls_cert: '', tls_key: '' },
  client_address: { source: 'socket', trusted: [] },
  router_mapping: { on: false, external_port: 0 },
  dynamic_dns: {
    provider: 'none',
    name: '',
    update_url: '',
    id: '',
    secret: '',
    ipv6: false,
    address_url: '',
  },
  retention: { history_months: 6, history_gb: 0 },
  backups: { automatic: true, time: '03:30', keep: 14, folder: '' },
  after_sales: { open: true, expire_days: 14, service_hours: 24, low_risk: 25 },
  sales: { currency: 'CNY' },
  mail: {
    host: '',
    port: 465,
    security: 'tls',
    user: '',
    password: '',
    from_address: '',
    from_name: '',
  },
  notices: { digest_time: '08:00', expiry_days: 7 },
  https: {
    mode: 'off',
    port: 8443,
    redirect: false,
    hsts: 0,
    cert: '',
    key: '',
    pass_phrase: '',
    directory: 'https://acme-v02.api.letsencrypt.org/directory',
    names: [],
    contact: '',
    terms: '',
    challenge: 'http',
    dns_provider: 'cloudflare',
    dns_id: '',
    dns_secret: '',
    eab_kid: '',
    eab_key: '',
  },
  trust: { authorities: [] },
  markets: DEFAULT_MARKETS,
  outside: { listed: [] },
}

export const SETTINGS_GROUPS = Object.keys(DEFAULT_SETTINGS) as SettingsGroup[]

/** Applies a change: replaces the members that it names, and keeps the others. */
export function changeSettings(current: PlatformSettings, change: SettingsChange): PlatformSettings {
  const next = { ...current } as Record<SettingsGroup, object>
  for (const group of SETTINGS_GROUPS)
    next[group] = { ...current[group], ...namedMembers(change[group] ?? {}) }
  const changed = next as PlatformSettings
  return {
    ...changed,
    mail: { ...changed.mail, password: mailPassword(changed.mail, current.mail) },
    https: withSecrets(changed.https, current.https),
    dynamic_dns: withDynamicDnsSecrets(changed.dynamic_dns, current.dynamic_dns),
  }
}

/** The console never gets a secret, so an empty one in a change means the present one. */
function withSecrets(
  https: PlatformSettings['https'],
  before: PlatformSettings['https'],
): PlatformSettings['https'] {
  const next = { ...https }
  for (const name of HTTPS_SECRETS) if (next[name] === '') next[name] = before[name]
  return next
}

/** The settings as the console gets them. */
export function withoutSecrets(settings: PlatformSettings): PlatformSettings {
  const https = { ...settings.https }
  for (const name of HTTPS_SECRETS) https[name] = ''
  const dynamic_dns = withoutDynamicDnsSecrets(settings.dynamic_dns)
  return { ...settings, mail: { ...settings.mail, password: '' }, https, dynamic_dns }
}

/**
 * The console never gets the password, so an empty password in a change means the present one. Without a user
 * name no password is needed.
 */
function mailPassword(
  { user, password }: PlatformSettings['mail'],
  before: PlatformSettings['mail'],
): string {
  if (user === '') return ''
  return password === '' ? before.password : password
}

/** `group.member` of every member that a change names. */
export function membersOf(change: SettingsChange): string[] {
  return SETTINGS_GROUPS.flatMap((group) =>
    Object.keys(namedMembers(change[group] ?? {})).map((member) => `${group}.${member}`),
  )
}
