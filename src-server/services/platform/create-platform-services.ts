import type { MeasuredState } from '../../contract/live.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { BackupStore } from '../../store/backup-store.ts'
import type { Sealing } from '../../store/sealing.ts'
import type { ServiceContext } from '../service-context.ts'
import { Authorities } from '../https/authorities.ts'
import { createHttpsServices, createSecureDoor, type HttpsHost } from '../https/create-https-services.ts'
import { Move } from '../move/move-service.ts'
import type { MoveHost } from '../move/move-host.ts'
import { Announcements } from './announcements.ts'
import { AuditLog } from './audit-log.ts'
import { Backups } from './backups.ts'
import { Images } from './images.ts'
import type { Listeners, ListenerSettings } from './listeners.ts'
import { OwnerAlerts } from './owner-alerts.ts'
import { OwnJobs } from './own-jobs.ts'
import { OwnPreferences } from './own-preferences.ts'
import { Palette } from './palette.ts'
import { HealthHistory, type MeasuredMinute } from './health-history.ts'
import { PlatformHealthService } from './platform-health.ts'
import { PlatformSettingsService } from './platform-settings.ts'
import { CopyList } from './copy-list.ts'
import { Readiness } from './readiness.ts'
import { SealedSecrets } from './sealed-secrets.ts'
import { SavedViews } from './saved-views.ts'
import { SearchIndex } from './search-index.ts'
import { StorageAlerts } from './storage-alerts.ts'
import { StorageCare } from './storage-care.ts'

/** The parts that the entry passes to the platform area. */
export interface PlatformHost extends HttpsHost {
  /** A server for trying. Each screen says so. */
  readonly demo?: boolean
  readonly backupStore: BackupStore
  readonly sealing: Sealing
  /** Called when the recovery key is confirmed or replaced. */
  readonly recoveryKeyStored: () => void
  readonly listeners: Listeners
  /** Listener settings that the command line fixes. */
  readonly fixed: Partial<ListenerSettings>
  /** Listener settings where none were ever stored. */
  readonly listenerDefaults: ListenerSettings
  /** Called with the settings at the start and after each change. */
  readonly applySettings: (settings: PlatformSettings) => void
  /** Opens the data folder again: a restore has replaced the data. */
  readonly reopen: () => void
  /** What a move to another machine needs from this one. */
  readonly moveHost: MoveHost
  readonly serverState: () => MeasuredState
  /** The calls and the process since its last call. */
  readonly measureMinute: () => MeasuredMinute
  /** This machine's address in its network, as other machines call it. */
  readonly lanAddress: () => string | undefined
}

type Deps = Pick<
  ServiceContext,
  | 'store'
  | 'steward'
  | 'followers'
  | 'telemetry'
  | 'registry'
  | 'copy'
  | 'stream'
  | 'noticePost'
  | 'jobs'
  | 'clock'
  | 'random'
  | 'log'
  | 'utcOffset'
  | 'clockTrust'
  | 'dropped'
  | 'markets'
  | 'devices'
  | 'processClock'
> &
  PlatformHost

const MONTH = 30 * 86_400
const GB = 1024 ** 3

export type PlatformServices = Awaited<ReturnType<typeof createPlatformServices>>

/** The platform as a whole: settings, backups, health, the audit log, and what every operator uses. */
export async function createPlatformServices(deps: Deps) {
  const { store, telemetry, noticePost, jobs, clock, random } = deps
  const { keys, door } = createSecureDoor(deps)
  const platformSettings = new PlatformSettingsService({
    ...deps,
    isShared: deps.copy.isShared,
    secureDoor: door,
    apply: (settings) => {
      const { history_months: months, history_gb: size } = settings.retention
      telemetry.keepHours(months * MONTH)
      telemetry.keepWithin(size === 0 ? null : size * GB)
      noticePost.configure(settings)
      deps.markets.configure(settings.markets)
      deps.applySettings(settings)
    },
  })
  await platformSettings.load()
  const backups = new Backups({ ...deps, settings: platformSettings })
  const storageCare = new StorageCare({ ...deps, backups, alerts: new StorageAlerts(new OwnerAlerts(deps)) })
  const sealedSecrets = new SealedSecrets(deps)
  const { https, certificates } = createHttpsServices({
    ...deps,
    keys,
    door,
    settings: platformSettings,
    publicHost: () => {
      const { url, isSet } = platformSettings.address.current()
      return isSet ? (URL.parse(url)?.hostname ?? '') : ''
    },
  })
  const platformHealth = new PlatformHealthService({
    ...deps,
    backups,
    care: storageCare,
    sealedSecrets,
    https,
    certificates,
    publicAddress: platformSettings.address,
    state: deps.serverState,
  })
  return {
    platformSettings,
    publicAddress: platformSettings.address,
    clockTrust: deps.clockTrust,
    backups,
    sealedSecrets,
    https,
    authorities: new Authorities({ settings: platformSettings }),
    move: await Move.open({ ...deps, settings: platformSettings, backups }),
    storageCare,
    platformHealth,
    readiness: new Readiness({
      store,
      copy: deps.copy,
      secrets: sealedSecrets,
      clock,
      steadyMs: deps.processClock.steadyMs,
    }),
    copyList: new CopyList(deps),
    healthHistory: new HealthHistory({
      ...deps,
      health: platformHealth,
      steadyMs: deps.processClock.steadyMs,
      measure: deps.measureMinute,
    }),
    images: new Images({ store, settings: platformSettings, clock, random }),
    announcements: new Announcements({ store, clock }),
    ownJobs: new OwnJobs({ store, jobs, clock }),
    auditLog: new AuditLog({ store, jobs, clock }),
    ownPreferences: new OwnPreferences({ store, clock }),
    savedViews: new SavedViews({ store, clock }),
    palette: new Palette({ store }),
    searchIndex: new SearchIndex(store),
  }
}
