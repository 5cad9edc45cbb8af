import type { MeasuredState } from '../../contract/live.ts'
import type { Clock } from '../../contract/ports.ts'
import type { WeakSetting } from '../../contract/risk-words.ts'
import type { PlatformHealth } from '../../contract/records/platform-health.ts'
import { StorageFailure } from '../../contract/storage-failure.ts'
import { isDiskLow } from '../../domain/platform/disk-space.ts'
import { daysUntil } from '../../domain/platform/history-forecast.ts'
import { conditionsOf, type PlatformCondition } from '../../domain/risk/weak-settings.ts'
import type { Store } from '../../store/store.ts'
import type { TelemetryStore } from '../../store/telemetry-store.ts'
import { RESTORED_KEY, type BackupStore } from '../../store/backup-store.ts'
import type { CertificateWatch } from '../https/certificate-watch.ts'
import type { HttpsService } from '../https/https-service.ts'
import type { DroppedWork } from '../../telemetry/dropped-work.ts'
import type { Backups } from './backups.ts'
import type { ClockTrust } from './clock-trust.ts'
import type { Listeners } from './listeners.ts'
import { addressRecord, type PublicAddressService } from './public-address.ts'
import type { StorageCare } from './storage-care.ts'
import type { SealedSecrets } from './sealed-secrets.ts'

interface Parts {
  readonly store: Store
  readonly telemetry: Pick<TelemetryStore, 'size' | 'usage'>
  readonly backupStore: BackupStore
  readonly backups: Backups
  readonly care: StorageCare
  readonly sealedSecrets: SealedSecrets
  readonly listeners: Listeners
  readonly certificates: Pick<CertificateWatch, 'isEnding'>
  readonly https: Pick<HttpsService, 'isFailing'>
  readonly publicAddress: PublicAddressService
  readonly clockTrust: ClockTrust
  readonly dropped: DroppedWork
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
    const { store, telemetry, backupStore, backups, sealedSecrets, certificates, https } = this.#parts
    const { clockTrust, dropped } = this.#parts
    const { damage, heldSince, telemetryRenewed, fault } = store.condition
    const { free } = await backupStore.space()
    return {
      isCertificateEnding: certificates.isEnding(),
      isCertificateFailing: https.isFailing,
      isDiskLow: isDiskLow(free, store.size() + telemetry.size()),
      isBackupFailing: backups.isFailing,
      isClockDoubted: !clockTrust.isTrusted,
      isDamaged: damage !== undefined,
      isHeld: heldSince !== undefined,
      isLocked: sealedSecrets.isLocked,
      isTelemetryRenewed: telemetryRenewed !== undefined,
      hasFailed: fault !== undefined,
      hasDropped: Object.values(dropped.counts).some((count) => count > 0),
    }
  }

  /** The troubles of now, by the names of their risks. */
  async troubles(): Promise<WeakSetting[]> {
    return conditionsOf(await this.condition()).map(({ setting }) => setting)
  }

  /** The sizes of both databases, bytes. */
  sizes(): { readonly main: number; readonly telemetry: number } {
    const { store, telemetry } = this.#parts
    return { main: store.size(), telemetry: telemetry.size() }
  }

  /** The disk of the data folder, bytes. */
  space(): Promise<{ readonly free: number; readonly total: number }> {
    return this.#parts.backupStore.space()
  }

  /** When the newest backup was made, unix seconds. */
  async lastBackup(): Promise<number | undefined> {
    return (await this.#parts.backups.latest())?.made_at
  }

  async read(check: boolean): Promise<PlatformHealth> {
    const { store, telemetry, backupStore, backups, care, sealedSecrets, listeners, clock, utcOffset } =
      this.#parts
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
      history: await this.#history(),
      disk_free: space.free,
      disk_total: space.total,
      lag: state.lag,
      connections: state.connections,
      calls: state.calls,
      public_url: listeners.urls.public,
      console_url: listeners.urls.console,
      public_address: addressRecord(this.#parts.publicAddress.current()),
      last_backup: (await backups.latest()) ?? null,
      restored: await this.#restored(),
      secrets: { ...(await sealedSecrets.state()), ...(await backupStore.exposure()) },
      databases: check ? await care.check() : null,
      clock_doubt: this.#parts.clockTrust.doubt,
      storage: await care.state(),
      dropped: this.#parts.dropped.counts,
    }
  }

  /** The health of a damaged file must show. */
  async #history(): Promise<PlatformHealth['history']> {
    try {
      const { used, perDay, limit } = await this.#parts.telemetry.usage()
      return { used, per_day: perDay, limit, days_left: daysUntil(limit, used, perDay) }
    } catch {
      return null
    }
  }

  /** The health of a damaged database must show, even where its last restore can't be read. */
  async #restored(): Promise<PlatformHealth['restored']> {
    try {
      return readRestored(await this.#parts.store.read((unit) => unit.meta.find(RESTORED_KEY)))
    } catch (error) {
      if (error instanceof StorageFailure) return null
      throw error
    }
  }
}

function readRestored(kept: string | undefined): PlatformHealth['restored'] {
  return kept === undefined ? null : (JSON.parse(kept) as { name: string; at: number })
}
