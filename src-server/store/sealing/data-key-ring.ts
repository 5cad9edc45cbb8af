import type { MachineKeyPlace } from '../../contract/platform-names.ts'
import type { Random } from '../../contract/ports.ts'
import { SecretsLocked } from '../../contract/secrets-locked.ts'
import { writeRecoveryKey } from '../../domain/sealing/recovery-key.ts'
import type { DataKey, MachineKey, Sealing } from '../sealing.ts'
import { newRecovery, openByRecovery, openSheet, wrapForMachine } from './data-key.ts'
import { Seal } from './seal.ts'

export interface DataKeyRingParts {
  /** This machine's keys: the one in use, then others that may have been in use before. */
  readonly machineKeys: () => readonly [MachineKey, ...MachineKey[]]
  readonly random: Random
}

/** The data key of the open data, and the machine keys that it was opened with. */
export interface OpenedKey {
  readonly keys: readonly [MachineKey, ...MachineKey[]]
  readonly id: string
  /** undefined while the data is locked. */
  readonly secret: Uint8Array | undefined
  /** The data was sealed by this opening, under a new data key. */
  readonly isNew: boolean
}

/** The keys of the open data. An engine's sealing opens the data key, and puts it here. */
export abstract class DataKeyRing implements Sealing {
  protected readonly parts: DataKeyRingParts
  protected opened: OpenedKey | undefined

  constructor(parts: DataKeyRingParts) {
    this.parts = parts
  }

  get seal(): Seal {
    return new Seal(this.parts.random, this.opened?.secret)
  }

  get isLocked(): boolean {
    return this.opened?.secret === undefined
  }

  /** The last opening made a new data key, and with it a new recovery key. */
  get isNew(): boolean {
    return this.opened?.isNew === true
  }

  get machineKeyPlace(): MachineKeyPlace {
    return this.opened?.keys[0].place ?? 'file'
  }

  readSheet(key: DataKey): string | undefined {
    const secret = this.opened?.secret
    const recoveryKey = secret && openSheet(key, secret)
    return recoveryKey && writeRecoveryKey(recoveryKey)
  }

  renewRecovery(): Pick<DataKey, 'recoveryWrap' | 'sheet'> {
    const { id, secret } = this.opened ?? {}
    if (id === undefined || secret === undefined) throw new SecretsLocked()
    return newRecovery(id, secret, this.parts.random)
  }

  unlock(key: DataKey, recoveryKey: Uint8Array): Pick<DataKey, 'machineWrap'> | undefined {
    const secret = openByRecovery(key, recoveryKey)
    if (secret === undefined) return undefined
    const [machine] = this.parts.machineKeys()
    return { machineWrap: this.joined(key, wrapForMachine(key.id, secret, machine, this.parts.random)) }
  }

  /** The wraps that are stored when this machine gets its own. Data in a folder belongs to one machine. */
  protected joined(_key: DataKey, wrap: string): string {
    return wrap
  }
}
