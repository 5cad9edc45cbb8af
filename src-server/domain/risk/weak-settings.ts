import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { WeakSetting } from '../../contract/risk-words.ts'
import type { Application } from '../application/application.ts'
import { judgeCapability, type ApiState, type Grant, HANDS_OUT_KEYS } from '../application/capability.ts'
import type { RiskLevel } from './risk.ts'

export interface Weakness {
  readonly setting: WeakSetting
  readonly level: RiskLevel
  readonly facts?: Readonly<Record<string, string | number | null>>
}

/** With a longer time window, an intercepted call can be sent again at leisure, seconds. */
const WIDE_WINDOW = 300

type Judged = Pick<
  Application,
  'state' | 'sign' | 'encrypt' | 'miType' | 'window' | 'deviceCheck' | 'ipCheck' | 'freeMode' | 'unbind'
>

/** The settings of an application that let through unwanted calls. A closed application has none. */
export function weaknessesOf(app: Judged, grants: ReadonlyMap<string, Grant>): Weakness[] {
  if (app.state === 'n') return []
  const found: Weakness[] = []
  if (!app.sign)
    found.push({ setting: 'unsigned', level: app.encrypt && app.miType !== 0 ? 'medium' : 'high' })
  else {
    const apis = [...grants]
      .filter(([, grant]) => grant.granted && grant.switchedOn && grant.sign === false)
      .map(([api]) => api)
    if (apis.length > 0)
      found.push({ setting: 'api_unsigned', level: 'medium', facts: { apis: apis.sort().join(', ') } })
    if (app.window === 0) found.push({ setting: 'no_window', level: 'medium' })
    else if (app.window > WIDE_WINDOW)
      found.push({ setting: 'wide_window', level: 'low', facts: { seconds: app.window } })
  }
  if (app.freeMode) found.push({ setting: 'free_mode', level: 'medium' })
  else if (!app.deviceCheck)
    found.push({
      setting: 'unbound',
      level: app.ipCheck ? 'low' : 'medium',
      facts: { address: app.ipCheck ? 1 : 0 },
    })
  if (app.unbind.max === 0 && app.unbind.interval === 0) found.push({ setting: 'free_unbinds', level: 'low' })
  return found
}

/** The platform's condition, apart from its settings. */
export interface PlatformCondition {
  /** The certificate of the public address ends soon, or has ended. */
  readonly isCertificateEnding: boolean
  /** The certificate can't be renewed, or its replacement can't be used. */
  readonly isCertificateFailing: boolean
  readonly isDiskLow: boolean
  readonly isBackupFailing: boolean
  readonly isClockDoubted: boolean
  /** A part of the main database can't be read. */
  readonly isDamaged: boolean
  /** Another program holds the lock of the data. */
  readonly isHeld: boolean
  /** Stored keys and passwords are sealed by the key of another machine. */
  readonly isLocked: boolean
  /** The telemetry database was damaged, and an empty one replaced it. */
  readonly isTelemetryRenewed: boolean
  /** An unexpected error ended the program. */
  readonly hasFailed: boolean
  /** Work was lost, because the disk was too far behind. */
  readonly hasDropped: boolean
}

/**
 * The platform's settings that let in strangers or leave no backup, and conditions that will soon stop the
 * server.
 */
export function platformWeaknesses(
  { listeners, https, client_address: addresses, backups }: PlatformSettings,
  ownerHasTotp: boolean,
  condition: PlatformCondition,
): Weakness[] {
  const found: Weakness[] = []
  // Behind a trusted proxy, the console is as protected as the proxy makes it.
  const isBehindProxy = addresses.source !== 'socket' && addresses.trusted.length > 0
  const isRedirected = https.mode !== 'off' && https.redirect
  if (listeners.console_public && listeners.tls_cert === '' && !isRedirected && !isBehindProxy)
    found.push({ setting: 'console_plain', level: 'high' })
  if (!ownerHasTotp)
    found.push({ setting: 'owner_totp', level: listeners.console_public ? 'high' : 'medium' })
  if (!backups.automatic) found.push({ setting: 'no_backups', level: 'medium' })
  return [...found, ...conditionsOf(condition)]
}

const CONDITIONS = {
  isCertificateEnding: { setting: 'certificate_ending', level: 'high' },
  isCertificateFailing: { setting: 'certificate_failing', level: 'high' },
  isDamaged: { setting: 'data_damaged', level: 'high' },
  isHeld: { setting: 'data_held', level: 'high' },
  isLocked: { setting: 'secrets_locked', level: 'high' },
  hasFailed: { setting: 'server_failed', level: 'high' },
  hasDropped: { setting: 'work_dropped', level: 'high' },
  isTelemetryRenewed: { setting: 'telemetry_renewed', level: 'medium' },
  isBackupFailing: { setting: 'backup_failed', level: 'high' },
  isClockDoubted: { setting: 'clock_doubted', level: 'high' },
  isDiskLow: { setting: 'disk_low', level: 'high' },
} as const satisfies Record<keyof PlatformCondition, Weakness>

/** The weaknesses that the platform's condition has now. */
export function conditionsOf(condition: PlatformCondition): Weakness[] {
  return Object.entries(CONDITIONS)
    .filter(([name]) => condition[name as keyof PlatformCondition])
    .map(([, weakness]) => weakness)
}

export interface ExposedKeys {
  readonly api: string
  readonly level: RiskLevel
  /** The grant's end, Unix seconds. null never ends. */
  readonly expires: number | null
}

/** These endpoints ask for the developer's password first. */
const ASKS_FOR_PASSWORD: ReadonlySet<string> = new Set(['logongetapp', 'openrc42'])

/**
 * The APIs that hand out an application's keys to every caller, where both the owner and the developer allow
 * them.
 */
export function exposedKeysOf(
  app: Pick<Application, 'state'>,
  grants: ReadonlyMap<string, Grant>,
  apiState: (api: string) => ApiState | undefined,
  now: number,
): ExposedKeys[] {
  if (app.state === 'n') return []
  return [...HANDS_OUT_KEYS]
    .filter((api) => judgeCapability(api, apiState(api), grants.get(api), now) === undefined)
    .map((api) => ({
      api,
      level: ASKS_FOR_PASSWORD.has(api) ? 'medium' : 'high',
      expires: grants.get(api)?.expiresAt ?? null,
    }))
}
