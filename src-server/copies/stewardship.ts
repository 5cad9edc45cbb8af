import type { Clock, Log, Random } from '../contract/ports.ts'
import type { Lease } from '../store/repositories/steward.ts'
import type { Store, Unit } from '../store/store.ts'
import type { Copy } from './copies.ts'
import { sleeplessClock } from './sleepless-clock.ts'

interface Parts {
  readonly store: Store
  readonly copy: Pick<Copy, 'isShared' | 'name' | 'standing'>
  readonly random: Random
  /** Milliseconds by a clock that nobody sets. */
  readonly steadyMs: () => number
  /** The machine's wall clock. */
  readonly clock: Pick<Clock, 'nowMs'>
  readonly log: Log
}

/** The copy that sends, as its senders know it. */
export type Steward = Pick<Stewardship, 'name' | 'isMine' | 'holds' | 'isIn'>

/** Runs when this copy becomes the steward, or is no longer. */
export interface Stewarding {
  /** Continues from the store, as after a start. */
  readonly resume: () => Promise<void>
  /** Runs when all work has resumed: finds what happened while no copy was the steward. */
  readonly lookBack?: () => Promise<void>
  /** Drops the work that waits in memory: another copy does it. */
  readonly stop: () => void
}

/** The time between two renewals of the lease, and between two looks of another copy at it, milliseconds. */
export const BEAT_MS = 2000
/** A lease is over so long after its last renewal, milliseconds. */
const LEASE_MS = 10_000

/**
 * Whether this copy is the steward: the one copy of a server that sends, watches and tidies. Its lease is a row of the
 * store. No copy compares its clock with another one's: a copy takes the lease when it has seen no renewal for ten
 * seconds of its own steady clock, and the steward counts the same seconds from before its last renewal. The steward counts
 * the sleep of its machine too, and a copy that waits for the lease does not.
 */
export class Stewardship {
  readonly #parts: Parts
  readonly #sleeplessMs: () => number
  readonly name: string
  readonly #works: Stewarding[] = []
  /** The lease of another copy, as seen last, and when that began. */
  #seen: { readonly lease: Lease; readonly since: number } | undefined
  #epoch: number | undefined
  /** By the sleepless clock, milliseconds. */
  #until = -Infinity
  #hasResumed = false

  constructor(parts: Parts) {
    this.#parts = parts
    const { steadyMs, clock } = parts
    this.#sleeplessMs = sleeplessClock({ steadyMs, wallMs: () => clock.nowMs() })
    this.name = parts.copy.name ?? Buffer.from(parts.random.bytes(8)).toString('hex')
  }

  /** Whether this copy is the steward by what it knows. Costs nothing: asked at each pulse. */
  get isMine(): boolean {
    return this.#hasResumed
  }

  /** Whether no other copy can be the steward now. Ask before each thing that leaves the machine. */
  holds(): boolean {
    const { copy } = this.#parts
    if (!this.#hasResumed) return false
    return !copy.isShared || (this.#sleeplessMs() < this.#until && copy.standing.isCurrent)
  }

  /** Whether this copy is the steward in a unit of work: a copy that was stopped may write late. */
  async isIn(unit: Unit): Promise<boolean> {
    if (!this.#parts.copy.isShared) return true
    return (await unit.steward.find())?.epoch === this.#epoch
  }

  /** Adds work that begins and ends with the stewardship. */
  add(work: Stewarding): void {
    this.#works.push(work)
  }

  /** Takes the lease at the start where nobody holds it. A server of one copy takes any lease: its holder is gone. */
  async begin(): Promise<void> {
    const { store, copy, steadyMs } = this.#parts
    const { isShared } = copy
    const since = steadyMs()
    const seen = isShared ? await store.read((unit) => unit.steward.find()) : undefined
    if (seen !== undefined && seen.copy !== '') {
      this.#seen = { lease: seen, since }
      return
    }
    const from = this.#sleeplessMs()
    const taken = await store.write(
      async (unit) => {
        if (isShared) return unit.steward.take(this.name, seen)
        await unit.outbox.dropClaims()
        return unit.steward.seize(this.name)
      },
      { durable: isShared },
    )
    if (taken === undefined) return
    this.#hold(taken.epoch, from)
    // The whole start continues from the store.
    this.#hasResumed = true
  }

  /** Runs every two seconds. Nobody looks at the lease of a server of one copy. */
  async beat(): Promise<void> {
    if (!this.#parts.copy.isShared) return
    if (this.#epoch === undefined) await this.#look()
    else await this.#renew(this.#epoch)
  }

  /** Gives the lease back, and the messages that could not be sent in time, after the last work. */
  async end(): Promise<void> {
    const epoch = this.#epoch
    this.#epoch = undefined
    this.#hasResumed = false
    if (epoch === undefined || !this.#parts.copy.isShared) return
    await this.#parts.store.write(
      async (unit) => {
        await unit.outbox.dropClaims(this.name)
        await unit.steward.release(epoch)
      },
      { durable: false },
    )
  }

  async #renew(epoch: number): Promise<void> {
    const begun = this.#sleeplessMs()
    const isRenewed = await this.#parts.store.write((unit) => unit.steward.renew(epoch), {
      durable: false,
      lane: 'row',
    })
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
    const from = this.#sleeplessMs()
    const taken = await store.write((unit) => unit.steward.take(this.name, lease), { durable: true })
    if (taken === undefined) return
    this.#hold(taken.epoch, from)
    this.#parts.log.info('steward.taken', { epoch: taken.epoch })
    void this.#resume(taken.epoch)
  }

  /** Renewals go on while the work is read from the store. */
  async #resume(epoch: number): Promise<void> {
    try {
      for (const { resume, stop } of this.#works) {
        await resume()
        if (this.#epoch === epoch) continue
        // The lease was lost meanwhile, and the work before this one has stopped.
        if (this.#epoch === undefined) stop()
        return
      }
      if (this.#epoch !== epoch) return
      this.#hasResumed = true
      for (const { lookBack } of this.#works) await lookBack?.()
    } catch (error) {
      this.#parts.log.error('steward.resume', error)
      if (this.#epoch !== epoch) return
      this.#hasResumed = false
      // Another try, or another copy, begins when the lease is over.
      this.#epoch = undefined
      for (const { stop } of this.#works) stop()
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
