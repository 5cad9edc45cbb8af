/** A code or a trading account that came from many addresses within a day. Times are Unix seconds. */
export interface Crowd {
  readonly kind: 'code' | 'device'
  readonly id: number
  readonly appId: number
  readonly addresses: number
  /** Since when there are so many. */
  readonly since: number
  readonly at: number
  /** The address it came from last. */
  readonly ip: string
}

/** Different addresses within a day that are many: mobile networks change a phone's a few times. */
export const MANY_ADDRESSES = 5
const DAY = 86_400
/** Codes and accounts that are watched at a time; those that came the longest ago go. */
const MOST_WATCHED = 20_000
/** Addresses of one that are held. */
const MOST_ADDRESSES = 32

interface Watched {
  readonly kind: Crowd['kind']
  readonly id: number
  readonly appId: number
  /** When each address came last, in that order. */
  readonly seen: Map<string, number>
  /** 0 while there are few. */
  since: number
}

/**
 * From how many addresses a code or a trading account came in the last day, in memory. Only those that came from another
 * address than usual are told of, so that who stays where he is costs nothing.
 */
export class AddressWatch {
  readonly #watched = new Map<string, Watched>()
  readonly #crowded = new Set<Watched>()

  note(kind: Crowd['kind'], id: number, appId: number, ip: string, at: number): void {
    const key = `${kind}:${id}`
    const watched = this.#watched.get(key) ?? { kind, id, appId, seen: new Map<string, number>(), since: 0 }
    this.#watched.delete(key)
    this.#watched.set(key, watched)
    watched.seen.delete(ip)
    watched.seen.set(ip, at)
    this.#settle(watched, at)
    if (this.#watched.size > MOST_WATCHED) this.#dropOldest()
  }

  /** Whether it came from another address than usual lately, and so wherever it comes from is of interest. */
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

  #dropOldest(): void {
    const [oldest] = this.#watched
    if (oldest === undefined) return
    this.#watched.delete(oldest[0])
    this.#crowded.delete(oldest[1])
  }
}
