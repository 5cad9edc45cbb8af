import { STANDARD_LIMITS, type RiskLimits } from '../contract/account-risk.ts'
import { isBefore, type Command } from '../domain/device/command.ts'
import type { Device } from '../domain/device/device.ts'
import { countsInPlan } from '../domain/device/record.ts'
import { sameLimits } from '../domain/risk/account-limits.ts'
import type { Store } from '../store/store.ts'
import type { TelemetryStore } from '../store/telemetry-store.ts'
import type { LiveDevice } from './live-device.ts'

/** The receiver of changes: the live stream. */
export interface RegistryListener {
  changed(live: LiveDevice): void
  /** The account moved from that agent to another one. */
  left(live: LiveDevice, formerAgent: number): void
  removed(live: LiveDevice): void
}

/** Accounts read at a time while the registry fills. */
const CHUNK = 2000

/**
 * Every trading account in memory, so that a pulse costs the same at 100 and at 100,000 accounts: one look-up
 * in a map, no query. About 400 bytes for each account. It follows the store at each commit.
 */
export class DeviceRegistry {
  readonly #byKey = new Map<number, Map<string, LiveDevice>>()
  readonly #byId = new Map<number, LiveDevice>()
  readonly #ofOwner = new Map<number, number>()
  readonly #ownerOf: (appId: number) => number
  readonly #listener: RegistryListener
  readonly #limitsOf: (live: LiveDevice) => RiskLimits

  /** @param limits the limits of an account's figures; `refreshLimitsOf` asks again */
  constructor(
    ownerOf: (appId: number) => number,
    listener: RegistryListener,
    limits: (live: LiveDevice) => RiskLimits = () => STANDARD_LIMITS,
  ) {
    this.#ownerOf = ownerOf
    this.#listener = listener
    this.#limitsOf = limits
  }

  find(appId: number, accountKey: string): LiveDevice | undefined {
    return this.#byKey.get(appId)?.get(accountKey)
  }

  /** The accounts with this key in all applications. */
  named(accountKey: string): LiveDevice[] {
    return [...this.#byKey.values()].flatMap((ofApp) => ofApp.get(accountKey) ?? [])
  }

  /** The accounts of an application, in the order of their ids. */
  ofApplication(appId: number): LiveDevice[] {
    return [...(this.#byKey.get(appId)?.values() ?? [])].sort((a, b) => a.device.id - b.device.id)
  }

  get(id: number): LiveDevice | undefined {
    return this.#byId.get(id)
  }

  /** The number of accounts in all applications of an operator that count against the plan. */
  countOf(ownerId: number): number {
    return this.#ofOwner.get(ownerId) ?? 0
  }

  /** The number of all accounts. */
  get size(): number {
    return this.#byId.size
  }

  all(): Iterable<LiveDevice> {
    return this.#byId.values()
  }

  /** The time of the newest pulse, Unix seconds. 0: none. Looks at all accounts, at the start. */
  newestPulse(): number {
    let newest = 0
    for (const { pulse } of this.#byId.values()) newest = Math.max(newest, pulse?.at ?? 0)
    return newest
  }

  /** @param device as committed; one that is older than the known one changes nothing */
  putDevice(device: Device): LiveDevice {
    const known = this.#byId.get(device.id)
    if (known !== undefined) {
      if (known.device.revision > device.revision) return known
      const { accountKey: before, agentId: formerAgent } = known.device
      this.#count(known.ownerId, known.device, -1)
      known.device = device
      known.limits = this.#limitsOf(known)
      this.#count(known.ownerId, device, 1)
      if (before !== device.accountKey) {
        this.#byKey.get(device.appId)?.delete(before)
        this.#ofApp(device.appId).set(device.accountKey, known)
      }
      if (formerAgent !== null && formerAgent !== device.agentId) this.#listener.left(known, formerAgent)
      this.#listener.changed(known)
      return known
    }
    const live: LiveDevice = {
      device,
      limits: STANDARD_LIMITS,
      ownerId: this.#ownerOf(device.appId),
      command: undefined,
      commandBusy: false,
      pulse: undefined,
      trail: undefined,
      rules: undefined,
    }
    live.limits = this.#limitsOf(live)
    this.#byId.set(device.id, live)
    this.#count(live.ownerId, device, 1)
    this.#ofApp(device.appId).set(device.accountKey, live)
    this.#listener.changed(live)
    return live
  }

  /** Removes an account after its deletion was committed. */
  removeDevice(id: number): void {
    const live = this.#byId.get(id)
    if (live === undefined) return
    this.#byId.delete(id)
    this.#count(live.ownerId, live.device, -1)
    const ofApp = this.#byKey.get(live.device.appId)
    if (ofApp?.get(live.device.accountKey) === live) ofApp.delete(live.device.accountKey)
    // The command is no longer waited for.
    live.command = undefined
    this.#listener.removed(live)
  }

  /** Removes an application's accounts after its deletion was committed. */
  removeApplication(appId: number): void {
    for (const live of this.#byKey.get(appId)?.values() ?? []) {
      this.#byId.delete(live.device.id)
      this.#count(live.ownerId, live.device, -1)
      // The command is no longer waited for.
      live.command = undefined
      this.#listener.removed(live)
    }
    this.#byKey.delete(appId)
  }

  /** Takes a command as committed. A command older than the known one, or an earlier state of it, is history. */
  putCommand(command: Command): LiveDevice | undefined {
    const live = this.#byId.get(command.deviceId)
    if (live === undefined) return undefined
    if (live.command === undefined || !isBefore(command, live.command)) live.command = command
    this.#listener.changed(live)
    return live
  }

  /** Asks for the limits of all accounts again, at the start. */
  refreshLimits(): void {
    for (const live of this.#byId.values()) this.refreshLimitsOf(live)
  }

  /** Asks for the limits of an account again. @returns whether they changed */
  refreshLimitsOf(live: LiveDevice): boolean {
    const limits = this.#limitsOf(live)
    if (limits === live.limits || sameLimits(limits, live.limits)) return false
    live.limits = limits
    this.#listener.changed(live)
    return true
  }

  #count(ownerId: number, device: Device, more: number): void {
    if (countsInPlan(device)) this.#ofOwner.set(ownerId, this.countOf(ownerId) + more)
  }

  #ofApp(appId: number): Map<string, LiveDevice> {
    const known = this.#byKey.get(appId)
    if (known !== undefined) return known
    const made = new Map<string, LiveDevice>()
    this.#byKey.set(appId, made)
    return made
  }

  /** Reads everything at the start, in parts: signals and timers get their turn between them. */
  async load(store: Store, telemetry: TelemetryStore): Promise<void> {
    let after = 0
    for (;;) {
      const devices = await store.read((unit) => unit.devices.after(after, CHUNK))
      for (const device of devices) this.putDevice(device)
      const last = devices.at(-1)
      if (last === undefined) break
      after = last.id
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
    for (const command of await store.read((unit) => unit.commands.newest())) this.putCommand(command)
    for await (const pulses of telemetry.latest())
      for (const pulse of pulses) {
        const live = this.#byId.get(pulse.deviceId)
        if (live !== undefined) live.pulse = pulse
      }
  }
}
