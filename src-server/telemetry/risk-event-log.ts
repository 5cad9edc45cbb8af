import { BoundedMap } from '../contract/bounded-map.ts'
import type { Bus } from '../copies/bus.ts'
import type { Steward } from '../copies/stewardship.ts'
import type { Clock } from '../contract/ports.ts'
import {
  addEvent,
  EVENT_SECONDS,
  type RiskEvent,
  type RiskEvents,
  type SummedEvent,
} from '../domain/risk/risk-event.ts'
import type { Store } from '../store/store.ts'
import type { DroppedWork } from './dropped-work.ts'

interface Parts {
  readonly store: Store
  readonly bus?: Bus | undefined
  readonly steward: Pick<Steward, 'holds' | 'isIn'>
  readonly clock: Clock
  readonly dropped: DroppedWork
}

/** The maximum number of accounts with events in memory. Accounts whose last event is the oldest go. */
const MOST_ACCOUNTS = 20_000
/**
 * The maximum number of events that wait for the disk. When the disk is this far behind, the oldest are lost, and the
 * owner gets their number.
 */
const MOST_WAITING = 50_000
/** Events stored with one unit of work. Pulses go on between two units. */
const AT_ONCE = 500

/**
 * Events of trading accounts that their owners should look at. Recording one waits for nothing: the log hands
 * events to the store four times a second, as telemetry does.
 */
export class RiskEventLog {
  readonly #parts: Parts
  readonly #sums = new BoundedMap<string, RiskEvents>(MOST_ACCOUNTS)
  /** The sums that changed since the begin of each load under way. */
  readonly #loads = new Set<Map<string, RiskEvents>>()
  #waiting: RiskEvent[] = []

  constructor(parts: Parts) {
    this.#parts = parts
    parts.bus?.subscribe('riskEvents', (sum) => {
      // An event may come at this copy while another one tells of the events before it.
      if (sum.at >= (this.#sums.get(keyOf(sum))?.at ?? 0)) this.#take(sum)
    })
  }

  /** Other copies of the server learn of it at once, or, where this one is perhaps no steward any more, when it is stored. */
  add(event: RiskEvent): void {
    this.#waiting.push(event)
    if (!isSummed(event)) return
    const sum = addEvent(this.#sums.get(keyOf(event)), event)
    if (this.#parts.steward.holds()) this.#put(sum)
    else this.#take(sum)
  }

  /** Drops what waits for the disk: another copy of the server is the steward now, and watches. */
  dropWaiting(): void {
    this.#waiting = []
  }

  /** Follows an event as just committed. */
  follow(event: RiskEvent): void {
    if (!isSummed(event)) return
    this.#put(addEvent(this.#sums.get(keyOf(event)), event))
  }

  /** Follows the undo of a firing's pause as just committed. */
  followUndo(event: RiskEvent, undoneAt: number, undoneBy: string): void {
    const sum = this.#sums.get(keyOf(event))
    const firing = sum?.firing ?? null
    if (sum === undefined || firing === null || firing.key !== event.firing?.key) return
    this.#put({ ...sum, firing: { ...firing, undoneAt, undoneBy } })
  }

  /** The wait of this event for a message has ended. */
  settle(event: RiskEvent, tell: RiskEvent['tell'], outboxKey: string | null): void {
    if (!isSummed(event)) return
    const sum = this.#sums.get(keyOf(event))
    if (sum?.at !== event.at || (sum.tell !== 'wanted' && sum.tell !== 'held')) return
    this.#put({ ...sum, tell, outboxKey, toldAt: tell === '' ? null : event.at })
  }

  /** The events of each account and kind. The account with the newest event comes last. */
  all(): Iterable<RiskEvents> {
    return this.#sums.values()
  }

  of(kind: RiskEvent['kind'], deviceId: number): RiskEvents | undefined {
    return this.#sums.get(keyOf({ kind, deviceId, firing: null }))
  }

  /** The firings of a rule for an account. */
  ofRule(ruleId: number, deviceId: number): RiskEvents | undefined {
    return this.#sums.get(`rule:${deviceId}:${ruleId}`)
  }

  async load(): Promise<void> {
    const { store, clock } = this.#parts
    const changed = new Map<string, RiskEvents>()
    this.#loads.add(changed)
    try {
      const sums = await store.read((unit) => unit.risks.events(clock.now() - EVENT_SECONDS, MOST_ACCOUNTS))
      this.#sums.clear()
      for (const sum of sums) this.#sums.set(keyOf(sum), sum)
      for (const [key, sum] of changed) this.#sums.set(key, sum)
    } finally {
      this.#loads.delete(changed)
    }
  }

  /** Stores the events since the last time. Events that can't be stored wait for the next time. */
  async flush(): Promise<void> {
    const { store, steward } = this.#parts
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, AT_ONCE)
      try {
        // A wanted message must survive a power cut.
        const durable = batch.some(({ tell }) => tell === 'wanted')
        await store.write(
          async (unit) => {
            if (!(await steward.isIn(unit))) return
            await unit.risks.addEvents(batch)
            unit.afterCommit(() => {
              this.#tell(batch)
            })
          },
          { durable },
        )
      } catch (error) {
        this.#waiting = [...batch, ...this.#waiting]
        this.#parts.dropped.shed('risk_events', this.#waiting, MOST_WAITING)
        throw error
      }
    }
  }

  /** Forgets events that are too old to show. */
  async forgetOld(): Promise<void> {
    const { store, clock } = this.#parts
    const before = clock.now() - EVENT_SECONDS
    await store.write((unit) => unit.risks.forgetEvents(before), { durable: false })
    for (const [key, { at }] of this.#sums) if (at < before) this.#sums.delete(key)
  }

  #tell(stored: readonly RiskEvent[]): void {
    for (const key of new Set(stored.map(keyOf))) {
      const sum = this.#sums.get(key)
      if (sum !== undefined) this.#parts.bus?.publish('riskEvents', sum)
    }
  }

  #put(sum: RiskEvents): void {
    this.#take(sum)
    this.#parts.bus?.publish('riskEvents', sum)
  }

  #take(sum: RiskEvents): void {
    const key = keyOf(sum)
    this.#sums.set(key, sum)
    for (const changed of this.#loads) changed.set(key, sum)
  }
}

function keyOf({ kind, deviceId, firing }: Pick<RiskEvent, 'kind' | 'deviceId' | 'firing'>): string {
  return firing === null ? `${kind}:${deviceId}` : `${kind}:${deviceId}:${firing.ruleId}`
}

function isSummed(event: RiskEvent): event is SummedEvent {
  return event.kind !== 'back'
}
