import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock, Log } from '../../contract/ports.ts'
import type { BackupFailure, BackupRecord } from '../../contract/records/backup.ts'
import { StorageFailure } from '../../contract/storage-failure.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { backupNameOf, isBackupDue, newestPassed } from '../../domain/platform/backup-plan.ts'
import type { Store } from '../../store/store.ts'
import {
  BACKUP_STEPS,
  RESTORE_STEPS,
  BackupError,
  RecoveryKeyNeeded,
  type Report,
  type RestoreOrder,
  type BackupStore,
} from '../../store/backup-store.ts'
import { audit, entryOf, SERVER, type AuditedChange } from './audit-trail.ts'
import type { ClockTrust } from './clock-trust.ts'
import type { Jobs } from './jobs.ts'
import type { PlatformSettingsService } from './platform-settings.ts'
import { parseRecoveryKey } from './sealed-secrets.ts'
import { Refused } from '../refused.ts'
import { digestToken } from '../session/session-token.ts'

interface Parts {
  readonly store: Store
  readonly backupStore: BackupStore
  readonly settings: PlatformSettingsService
  readonly jobs: Jobs
  readonly clock: Clock
  readonly log: Log
  /** Minutes the server's clock is ahead of UTC. */
  readonly utcOffset: (at: number) => number
  /** Opens the data folder again after the calls under way are answered. Does not wait for that. */
  readonly reopen: () => void
  readonly clockTrust: Pick<ClockTrust, 'isTrusted'>
}

/** Backups of the data, by hand and every day, and restores of them. */
export class Backups {
  readonly #parts: Parts
  /** One backup or restore at a time. */
  #busy = false
  #failure: BackupFailure | null = null
  #isFailing = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Whether the last backup failed. */
  get isFailing(): boolean {
    return this.#isFailing
  }

  /** @throws Refused 409 while another one runs */
  async start(actor: Actor): Promise<string> {
    this.#take()
    return this.#parts.jobs.start(actor, 'backup', BACKUP_STEPS, async ({ report }) => {
      try {
        await this.#make('manual', report, (backup) => this.#note(actor, 'backup_now', backup))
      } catch (error) {
        this.#failed(error)
        throw error
      } finally {
        this.#busy = false
      }
    })
  }

  async list(): Promise<{ rows: BackupRecord[]; folder: string; failure: BackupFailure | null }> {
    const { backupStore } = this.#parts
    return {
      rows: await backupStore.list(this.#folder),
      folder: backupStore.pathOf(this.#folder),
      failure: this.#failure,
    }
  }

  async latest(): Promise<BackupRecord | undefined> {
    const { backupStore, settings } = this.#parts
    return (await backupStore.list(settings.current.backups.folder))[0]
  }

  /** @throws Refused 404 */
  async delete(actor: Actor, name: string): Promise<void> {
    const backup = await this.#require(name)
    await this.#note(actor, 'backup_delete', backup)
    await this.#parts.backupStore.delete(this.#folder, name)
  }

  /**
   * Prepares a backup and swaps the server over to it. Where it can't be prepared, the job fails and nothing has
   * changed.
   * @param recoveryText the recovery key of a backup of another machine, as typed
   * @throws Refused 404, 409 while another one runs, 422 where the backup needs another recovery key
   */
  async restore(actor: Actor, token: string, name: string, recoveryText?: string): Promise<string> {
    const { store, backupStore, settings, jobs, clock, reopen } = this.#parts
    const { listeners, client_address, backups } = settings.stored
    const backup = await this.#require(name)
    const recoveryKey = await this.#requireOpens(name, recoveryText)
    const found = await store.read((unit) => unit.sessions.find(digestToken(token)))
    const at = clock.now()
    const change = restored(backup)
    const order: RestoreOrder = {
      name,
      folder: this.#folder,
      keepAs: backupNameOf(at, 'before_restore'),
      at,
      entry: entryOf(actor, at, change),
      session: found?.session,
      recoveryKey,
      settings: { listeners, client_address, backups },
    }
    this.#take()
    return jobs.start(actor, 'restore', RESTORE_STEPS, async ({ report }) => {
      try {
        await backupStore.stage(order, report)
        await this.#noteInOldData(actor, at, change)
        await backupStore.commit(order)
        report(RESTORE_STEPS)
      } catch (error) {
        this.#busy = false
        this.#failed(error)
        throw error
      }
      reopen()
    })
  }

  /** Makes the day's backup when it is due, and deletes the oldest ones beyond the number to keep. */
  async makeDue(): Promise<void> {
    const { backupStore, settings, clock, log, utcOffset, clockTrust } = this.#parts
    const { automatic, time, keep } = settings.current.backups
    if (!automatic || this.#busy || backupStore.isElsewhere) return
    const now = clock.now()
    const own = (await backupStore.list(this.#folder)).filter(({ reason }) => reason === 'automatic')
    const moments = own.length > 0 ? own.map(({ made_at: at }) => at) : [(await this.#begun()) ?? now]
    const last = newestPassed(moments, now)
    if (!isBackupDue(time, utcOffset(now), now, last) || this.#isBusy()) return
    this.#busy = true
    try {
      await this.#make(
        'automatic',
        () => undefined,
        (backup) => this.#note(SERVER, 'backup_now', backup),
      )
      log.info('backup.made', { reason: 'automatic' })
      // A clock in doubt may have made all of the newer ones.
      for (const old of clockTrust.isTrusted ? own.slice(keep - 1) : []) {
        await this.#note(SERVER, 'backup_delete', old)
        await backupStore.delete(this.#folder, old.name)
      }
    } catch (error) {
      this.#failed(error)
      throw error
    } finally {
      this.#busy = false
    }
  }

  /**
   * Makes a backup before a newer program replaces this one, and waits for it.
   * @throws Refused 409 while another one runs; errors of the backup store
   */
  async makeBeforeUpdate(): Promise<void> {
    this.#take()
    try {
      await this.#make(
        'before_update',
        () => undefined,
        (backup) => this.#note(SERVER, 'backup_now', backup),
      )
      this.#parts.log.info('backup.made', { reason: 'before_update' })
    } catch (error) {
      this.#failed(error)
      throw error
    } finally {
      this.#busy = false
    }
  }

  /** No other backup or restore begins until `makeForMove` has ended. @throws Refused 409 while another one runs */
  reserve(): void {
    this.#take()
  }

  /** Makes the backup that moves to another machine. Call it after `reserve`. */
  async makeForMove(actor: Actor, report: Report): Promise<BackupRecord> {
    try {
      return await this.#make('manual', report, (backup) => this.#note(actor, 'backup_now', backup))
    } catch (error) {
      this.#failed(error)
      throw error
    } finally {
      this.#busy = false
    }
  }

  get #folder(): string {
    return this.#parts.settings.current.backups.folder
  }

  /** When this data was created. */
  async #begun(): Promise<number | undefined> {
    return (await this.#parts.store.read((unit) => unit.operators.owner()))?.createdAt
  }

  /** Checked again after the wait. */
  #isBusy(): boolean {
    return this.#busy
  }

  /** Shows the error's text only if it is the backup store's own. */
  #failed(error: unknown): void {
    const reason =
      error instanceof BackupError ? error.message : 'The server could not do it; its log says why'
    this.#failure = { reason, at: this.#parts.clock.now() }
  }

  #take(): void {
    if (this.#busy) throw new Refused(CONSOLE.conflict, 'A backup is being made or restored: wait for it')
    this.#busy = true
    this.#failure = null
  }

  async #make(
    reason: BackupRecord['reason'],
    report: Report,
    note: (backup: BackupRecord) => Promise<void>,
  ): Promise<BackupRecord> {
    const { backupStore, clock } = this.#parts
    const at = clock.now()
    try {
      const order = { name: backupNameOf(at, reason), reason, at, folder: this.#folder }
      const backup = await backupStore.make(order, report)
      await note(backup)
      // The failure before it is over.
      this.#isFailing = false
      this.#failure = null
      return backup
    } catch (error) {
      this.#isFailing = true
      throw error
    }
  }

  async #note(actor: Actor | typeof SERVER, action: string, backup: BackupRecord): Promise<void> {
    const { store, clock } = this.#parts
    const { name, made_at: _, ...facts } = backup
    const side = action === 'backup_delete' ? { before: facts } : { after: facts }
    const change = { action, subject: { kind: 'backup', id: name, label: name }, ...side }
    await store.write((unit) => audit(unit, actor, clock.now(), change), { durable: true })
  }

  /** Damaged data may not be able to store the entry. The restored data has it in any case. */
  async #noteInOldData(actor: Actor, at: number, change: AuditedChange): Promise<void> {
    const { store, log } = this.#parts
    try {
      await store.write((unit) => audit(unit, actor, at, change), { durable: true })
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
      log.error('backup.audit', error)
    }
  }

  async #requireOpens(name: string, text: string | undefined): Promise<Uint8Array | undefined> {
    const key = text === undefined ? undefined : parseRecoveryKey(text)
    try {
      await this.#parts.backupStore.requireOpens(this.#folder, name, key)
      return key
    } catch (error) {
      if (!(error instanceof BackupError)) throw error
      const reason = error instanceof RecoveryKeyNeeded ? 'required' : 'wrong'
      throw new Refused(CONSOLE.invalid, error.message, { recovery_key: reason })
    }
  }

  async #require(name: string): Promise<BackupRecord> {
    const found = (await this.#parts.backupStore.list(this.#folder)).find((backup) => backup.name === name)
    if (found === undefined) throw new Refused(CONSOLE.notFound, 'There is no such backup')
    return found
  }
}

function restored({ name, made_at: madeAt, version, sha256 }: BackupRecord): AuditedChange {
  return {
    action: 'backup_restore',
    subject: { kind: 'backup', id: name, label: name },
    after: { madeAt, version, sha256 },
  }
}
