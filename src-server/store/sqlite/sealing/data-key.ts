import type Database from 'better-sqlite3'
import type { Random } from '../../../contract/ports.ts'
import { RECOVERY_KEY_BYTES } from '../../../domain/sealing/recovery-key.ts'
import type { DataKey, MachineKey } from '../../sealing.ts'
import { columnsFor } from '../columns.ts'
import { dataKeys } from '../schema/index.ts'
import { decrypt, deriveKey, encrypt, idOfKey, KEY_BYTES } from '../../sealing/aes.ts'

const COLUMNS = columnsFor<DataKey>(dataKeys)

export function readDataKey(db: Database.Database): DataKey | undefined {
  return db.prepare<[], DataKey>(`SELECT ${COLUMNS.all} FROM data_keys`).get()
}

/** Makes this the one data key of a database. */
export function writeDataKey(db: Database.Database, key: DataKey): void {
  const members = Object.keys(key) as (keyof DataKey)[]
  db.prepare('DELETE FROM data_keys').run()
  db.prepare(`INSERT INTO data_keys ${COLUMNS.values(members)}`).run(key)
}

export interface NewDataKey {
  readonly secret: Uint8Array
  readonly row: DataKey
}

export function makeDataKey(machine: MachineKey, random: Random, now: number): NewDataKey {
  const secret = random.bytes(KEY_BYTES)
  const id = idOfKey(secret)
  const machineWrap = wrapForMachine(id, secret, machine, random)
  const recovery = newRecovery(id, secret, random)
  return {
    secret,
    row: { id, machineWrap, ...recovery, createdAt: now, confirmedAt: null, clearedAt: null },
  }
}

export function newRecovery(
  id: string,
  secret: Uint8Array,
  random: Random,
): Pick<DataKey, 'recoveryWrap' | 'sheet'> {
  const recoveryKey = random.bytes(RECOVERY_KEY_BYTES)
  return {
    recoveryWrap: encrypt(recoveryKeyOf(recoveryKey), aboutRecovery(id), secret, random),
    sheet: encrypt(secret, aboutSheet(id), recoveryKey, random),
  }
}

/** The recovery key, while it isn't confirmed. */
export function openSheet({ id, sheet }: DataKey, secret: Uint8Array): Uint8Array | undefined {
  return sheet === '' ? undefined : decrypt(secret, aboutSheet(id), sheet)
}

export function wrapForMachine(id: string, secret: Uint8Array, { key }: MachineKey, random: Random): string {
  return encrypt(machineKeyOf(key), aboutMachine(id), secret, random)
}

/** @returns undefined where the data key belongs to another machine */
export function openByMachine({ id, machineWrap }: DataKey, { key }: MachineKey): Uint8Array | undefined {
  return decrypt(machineKeyOf(key), aboutMachine(id), machineWrap)
}

/** As `openByMachine`, by any of a machine's keys. */
export function openByMachines(row: DataKey, keys: readonly MachineKey[]): Uint8Array | undefined {
  for (const key of keys) {
    const secret = openByMachine(row, key)
    if (secret !== undefined) return secret
  }
  return undefined
}

/** @returns undefined for a recovery key that doesn't fit */
export function openByRecovery(
  { id, recoveryWrap }: DataKey,
  recoveryKey: Uint8Array,
): Uint8Array | undefined {
  return decrypt(recoveryKeyOf(recoveryKey), aboutRecovery(id), recoveryWrap)
}

const machineKeyOf = (key: Uint8Array) => deriveKey(key, 'pulsekey machine key')
const recoveryKeyOf = (key: Uint8Array) => deriveKey(key, 'pulsekey recovery key')
const aboutMachine = (id: string) => `data key for the machine:${id}`
const aboutRecovery = (id: string) => `data key for recovery:${id}`
const aboutSheet = (id: string) => `recovery key:${id}`
