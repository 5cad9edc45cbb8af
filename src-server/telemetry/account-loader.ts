import type { Device } from '../domain/device/device.ts'
import { isOpen } from '../domain/device/command.ts'
import type { Store, Unit } from '../store/store.ts'
import type { TelemetryStore } from '../store/telemetry-store.ts'
import type { LiveDevice } from './live-device.ts'
import type { AccountSource, DeviceRegistry, StoredAccount } from './registry.ts'

interface Parts {
  readonly store: Store
  readonly telemetry: Pick<TelemetryStore, 'latest'>
  readonly devices: DeviceRegistry
}

/** Accounts read at a time: a few milliseconds, so that no call waits longer for its turn. */
const CHUNK = 500
/** The share of the accounts in the work. The rest are their latest pulses. */
const ACCOUNTS_SHARE = 0.8

/**
 * Fills the registry from the store while the server answers. A call about an account that is not there yet reads
 * that account alone.
 */
export class AccountLoader implements AccountSource {
  readonly #parts: Parts
  /** Accounts whose order is not carried out. */
  readonly #ordered: number[] = []
  #done = 0
  #isStopped = false

  constructor(parts: Parts) {
    this.#parts = parts
    parts.devices.beginFilling(this)
  }

  /** The progress, 0 to 1. */
  get done(): number {
    return this.#done
  }

  /** Ends the loading before its time: the server stops. */
  stop(): void {
    this.#isStopped = true
  }

  /** @returns whether everything is in memory: false after `stop` */
  async load(): Promise<boolean> {
    return (await this.#loadAccounts()) && (await this.#loadPulses())
  }

  /** Accounts whose order was open when they were loaded. */
  *ordered(): Generator<LiveDevice> {
    for (const id of this.#ordered) {
      const live = this.#parts.devices.get(id)
      if (live !== undefined) yield live
    }
  }

  async find(appId: number, accountKey: string): Promise<StoredAccount | undefined> {
    return this.#parts.store.read(async (unit) =>
      withCommand(unit, await unit.devices.find(appId, accountKey)),
    )
  }

  async get(id: number): Promise<StoredAccount | undefined> {
    return this.#parts.store.read(async (unit) => withCommand(unit, (await unit.devices.ofIds([id]))[0]))
  }

  async #loadAccounts(): Promise<boolean> {
    const { store, devices } = this.#parts
    const last = await store.read((unit) => unit.devices.lastId())
    for (let after = 0, size = CHUNK; size === CHUNK;) {
      if (this.#isStopped) return false
      const accounts = await store.read((unit) => readChunk(unit, after))
      for (const account of accounts) {
        devices.putStored(account)
        if (account.command !== undefined && isOpen(account.command)) this.#ordered.push(account.device.id)
      }
      size = accounts.length
      after = accounts.at(-1)?.device.id ?? after
      this.#done = Math.min(1, after / Math.max(last, 1)) * ACCOUNTS_SHARE
      await turn()
    }
    for (let ids = devices.takeUnread(); ids.length > 0; ids = devices.takeUnread())
      for (const id of ids) {
        const account = await this.get(id)
        if (account !== undefined) devices.putStored(account)
      }
    devices.endFilling()
    return true
  }

  async #loadPulses(): Promise<boolean> {
    const { telemetry, devices } = this.#parts
    for await (const { pulses, done } of telemetry.latest()) {
      if (this.#isStopped) return false
      for (const pulse of pulses) devices.putStoredPulse(pulse)
      this.#done = ACCOUNTS_SHARE + done * (1 - ACCOUNTS_SHARE)
    }
    return true
  }
}

async function withCommand(unit: Unit, device: Device | undefined): Promise<StoredAccount | undefined> {
  return device && { device, command: (await unit.commands.ofDevice(device.id, 1))[0] }
}

async function readChunk(unit: Unit, after: number): Promise<StoredAccount[]> {
  const found = await unit.devices.after(after, CHUNK)
  const commands = await unit.commands.newestBetween(after, found.at(-1)?.id ?? after)
  const byDevice = new Map(commands.map((command) => [command.deviceId, command]))
  return found.map((device) => ({ device, command: byDevice.get(device.id) }))
}

/** Calls, signals and timers get their turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
