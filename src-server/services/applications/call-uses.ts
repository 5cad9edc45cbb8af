import type { CallUses } from '../../contract/records/protection.ts'
import type { Store } from '../../store/store.ts'

const HOUR = 3600
/** Hours of counters that are kept: a week, and the hour that runs. */
const KEPT = 169 * HOUR

/** The protections that a call used. */
export interface UsedByCall {
  readonly signed: boolean
  readonly encrypted: boolean
  readonly https: boolean
  readonly valued: boolean
}

interface Counted {
  readonly app: number
  readonly hour: number
  calls: number
  signed: number
  encrypted: number
  https: number
  valued: number
}

/** Counts what the calls of each application use, hour by hour. Costs a call a few additions, whatever the fleet. */
export class CallUseCounter {
  /** Counted since the last time that the counters were stored. */
  #waiting = new Map<number, Counted>()
  #ended: Counted[] = []
  /** On their way to the disk. */
  #saving: readonly Counted[] = []
  #lastSave: Promise<void> = Promise.resolve()

  note(app: number, { signed, encrypted, https, valued }: UsedByCall, now: number): void {
    const hour = now - (now % HOUR)
    let counted = this.#waiting.get(app)
    if (counted?.hour !== hour) {
      if (counted !== undefined) this.#ended.push(counted)
      counted = { app, hour, calls: 0, signed: 0, encrypted: 0, https: 0, valued: 0 }
      this.#waiting.set(app, counted)
    }
    counted.calls++
    if (signed) counted.signed++
    if (encrypted) counted.encrypted++
    if (https) counted.https++
    if (valued) counted.valued++
  }

  /** Stores what was counted since the last time. */
  save(store: Store): Promise<void> {
    const before = this.#lastSave.catch(() => undefined)
    return (this.#lastSave = before.then(() => this.#saveNow(store)))
  }

  async #saveNow(store: Store): Promise<void> {
    this.#saving = [...this.#ended, ...this.#waiting.values()]
    if (this.#saving.length === 0) return
    this.#waiting = new Map()
    this.#ended = []
    try {
      await store.write(
        (unit) => {
          unit.afterCommit(() => {
            this.#saving = []
          })
          return unit.callUses.add(this.#saving)
        },
        { durable: false, lane: 'row' },
      )
    } finally {
      // What could not be stored is lost: counters never keep a storage busy that has trouble.
      this.#saving = []
    }
  }

  /** The calls of an application within so many whole hours, with those not yet stored. */
  async within(store: Store, app: number, hours: number, now: number): Promise<CallUses> {
    const from = now - (now % HOUR) - (hours - 1) * HOUR
    const sum: CallUses = await store.read((unit) => unit.callUses.sum(app, from))
    for (const one of [...this.#saving, ...this.#ended, ...this.#waiting.values()]) {
      if (one.app !== app || one.hour < from) continue
      for (const name of ['calls', 'signed', 'encrypted', 'https', 'valued'] as const) sum[name] += one[name]
    }
    return sum
  }

  async forgetOld(store: Store, now: number): Promise<void> {
    await store.write((unit) => unit.callUses.deleteBefore(now - KEPT), { durable: false })
  }
}
