import type { LiveDevice } from './live-device.ts'
import { DeviceRegistry } from './registry.ts'

/** The trading accounts of a preview: copies, so that no change to one remains. */
export class PreviewRegistry extends DeviceRegistry {
  readonly #real: DeviceRegistry

  constructor(real: DeviceRegistry) {
    const unheard = (): void => undefined
    super(() => 0, { changed: unheard, left: unheard, removed: unheard })
    this.#real = real
  }

  override get isFilling(): boolean {
    return this.#real.isFilling
  }

  override async fetch(appId: number, accountKey: string): Promise<LiveDevice | undefined> {
    return copy(await this.#real.fetch(appId, accountKey))
  }

  override async fetchById(id: number): Promise<LiveDevice | undefined> {
    return copy(await this.#real.fetchById(id))
  }

  override find(appId: number, accountKey: string): LiveDevice | undefined {
    return copy(this.#real.find(appId, accountKey))
  }

  override named(accountKey: string): LiveDevice[] {
    return this.#real.named(accountKey).map(copy)
  }

  override get(id: number): LiveDevice | undefined {
    return copy(this.#real.get(id))
  }

  override countOf(ownerId: number): number {
    return this.#real.countOf(ownerId)
  }

  override get size(): number {
    return this.#real.size
  }

  override *all(): Generator<LiveDevice> {
    for (const live of this.#real.all()) yield copy(live)
  }
}

function copy<T extends LiveDevice | undefined>(live: T): T {
  return live && { ...live, ...(live.pulse && { pulse: { ...live.pulse } }) }
}
