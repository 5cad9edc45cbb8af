import { BoundedMap } from '../../contract/bounded-map.ts'
import type { RefusedCall } from '../../domain/risk/refused-call.ts'

/** Many refused calls of one kind, from one address, or without an address from many. Times are Unix seconds. */
export interface RefusalCluster extends RefusedCall {
  readonly since: number
  readonly times: number
}

/** The count of many refused calls, within so many seconds. */
const SPAN = 600
const MANY_OF_ADDRESS = 20
const MANY_OF_APPLICATION = 200
/** A customer with a wrong clock tries a few times, and then asks for help. */
const MANY_SKEWED = 3
/** A cluster is over so long after its last call, and a day after its first one. */
const QUIET = 3600
const DAY = 86_400
/**
 * An application has clusters of so many addresses for each guard; calls from further addresses go into one cluster
 * without an address.
 */
const MOST_ADDRESSES = 20
/** Clusters kept at most; those with the oldest last call are dropped. */
const MOST_COUNTED = 10_000
const MOST_CLUSTERS = 5000

interface Count {
  from: number
  times: number
}

/** Counts refused calls in memory. The limits above bound the memory, however many calls come. */
export class RefusalWatch {
  readonly #counted = new BoundedMap<string, Count>(MOST_COUNTED)
  readonly #clusters = new BoundedMap<string, RefusalCluster>(MOST_CLUSTERS)
  /** Addresses with a cluster, by application and guard. */
  readonly #addresses = new Map<string, number>()

  note(call: RefusedCall): void {
    if (this.#joins(call)) return
    const limit = call.skew === undefined ? MANY_OF_ADDRESS : MANY_SKEWED
    const found = this.#count(call, limit)
    const everywhere = { ...call, ip: '' }
    if (found !== undefined && (this.#addresses.get(placeOf(call)) ?? 0) < MOST_ADDRESSES)
      this.#open(call, found)
    else if (!this.#joins(everywhere)) {
      const spread = this.#count(everywhere, MANY_OF_APPLICATION)
      const opened = spread ?? found
      if (opened !== undefined) this.#open(everywhere, opened)
    }
  }

  /** Clusters of the last day. */
  *clusters(now: number): Generator<RefusalCluster> {
    for (const [key, cluster] of this.#clusters) {
      if (cluster.at > now - DAY) yield cluster
      else this.#close(key, cluster)
    }
  }

  /** Adds to the present cluster. @returns false where none exists, or it is over */
  #joins(call: RefusedCall): boolean {
    const key = keyOf(call)
    const cluster = this.#clusters.get(key)
    if (cluster === undefined) return false
    if (call.at - cluster.at > QUIET || call.at - cluster.since > DAY) {
      this.#close(key, cluster)
      return false
    }
    this.#clusters.set(key, { ...call, since: cluster.since, times: cluster.times + 1 })
    return true
  }

  /** @returns the cluster, once it has many calls */
  #count(call: RefusedCall, many: number): Count | undefined {
    const key = keyOf(call)
    const known = this.#counted.get(key)
    const count = known !== undefined && call.at - known.from <= SPAN ? known : { from: call.at, times: 0 }
    count.times++
    if (count.times >= many) {
      this.#counted.delete(key)
      return count
    }
    this.#counted.set(key, count)
    return undefined
  }

  #open(call: RefusedCall, { from, times }: Count): void {
    const [, dropped] = this.#clusters.set(keyOf(call), { ...call, since: from, times }) ?? []
    if (dropped !== undefined) this.#leave(dropped)
    if (call.ip !== '') this.#addresses.set(placeOf(call), (this.#addresses.get(placeOf(call)) ?? 0) + 1)
  }

  #close(key: string, cluster: RefusalCluster): void {
    this.#clusters.delete(key)
    this.#leave(cluster)
  }

  #leave(cluster: RefusalCluster): void {
    if (cluster.ip === '') return
    const place = placeOf(cluster)
    const left = (this.#addresses.get(place) ?? 1) - 1
    if (left > 0) this.#addresses.set(place, left)
    else this.#addresses.delete(place)
  }
}

function placeOf({ app, guard, code }: RefusedCall): string {
  return `${app}:${guard}:${code}`
}

function keyOf(call: RefusedCall): string {
  return `${placeOf(call)}:${call.ip}`
}
