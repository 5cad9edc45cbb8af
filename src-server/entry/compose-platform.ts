import type { PlatformServices } from '../ajax/console/platform.ts'
import type { ServerState } from '../contract/live.ts'
import type { Clock, Log, Random } from '../contract/ports.ts'
import type { PlatformSettings } from '../contract/records/settings.ts'
import { Announcements } from '../services/platform/announcements.ts'
import { Backups } from '../services/platform/backups.ts'
import { Certifications } from '../services/people/certifications.ts'
import type { Doors, ListenerSettings } from '../services/platform/doors.ts'
import { Images } from '../services/platform/images.ts'
import { PlatformHealthService } from '../services/platform/platform-health.ts'
import { PlatformSettingsService } from '../services/platform/platform-settings.ts'
import type { Vault } from '../store/vault.ts'
import type { Services } from './compose-services.ts'
import type { Stores } from './open-stores.ts'

export interface PlatformParts {
  readonly stores: Stores
  readonly services: Pick<Services, 'jobs' | 'noticePost'>
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly vault: Vault
  readonly doors: Doors
  /** What the command line says of the doors. */
  readonly fixed: Partial<ListenerSettings>
  /** What the doors are where nothing was ever set. */
  readonly listeners: ListenerSettings
  readonly apply: (settings: PlatformSettings) => void
  readonly changeOver: () => void
  readonly utcOffset: (at: number) => number
  readonly state: () => ServerState
}

const MONTH = 30 * 86_400

/** The use cases of the platform as a whole. */
export function composePlatform(parts: PlatformParts): PlatformServices {
  const { clock, random, log, vault, doors, utcOffset, state, changeOver, fixed, listeners } = parts
  const { store, telemetry } = parts.stores
  const { jobs } = parts.services
  const platformSettings = new PlatformSettingsService({
    store,
    vault,
    doors,
    clock,
    fixed,
    listeners,
    apply: (settings) => {
      telemetry.keepHours(settings.retention.history_months * MONTH)
      parts.services.noticePost.configure(settings)
      parts.apply(settings)
    },
  })
  const backups = new Backups({
    store,
    vault,
    settings: platformSettings,
    jobs,
    clock,
    log,
    utcOffset,
    changeOver,
  })
  return {
    platformSettings,
    backups,
    platformHealth: new PlatformHealthService({
      store,
      telemetry,
      vault,
      backups,
      doors,
      clock,
      utcOffset,
      state,
    }),
    images: new Images({ store, settings: platformSettings, clock, random }),
    announcements: new Announcements({ store, clock }),
    certifications: new Certifications({ store, clock }),
  }
}
