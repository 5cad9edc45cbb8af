import type { Random } from '../../contract/ports.ts'
import { RECOVERY_KEY_BYTES } from '../../domain/sealing/recovery-key.ts'
import type { DataKey, MachineKey } from '../sealing.ts'
import { decrypt, deriveKey, encrypt, idOfKey, KEY_BYTES } from './aes.ts'

/** The maximum number of machines whose keys open a data key. */
const MOST_MACHINES = 32

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

/** Adds a machine to those whose key opens the data key. The oldest of too many loses its place. */
export function addWrap(machineWrap: string, wrap: string): string {
  return [wrap, ...machineWrap.split('\n').slice(0, MOST_MACHINES - 1)].join('\n')
}

/** @returns undefined where the data key belongs to another machine */
export function openByMachine({ id, machineWrap }: DataKey, { key }: MachineKey): Uint8Array | undefined {
  const own = machineKeyOf(key)
  for (const wrap of machineWrap.split('\n')) {
    const secret = decrypt(own, aboutMachine(id), wrap)
    if (secret !== undefined) return secret
  }
  return undefined
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
