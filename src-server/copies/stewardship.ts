import type { Log, Random } from '../contract/ports.ts'
import type { Lease } from '../store/repositories/steward.ts'
import type { Store } from '../store/store.ts'
import type { Bus } from './bus.ts'

interface Parts {
  readonly store: Store
  readonly bus: Pick<Bus, 'hasOthers' | 'onJoin'>
  readonly random: Random
  /** Milliseconds by a clock that nobody sets. */
  readonly steadyMs: () => number
  readonly log: Log
}

/** The copy that sends, as its senders know it. */
export type Steward = Pick<Stewardship, 'name' | 'isMine' | 'holds'>

/** Runs when this copy becomes the steward, or is no longer. */
export interface Stewarding {
  /** Continues from the store, as after a start. */
  readonly resume: () => Promise<void>
  /** Drops the work that waits in memory: another copy does it. */
  readonly stop: () => void
}

/** How often the steward renews its lease, and other copies look at it, milliseconds. */
export const BEAT_MS = 2000
/** A lease is over so long after its last renewal, milliseconds. */
const LEASE_MS = 10_000

/**
 * Whether this copy is the steward: the one copy of a server that sends, watches and tidies. Its lease is a row of the
 * store. No copy compares its clock with another one's: a copy takes the lease when it has seen no renewal for ten
 * seconds of its own steady clock, and the steward counts the same seconds from before its last renewal.
 */
export class Stewardship {
  readonly #parts: Parts
  readonly name: string
  readonly #works: Stewarding[] = []
  /** The lease of another copy, as seen last, and when that began. */
  #seen: { readonly lease: Lease; readonly since: number } | undefined
  #epoch: number | undefined
  #until = -Infinity
  #hasResumed = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.name = Buffer.from(parts.random.bytes(8)).toString('hex')
    parts.bus.onJoin(() => {
      this.beat().catch((error: unknown) => {
        parts.log.error('steward.beat', error)
      })
    })
  }

  /** Whether this copy is the steward by what it knows. Costs nothing: asked at each pulse. */
  get isMine(): boolean {
    return this.#hasResumed
  }

  /** Whether no other copy can be the steward now. Ask before each thing that leaves the machine. */
  holds(): boolean {
    if (!this.#hasResumed) return false
    return !this.#parts.bus.hasOthers || this.#parts.steadyMs() < this.#until
  }

  /** Adds work that begins and ends with the stewardship. */
  add(work: Stewarding): void {
    this.#works.push(work)
  }

  /** Takes the lease at the start where nobody holds it. A copy without others takes any lease: its holder is gone. */
  async begin(): Promise<void> {
    const { store, bus } = this.#parts
    const begun = this.#parts.steadyMs()
    const { hasOthers } = bus
    const seen = hasOthers ? await store.read((unit) => unit.steward.find()) : undefined
    if (seen !== undefined && seen.copy !== '') {
      this.#seen = { lease: seen, since: begun }
      return
    }
    const taken = await store.write(
      async (unit) => {
        if (hasOthers) return unit.steward.take(this.name, seen)
        await unit.outbox.dropClaims()
        return unit.steward.seize(this.name)
      },
      { durable: hasOthers },
    )
    if (taken === undefined) return
    this.#hold(taken.epoch, begun)
    // The whole start continues from the store.
    this.#hasResumed = true
  }

  /** Runs every two seconds. */
  async beat(): Promise<void> {
    if (this.#epoch === undefined) await this.#look()
    else if (this.#parts.bus.hasOthers) await this.#renew(this.#epoch)
  }

  /** Gives the lease back, after the last work. */
  async end(): Promise<void> {
    const epoch = this.#epoch
    this.#epoch = undefined
    this.#hasResumed = false
    if (epoch === undefined || !this.#parts.bus.hasOthers) return
    await this.#parts.store.write((unit) => unit.steward.release(epoch), { durable: false })
  }

  async #renew(epoch: number): Promise<void> {
    const begun = this.#parts.steadyMs()
    const isRenewed = await this.#parts.store.write((unit) => unit.steward.renew(epoch), { durable: false })
    if (this.#epoch !== epoch) return
    if (isRenewed) this.#until = begun + LEASE_MS
    else this.#lose()
  }

  async #look(): Promise<void> {
    const { store } = this.#parts
    const begun = this.#parts.steadyMs()
    const lease = await store.read((unit) => unit.steward.find())
    if (lease !== undefined && lease.copy !== '') {
      const { lease: before, since } = this.#seen ?? { lease, since: begun }
      const isSame = before.epoch === lease.epoch && before.beats === lease.beats
      this.#seen = { lease, since: isSame ? since : begun }
      if (!isSame || begun - since < LEASE_MS) return
    }
    const from = this.#parts.steadyMs()
    const taken = await store.write((unit) => unit.steward.take(this.name, lease), { durable: true })
    if (taken === undefined) return
    this.#hold(taken.epoch, from)
    this.#parts.log.info('steward.taken', { epoch: taken.epoch })
    void this.#resume(taken.epoch)
  }

  /** Renewals go on while the work is read from the store. */
  async #resume(epoch: number): Promise<void> {
    try {
      for (const { resume } of this.#works) await resume()
      if (this.#epoch === epoch) this.#hasResumed = true
    } catch (error) {
      this.#parts.log.error('steward.resume', error)
      // Another try, or another copy, begins when the lease is over.
      if (this.#epoch === epoch) this.#epoch = undefined
    }
  }

  #hold(epoch: number, begun: number): void {
    this.#epoch = epoch
    this.#until = begun + LEASE_MS
    this.#seen = undefined
  }

  #lose(): void {
    this.#epoch = undefined
    this.#hasResumed = false
    this.#parts.log.warn('steward.lost')
    for (const { stop } of this.#works) stop()
  }
}
