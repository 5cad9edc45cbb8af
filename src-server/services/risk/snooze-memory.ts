import type { Followers } from '../../copies/followers.ts'
import { covers, type Snoozable, type Snooze } from '../../domain/risk/snooze.ts'
import type { Store } from '../../store/store.ts'

/** The snoozes of alerts, in memory: a look-up needs no query. Follows the store at each commit. */
export class SnoozeMemory {
  readonly #ofDevices = new Map<number, Snooze>()
  /** The snoozes of rules, kinds and applications, by their owners and ids. */
  readonly #others = new Map<number, Map<number, Snooze>>()

  follow(followers: Followers): void {
    followers.add('snooze', {
      read: async (unit, ids) => (await unit.alerts.snoozes(ids)).map((snooze) => [snooze.id, snooze]),
      take: (id, snooze) => {
        if (snooze === undefined) this.drop(id)
        else this.put(snooze)
      },
    })
  }

  async load(store: Store): Promise<void> {
    this.#ofDevices.clear()
    this.#others.clear()
    for (const snooze of await store.read((unit) => unit.alerts.snoozes())) this.put(snooze)
  }

  all(): Iterable<Snooze> {
    return [...this.#ofDevices.values(), ...[...this.#others.values()].flatMap((own) => [...own.values()])]
  }

  put(snooze: Snooze): void {
    const { id, ownerId, deviceId } = snooze
    if (deviceId !== null) this.#ofDevices.set(deviceId, snooze)
    else this.#others.set(ownerId, (this.#others.get(ownerId) ?? new Map<number, Snooze>()).set(id, snooze))
  }

  drop(id: number): void {
    for (const own of this.#others.values()) own.delete(id)
    for (const [deviceId, snooze] of this.#ofDevices) if (snooze.id === id) this.#ofDevices.delete(deviceId)
  }

  /** The end of the longest snooze that covers it. null for none. */
  endFor(about: Snoozable, now: number): number | null {
    let end: number | null = null
    const ofDevice = about.deviceId === null ? undefined : this.#ofDevices.get(about.deviceId)
    if (ofDevice !== undefined && covers(ofDevice, about, now)) end = ofDevice.until
    for (const snooze of this.#others.get(about.ownerId)?.values() ?? [])
      if (covers(snooze, about, now)) end = Math.max(end ?? 0, snooze.until)
    return end
  }
}
