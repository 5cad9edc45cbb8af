import type { MachineKeyPlace } from '../contract/platform-names.ts'

export interface MachineKey {
  readonly key: Uint8Array
  readonly place: MachineKeyPlace
}

/**
 * The key that seals the stored secrets, itself sealed twice: by this machine's key and by the recovery key. Every
 * backup carries it.
 */
export interface DataKey {
  readonly id: string
  readonly machineWrap: string
  readonly recoveryWrap: string
  /** The recovery key, sealed by the data key, until a person confirms to have stored it. Empty afterwards. */
  readonly sheet: string
  readonly createdAt: number
  /** When a person confirmed to have stored the recovery key. null before. */
  readonly confirmedAt: number | null
  /** When the pages of the file that held secrets in plain text were cleared. null before. */
  readonly clearedAt: number | null
}

export type DataKeyChange = Partial<Omit<DataKey, 'id' | 'createdAt'>>

/** The one data key of this data. */
export interface DataKeyRepository {
  find(): Promise<DataKey | undefined>
  update(change: DataKeyChange): Promise<void>
}

/** The keys of the open data. */
export interface Sealing {
  /** The data is sealed by the key of another machine, and nobody has entered the recovery key. */
  readonly isLocked: boolean
  readonly machineKeyPlace: MachineKeyPlace
  /** @returns the recovery key as a person writes it down; undefined once confirmed, and while locked */
  readSheet(key: DataKey): string | undefined
  /** A new recovery key in place of the old one. @throws SecretsLocked */
  renewRecovery(): Pick<DataKey, 'recoveryWrap' | 'sheet'>
  /** Seals the data key by this machine's key. @returns undefined for a recovery key that doesn't fit */
  unlock(key: DataKey, recoveryKey: Uint8Array): Pick<DataKey, 'machineWrap'> | undefined
}
