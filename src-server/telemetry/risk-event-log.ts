import type { Clock, Log } from '../contract/ports.ts'
import { addEvent, EVENT_SECONDS, type RiskEvent, type RiskEvents } from '../domain/risk/risk-event.ts'
import type { Store } from '../store/store.ts'

interface Parts {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

/** Accounts whose events are held in memory; those whose last one is the oldest go. */
const MOST_ACCOUNTS = 20_000
/** Events that wait for the disk at the most; a disk this far behind loses the oldest, and the log says so. */
const MOST_WAITING = 50_000

/**
 * What happened to trading accounts that their owners should look at. Who reports it waits for nothing: events are handed to
 * the store four times a second, as telemetry is (architecture.md, rule 7).
 */
export class RiskEventLog {
  readonly #parts: Parts
  readonly #sums = new Map<string, RiskEvents>()
  #waiting: RiskEvent[] = []

  constructor(parts: Parts) {
    this.#parts = parts
  }

  add(event: RiskEvent): void {
    this.#waiting.push(event)
    const key = keyOf(event)
    const sum = addEvent(this.#sums.get(key), event)
    this.#put(key, sum)
  }

  /** What each account has had of each kind, the one whose last is the newest at the end. */
  all(): Iterable<RiskEvents> {
    return this.#sums.values()
  }

  of(kind: RiskEvent['kind'], deviceId: number): RiskEvents | undefined {
    return this.#sums.get(keyOf({ kind, deviceId }))
  }

  async load(): Promise<void> {
    const { store, clock } = this.#parts
    const sums = await store.read((unit) => unit.risks.events(clock.now() - EVENT_SECONDS, MOST_ACCOUNTS))
    this.#sums.clear()
    for (const sum of sums) this.#put(keyOf(sum), sum)
  }

  /** Stores what came since the last time; what can't be stored waits for the next. */
  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return
    const batch = this.#waiting
    this.#waiting = []
    try {
      await this.#parts.store.write((unit) => unit.risks.addEvents(batch), { durable: false })
    } catch (error) {
      this.#waiting = [...batch, ...this.#waiting]
      this.#shed()
      throw error
    }
  }

  /** Forgets what is too old to be shown. */
  async forgetOld(): Promise<void> {
    const { store, clock } = this.#parts
    const before = clock.now() - EVENT_SECONDS
    await store.write((unit) => unit.risks.forgetEvents(before), { durable: false })
    for (const [key, { at }] of this.#sums) if (at < before) this.#sums.delete(key)
  }

  #put(key: string, sum: RiskEvents): void {
    this.#sums.delete(key)
    this.#sums.set(key, sum)
    if (this.#sums.size <= MOST_ACCOUNTS) return
    const oldest = this.#sums.keys().next()
    if (oldest.done !== true) this.#sums.delete(oldest.value)
  }

  #shed(): void {
    const over = this.#waiting.length - MOST_WAITING
    if (over <= 0) return
    this.#waiting.splice(0, over)
    this.#parts.log.warn('risk_events.behind', { dropped: over })
  }
}

function keyOf({ kind, deviceId }: Pick<RiskEvent, 'kind' | 'deviceId'>): string {
  return `${kind}:${deviceId}`
}
