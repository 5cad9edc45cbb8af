import { BoundedMap } from '../../contract/bounded-map.ts'
import type { UnknownServerRecord } from '../../contract/records/server-rename.ts'
import { serverOf } from '../../contract/account-key.ts'

/** Keys remembered for each application; the keys that asked the longest ago are dropped. */
const MOST_KEYS = 5000

/**
 * Unknown trading accounts that asked for a licence, in memory. After a broker renamed a server, they show the new
 * name that its terminals report.
 */
export class UnknownServers {
  /** When each key asked last, Unix seconds, by application; the oldest first. */
  readonly #keys = new Map<number, BoundedMap<string, number>>()

  note(app: number, accountKey: string, at: number): void {
    const keys = this.#keys.get(app) ?? new BoundedMap<string, number>(MOST_KEYS)
    this.#keys.set(app, keys)
    keys.set(accountKey, at)
  }

  has(app: number, accountKey: string): boolean {
    return this.#keys.get(app)?.has(accountKey) ?? false
  }

  /** @param isIn selects applications @returns the newest first */
  servers(isIn: (app: number) => boolean): UnknownServerRecord[] {
    const found = new Map<string, { accounts: number; at: number }>()
    for (const [app, keys] of this.#keys) {
      if (!isIn(app)) continue
      for (const [key, at] of keys) {
        const server = serverOf(key)
        const known = found.get(server)
        found.set(server, { accounts: (known?.accounts ?? 0) + 1, at: Math.max(known?.at ?? 0, at) })
      }
    }
    return [...found].map(([server, seen]) => ({ server, ...seen })).sort((a, b) => b.at - a.at)
  }
}
