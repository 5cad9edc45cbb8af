import type { StorageNotice } from '../../contract/live.ts'
import type { Log } from '../../contract/ports.ts'
import type { PlatformHealth } from '../../contract/records/platform-health.ts'
import type { StorageState } from '../../contract/records/storage-state.ts'
import { newestVerified } from '../../domain/platform/backup-plan.ts'
import { MAIN_DATABASE, type BackupStore } from '../../store/backup-store.ts'
import { SOUND } from '../../store/storage-condition.ts'
import type { Store } from '../../store/store.ts'
import type { TelemetryStore } from '../../store/telemetry-store.ts'
import type { Backups } from './backups.ts'
import type { StorageAlerts } from './storage-alerts.ts'

/** Shows the condition of the data in every console: the live stream. */
export interface StorageBoard {
  storage(notice: StorageNotice): void
}

interface Parts {
  readonly store: Store
  readonly telemetry: Pick<TelemetryStore, 'renew'>
  readonly backupStore: Pick<BackupStore, 'check'>
  readonly backups: Pick<Backups, 'list'>
  readonly stream: StorageBoard
  readonly log: Log
  readonly alerts: Pick<StorageAlerts, 'damaged'>
}

/** Checks the stored data in the background, and shows its condition. */
export class StorageCare {
  readonly #parts: Parts
  #hasChecked = false
  /** The damage that was reported last, by its time. */
  #reported: number | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** From now on each change of the condition is shown at once. */
  begin(): void {
    this.#parts.store.condition.onChange(() => {
      this.show().catch((error: unknown) => {
        this.#parts.log.error('storage.show', error)
      })
    })
  }

  /** Checks every page once, in a thread, when the server answers calls already. */
  async checkOnce(): Promise<void> {
    if (this.#hasChecked) return
    this.#hasChecked = true
    await this.check()
  }

  /** Checks every page in a thread, and acts on the verdicts. */
  async check(): Promise<NonNullable<PlatformHealth['databases']>> {
    const { store, telemetry, backupStore } = this.#parts
    const found = await backupStore.check()
    for (const { name, verdict, isConclusive } of found) {
      if (!isConclusive) continue
      if (name === MAIN_DATABASE) store.condition.checked(verdict)
      else if (verdict !== SOUND) telemetry.renew(verdict)
    }
    return found.map(({ name, verdict }) => ({ name, verdict }))
  }

  async state(): Promise<StorageState> {
    const { condition } = this.#parts.store
    const restorable = newestVerified((await this.#parts.backups.list()).rows)
    return {
      damage: condition.damage ?? null,
      held_since: condition.heldSince ?? null,
      telemetry_renewed: condition.telemetryRenewed ?? null,
      fault: condition.fault ?? null,
      restorable: restorable === undefined ? null : { name: restorable.name, made_at: restorable.made_at },
    }
  }

  /** Shows the condition to the consoles, and reports new damage. */
  async show(): Promise<void> {
    const { store, stream, alerts } = this.#parts
    const { damage, heldSince } = store.condition
    const restorable = damage === undefined ? null : (await this.state()).restorable
    stream.storage({ held_since: heldSince ?? null, damaged_at: damage?.at ?? null, restorable })
    if (damage === undefined || damage.at === this.#reported) return
    this.#reported = damage.at
    const { at } = damage
    await alerts.damaged({ at, restorableAt: restorable?.made_at })
  }
}
