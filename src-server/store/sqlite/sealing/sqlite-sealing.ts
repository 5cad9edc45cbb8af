import type Database from 'better-sqlite3'
import { BackupError, RecoveryKeyNeeded } from '../../backup-store.ts'
import type { DataKey, MachineKey } from '../../sealing.ts'
import type { AuditEntry } from '../../../domain/audit/entry.ts'
import { connect } from '../connection.ts'
import { createAuditRepository } from '../repositories/audit.ts'
import { clearPages } from './clear-pages.ts'
import {
  makeDataKey,
  openByMachine,
  openByMachines,
  openByRecovery,
  wrapForMachine,
} from '../../sealing/data-key.ts'
import { DataKeyRing, type OpenedKey } from '../../sealing/data-key-ring.ts'
import { Seal } from '../../sealing/seal.ts'
import { readDataKey, writeDataKey } from './data-key.ts'
import { Turn } from './turn.ts'
import { turnSecrets } from './turn-secrets.ts'

export interface Rotation {
  readonly recoveryKey: Uint8Array | undefined
  /** Replaces or empties secrets that can't be opened. */
  readonly giveUp: boolean
  /** Unix seconds. */
  readonly at: number
  readonly entry: AuditEntry
}

export interface Rotated {
  readonly resealed: number
  /** Secrets that couldn't be opened. */
  readonly lost: number
  /** The new recovery key, as a person writes it down. */
  readonly key: string
}

const REMOVE_EMPTY_AUTHENTICATORS = `UPDATE operators SET totp_confirmed_at = NULL, totp_last_step = 0
  WHERE totp_secret = '' AND totp_confirmed_at IS NOT NULL`

/** Opens the data key of the data folder, and seals data that isn't sealed yet. */
export class SqliteSealing extends DataKeyRing {
  #db: Database.Database | undefined

  /**
   * Opens the data key of a migrated database. Seals its secrets first, all in one transaction, where that has never
   * been done.
   */
  open(db: Database.Database, now: number): Seal {
    this.#db = db
    const keys = this.parts.machineKeys()
    const row = readDataKey(db)
    const secret = row === undefined ? undefined : openByMachines(row, keys)
    if (row === undefined) this.opened = this.#sealAll(db, keys, now)
    else this.opened = { keys, id: row.id, secret, isNew: false }
    if (row !== undefined && secret !== undefined && openByMachine(row, keys[0]) === undefined)
      this.#rewrap(db, row, secret, keys[0])
    clearPages(db, now)
    return this.seal
  }

  /**
   * Seals every secret of the open data again, under a new data key with a new recovery key. One transaction: after a kill
   * either the old keys open everything or the new ones.
   * @throws BackupError for a recovery key that doesn't fit, or where locked data comes with none
   */
  async rotate({ recoveryKey, giveUp, at, entry }: Rotation): Promise<Rotated> {
    const { random } = this.parts
    const db = this.#db
    const row = db && readDataKey(db)
    const keys = this.opened?.keys
    if (db === undefined || row === undefined || keys === undefined) throw new Error('no data is open')
    const old = giveUp ? this.#ownSecretOf(row) : this.#secretOf(row, recoveryKey)
    const fresh = makeDataKey(keys[0], random, at)
    const turned = new Turn(
      new Seal(random, old),
      new Seal(random, fresh.secret),
      giveUp ? random : undefined,
    )
    db.exec('BEGIN IMMEDIATE')
    try {
      turnSecrets(db, turned.turn)
      if (giveUp) db.exec(REMOVE_EMPTY_AUTHENTICATORS)
      writeDataKey(db, { ...fresh.row, createdAt: row.createdAt })
      await createAuditRepository(connect(db)).append([entry])
      db.exec('COMMIT')
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
    this.opened = { keys, id: fresh.row.id, secret: fresh.secret, isNew: true }
    clearPages(db, at)
    const key = this.readSheet(fresh.row)
    if (key === undefined) throw new Error('a new data key has no sheet')
    return { resealed: turned.resealed, lost: turned.lost, key }
  }

  /**
   * Whether this machine can open the secrets of other data, such as a backup.
   * @throws RecoveryKeyNeeded, or BackupError for a recovery key that doesn't fit
   */
  requireOpens(row: DataKey | undefined, recoveryKey: Uint8Array | undefined): void {
    if (row !== undefined) this.#secretOf(row, recoveryKey)
  }

  /**
   * Seals other data under the data key in use here, so that this server's recovery key opens it too. While the data
   * here is locked, the other data keeps its own data key.
   * @param db a migrated database, outside of a transaction
   * @throws as requireOpens
   */
  adopt(db: Database.Database, current: DataKey | undefined, recoveryKey: Uint8Array | undefined): void {
    const { random } = this.parts
    const row = readDataKey(db)
    const theirs = row === undefined ? undefined : this.#secretOf(row, recoveryKey)
    const [machine] = this.parts.machineKeys()
    const ours = current && this.#ownSecretOf(current)
    db.transaction(() => {
      if (current === undefined || ours === undefined) {
        if (row !== undefined && theirs !== undefined)
          writeDataKey(db, { ...row, machineWrap: wrapForMachine(row.id, theirs, machine, random) })
        return
      }
      if (row?.id !== current.id)
        turnSecrets(db, new Turn(row && new Seal(random, theirs), new Seal(random, ours)).turn)
      writeDataKey(db, { ...current, clearedAt: row === undefined ? null : current.clearedAt })
    }).immediate()
  }

  #secretOf(row: DataKey, recoveryKey: Uint8Array | undefined): Uint8Array {
    const own = this.#ownSecretOf(row)
    if (own !== undefined) return own
    if (recoveryKey === undefined) throw new RecoveryKeyNeeded()
    const opened = openByRecovery(row, recoveryKey)
    if (opened === undefined) throw new BackupError('The recovery key does not fit this data')
    return opened
  }

  #ownSecretOf(row: DataKey): Uint8Array | undefined {
    const { id, secret, keys = this.parts.machineKeys() } = this.opened ?? {}
    return row.id === id && secret !== undefined ? secret : openByMachines(row, keys)
  }

  #sealAll(db: Database.Database, keys: OpenedKey['keys'], now: number): OpenedKey {
    const { secret, row } = makeDataKey(keys[0], this.parts.random, now)
    const seal = new Seal(this.parts.random, secret)
    db.transaction(() => {
      turnSecrets(db, (text, place) => seal.close(text, place))
      writeDataKey(db, row)
    }).immediate()
    return { keys, id: row.id, secret, isNew: true }
  }

  #rewrap(db: Database.Database, row: DataKey, secret: Uint8Array, machine: MachineKey): void {
    const machineWrap = wrapForMachine(row.id, secret, machine, this.parts.random)
    writeDataKey(db, { ...row, machineWrap })
  }
}
