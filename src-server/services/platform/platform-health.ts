import type { MeasuredState } from '../../contract/live.ts'
import type { Clock } from '../../contract/ports.ts'
import type { PlatformHealth } from '../../contract/records/platform-health.ts'
import { isDiskLow } from '../../domain/platform/disk-space.ts'
import type { PlatformCondition } from '../../domain/risk/weak-settings.ts'
import type { Store } from '../../store/store.ts'
import type { TelemetryStore } from '../../store/telemetry-store.ts'
import { RESTORED_KEY, type BackupStore } from '../../store/backup-store.ts'
import type { Backups } from './backups.ts'
import type { ClockTrust } from './clock-trust.ts'
import type { Listeners } from './listeners.ts'

interface Parts {
  readonly store: Store
  readonly telemetry: Pick<TelemetryStore, 'size'>
  readonly backupStore: BackupStore
  readonly backups: Backups
  readonly listeners: Listeners
  readonly clockTrust: ClockTrust
  readonly clock: Clock
  readonly utcOffset: (at: number) => number
  /** The figures measured last. */
  readonly state: () => MeasuredState
}

/** The state of the server, for its owner. */
export class PlatformHealthService {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async condition(): Promise<PlatformCondition> {
    const { store, telemetry, backupStore, backups, clockTrust } = this.#parts
    const { free } = await backupStore.space()
    return {
      isDiskLow: isDiskLow(free, store.size() + telemetry.size()),
      isBackupFailing: backups.isFailing,
      isClockDoubted: !clockTrust.isTrusted,
    }
  }

  async read(check: boolean): Promise<PlatformHealth> {
    const { store, telemetry, backupStore, backups, listeners, clock, utcOffset } = this.#parts
    const state = this.#parts.state()
    const now = clock.now()
    const space = await backupStore.space()
    return {
      version: state.version,
      started_at: state.started_at,
      now,
      utc_offset: utcOffset(now),
      data_folder: space.folder,
      main_size: store.size(),
      telemetry_size: telemetry.size(),
      disk_free: space.free,
      disk_total: space.total,
      lag: state.lag,
      connections: state.connections,
      calls: state.calls,
      public_url: listeners.urls.public,
      console_url: listeners.urls.console,
      last_backup: (await backups.latest()) ?? null,
      restored: readRestored(await store.read((unit) => unit.meta.find(RESTORED_KEY))),
      clock_doubt: this.#parts.clockTrust.doubt,
      databases: check ? await backupStore.check() : null,
    }
  }
}

function readRestored(kept: string | undefined): PlatformHealth['restored'] {
  return kept === undefined ? null : (JSON.parse(kept) as { name: string; at: number })
}
