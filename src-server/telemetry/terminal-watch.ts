import { BoundedMap } from '../contract/bounded-map.ts'
import { ALTERNATION_SECONDS, follow, terminalsOf, type Terminal } from '../domain/device/terminals.ts'
import { terminalsAt, type LiveDevice } from './live-device.ts'

/** The maximum number of accounts with a trail. Those that changed their address the longest ago go. */
const MOST_WATCHED = 20_000

export interface Several {
  readonly live: LiveDevice
  readonly since: number
  /** The newest first. */
  readonly terminals: readonly Terminal[]
}

/**
 * Recognizes several terminals that report for one trading account. An account that keeps its address costs a
 * comparison and no memory.
 */
export class TerminalWatch {
  /** Accounts that changed their address recently, the latest change at the end. */
  readonly #watched = new BoundedMap<LiveDevice, true>(MOST_WATCHED)
  /** Accounts that `changed` reported as having several terminals, and since when, Unix seconds. */
  readonly #several = new Map<LiveDevice, number>()
  readonly #changed: (live: LiveDevice) => void

  /** @param changed called with an account that now has several terminals, or one again */
  constructor(changed: (live: LiveDevice) => void) {
    this.#changed = changed
  }

  /** Handles a pulse from another address than the previous pulse, which is still the account's latest. */
  moved(live: LiveDevice, ip: string, now: number): void {
    const { pulse } = live
    if (pulse === undefined) return
    const to = { address: ip, at: now }
    live.trail = follow(live.trail ?? [], { address: pulse.ip, at: pulse.at }, to)
    const [dropped] = this.#watched.set(live, true) ?? []
    if (terminalsOf(live.trail, to, now).length > 0 && !this.#several.has(live)) {
      this.#several.set(live, now)
      this.#changed(live)
    }
    if (dropped !== undefined) this.#drop(dropped)
  }

  /** The accounts that have several terminals now. */
  *several(now: number): Generator<Several> {
    for (const [live, since] of this.#several) {
      const terminals = terminalsAt(live, now)
      if (terminals.length > 0) yield { live, since, terminals }
    }
  }

  /** The time since which the account has several terminals, Unix seconds. */
  sinceOf(live: LiveDevice): number | undefined {
    return this.#several.get(live)
  }

  /** Runs every few seconds: forgets accounts whose second terminal is gone. */
  sweep(devices: { get(id: number): LiveDevice | undefined }, now: number): void {
    const isThere = (live: LiveDevice) => devices.get(live.device.id) === live
    for (const live of this.#several.keys())
      if (isThere(live) && terminalsAt(live, now).length === 0) this.#settle(live)
    for (const [live] of this.#watched) {
      const movedAt = live.trail?.at(-1)?.at ?? 0
      if (Math.abs(now - movedAt) <= ALTERNATION_SECONDS && isThere(live)) continue
      this.#watched.delete(live)
      // A deleted account causes no call of `changed`.
      this.#several.delete(live)
      live.trail = undefined
    }
  }

  #drop(oldest: LiveDevice): void {
    oldest.trail = undefined
    if (this.#several.has(oldest)) this.#settle(oldest)
  }

  #settle(live: LiveDevice): void {
    this.#several.delete(live)
    this.#changed(live)
  }
}
