import { STANDARD_LIMITS, type RiskLimits } from '../contract/account-risk.ts'
import { isBefore, type Command } from '../domain/device/command.ts'
import type { Device } from '../domain/device/device.ts'
import { countsInPlan } from '../domain/device/record.ts'
import { sameLimits } from '../domain/risk/account-limits.ts'
import type { LatestPulse } from '../store/latest-pulse.ts'
import type { LiveDevice } from './live-device.ts'

/** The receiver of changes: the live stream. */
export interface RegistryListener {
  changed(live: LiveDevice): void
  /** The account moved from that agent to another one. */
  left(live: LiveDevice, formerAgent: number): void
  removed(live: LiveDevice): void
}

/** A trading account as stored, with its newest command. */
export interface StoredAccount {
  readonly device: Device
  readonly command: Command | undefined
}

/** Reads one account that is not here yet. */
export interface AccountSource {
  find(appId: number, accountKey: string): Promise<StoredAccount | undefined>
  get(id: number): Promise<StoredAccount | undefined>
}

/** The memory of a registry that does not have all accounts yet. */
interface Filling {
  readonly source: AccountSource
  /** Accounts that a commit changed before they were here: a row may be older, so they have to be read after that commit. */
  readonly unread: Set<number>
  /** Accounts and applications whose deletion was committed: a row from before does not bring them back. */
  readonly removed: Set<number>
  readonly removedApps: Set<number>
}

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
  #filling: Filling | undefined

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

  /** From now until `endFilling`, accounts come from the store, in any order (account-loader.ts). */
  beginFilling(source: AccountSource): void {
    this.#filling = { source, unread: new Set(), removed: new Set(), removedApps: new Set() }
  }

  endFilling(): void {
    this.#filling = undefined
  }

  /** Whether accounts of the store may be missing here. */
  get isFilling(): boolean {
    return this.#filling !== undefined
  }

  /** Takes the accounts that have to be read after the commits so far. */
  takeUnread(): number[] {
    const ids = [...(this.#filling?.unread ?? [])]
    this.#filling?.unread.clear()
    return ids
  }

  /** The account, from the store while it may be missing here. */
  async fetch(appId: number, accountKey: string): Promise<LiveDevice | undefined> {
    const known = this.#byKey.get(appId)?.get(accountKey)
    if (this.#isWhole(known)) return known
    const stored = await this.#filling?.source.find(appId, accountKey)
    if (stored !== undefined) this.putStored(stored)
    return this.#byKey.get(appId)?.get(accountKey)
  }

  async fetchById(id: number): Promise<LiveDevice | undefined> {
    const known = this.#byId.get(id)
    if (this.#isWhole(known)) return known
    const stored = await this.#filling?.source.get(id)
    if (stored !== undefined) this.putStored(stored)
    return this.#byId.get(id)
  }

  find(appId: number, accountKey: string): LiveDevice | undefined {
    return this.#byKey.get(appId)?.get(accountKey) ?? this.#unlessFilling()
  }

  /** The accounts with this key in all applications. */
  named(accountKey: string): LiveDevice[] {
    this.#unlessFilling()
    return [...this.#byKey.values()].flatMap((ofApp) => ofApp.get(accountKey) ?? [])
  }

  /** The accounts of an application, in the order of their ids. */
  ofApplication(appId: number): LiveDevice[] {
    this.#unlessFilling()
    return [...(this.#byKey.get(appId)?.values() ?? [])].sort((a, b) => a.device.id - b.device.id)
  }

  get(id: number): LiveDevice | undefined {
    return this.#byId.get(id) ?? this.#unlessFilling()
  }

  /** The account of a stored record. Another copy of the server may have made it just now: then it is not here yet. */
  ofRecord(device: Device): LiveDevice {
    return this.get(device.id) ?? this.#make(device)
  }

  /** The account where it is in memory already. While the registry fills, it may be missing. */
  loaded(id: number): LiveDevice | undefined {
    return this.#byId.get(id)
  }

  /**
   * The number of accounts in all applications of an operator that count against the plan. While the registry fills, it may be
   * lower than the store's.
   */
  countOf(ownerId: number): number {
    return this.#ofOwner.get(ownerId) ?? 0
  }

  /** The number of all accounts. */
  get size(): number {
    this.#unlessFilling()
    return this.#byId.size
  }

  all(): Iterable<LiveDevice> {
    this.#unlessFilling()
    return this.#byId.values()
  }

  /** Takes an account as read from the store. What a commit put here meanwhile stays where it is newer. */
  putStored({ device, command }: StoredAccount): void {
    const { id, appId } = device
    if (this.#byId.has(id)) this.putDevice(device)
    else {
      const filling = this.#filling
      if (filling?.removed.has(id) === true || filling?.removedApps.has(appId) === true) return
      if (filling?.unread.has(id) === true) return
      this.#add(device)
    }
    if (command !== undefined) this.putCommand(command)
    this.#filling?.unread.delete(id)
  }

  /** Takes the latest pulse from before the start. */
  putStoredPulse(pulse: LatestPulse): void {
    const live = this.#byId.get(pulse.deviceId)
    if (live !== undefined) live.pulse = pulse
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
    this.#filling?.unread.add(device.id)
    const live = this.#add(device)
    this.#listener.changed(live)
    return live
  }

  #make(device: Device): LiveDevice {
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
    return live
  }

  #add(device: Device): LiveDevice {
    const live = this.#make(device)
    this.#byId.set(device.id, live)
    this.#count(live.ownerId, device, 1)
    this.#ofApp(device.appId).set(device.accountKey, live)
    return live
  }

  /** Removes an account after its deletion was committed. */
  removeDevice(id: number): void {
    this.#filling?.removed.add(id)
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
    this.#filling?.removedApps.add(appId)
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
    if (live === undefined) {
      this.#filling?.unread.add(command.deviceId)
      return undefined
    }
    if (live.command === undefined || !isBefore(command, live.command)) live.command = command
    this.#listener.changed(live)
    return live
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

  /** Whether there is nothing to read: the account is here with its command, or there is none. */
  #isWhole(live: LiveDevice | undefined): boolean {
    if (this.#filling === undefined) return true
    return live !== undefined && !this.#filling.unread.has(live.device.id)
  }

  /** @throws while accounts may be missing: an answer without them would be wrong */
  #unlessFilling(): LiveDevice | undefined {
    if (this.#filling !== undefined) throw new Error('the trading accounts are not all loaded yet')
    return undefined
  }
}
