import { BoundedMap } from '../../contract/bounded-map.ts'

/** A code or a trading account that was used from many addresses within a day. Times are Unix seconds. */
export interface Crowd {
  readonly kind: 'code' | 'device'
  readonly id: number
  readonly appId: number
  readonly addresses: number
  /** Since when there are so many. */
  readonly since: number
  readonly at: number
  /** The address of the last use. */
  readonly ip: string
}

/** So many different addresses within a day are many: mobile networks change a phone's address a few times. */
export const MANY_ADDRESSES = 5
const DAY = 86_400
/** Codes and accounts watched at most; those that were used the longest ago are dropped. */
const MOST_WATCHED = 20_000
/** Addresses kept of each one. */
const MOST_ADDRESSES = 32

interface Watched {
  readonly kind: Crowd['kind']
  readonly id: number
  readonly appId: number
  /** The last use of each address, in that order. */
  readonly seen: Map<string, number>
  /** 0 while there are few. */
  since: number
}

/**
 * Counts in memory from how many addresses a code or a trading account was used in the last day. The caller reports
 * only uses from another address than usual, so a client that stays at one address costs nothing.
 */
export class AddressWatch {
  readonly #watched = new BoundedMap<string, Watched>(MOST_WATCHED)
  readonly #crowded = new Set<Watched>()

  note(kind: Crowd['kind'], id: number, appId: number, ip: string, at: number): void {
    const key = `${kind}:${id}`
    const watched = this.#watched.get(key) ?? { kind, id, appId, seen: new Map<string, number>(), since: 0 }
    const [, dropped] = this.#watched.set(key, watched) ?? []
    if (dropped !== undefined) this.#crowded.delete(dropped)
    watched.seen.delete(ip)
    watched.seen.set(ip, at)
    this.#settle(watched, at)
  }

  /** Whether it was used from another address than usual lately. Then every use has to be reported. */
  watches(kind: Crowd['kind'], id: number): boolean {
    return this.#watched.has(`${kind}:${id}`)
  }

  *crowds(now: number): Generator<Crowd> {
    for (const watched of this.#crowded) {
      this.#settle(watched, now)
      if (watched.since === 0) continue
      const { kind, id, appId, seen, since } = watched
      const [ip = '', at = since] = [...seen].at(-1) ?? []
      yield { kind, id, appId, addresses: seen.size, since, at, ip }
    }
  }

  forget(kind: Crowd['kind'], id: number): void {
    const watched = this.#watched.get(`${kind}:${id}`)
    if (watched === undefined) return
    this.#watched.delete(`${kind}:${id}`)
    this.#crowded.delete(watched)
  }

  #settle(watched: Watched, now: number): void {
    const { seen } = watched
    for (const [ip, at] of seen) {
      if (at > now - DAY && seen.size <= MOST_ADDRESSES) break
      seen.delete(ip)
    }
    if (seen.size < MANY_ADDRESSES) {
      watched.since = 0
      this.#crowded.delete(watched)
    } else if (watched.since === 0) {
      watched.since = now
      this.#crowded.add(watched)
    }
  }
}
