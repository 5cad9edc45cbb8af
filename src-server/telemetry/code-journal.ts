import type { Bus } from '../copies/bus.ts'
import type { CodeEvent } from '../contract/records/code-event.ts'
import { isSameEvent } from '../domain/code/event.ts'
import type { NewCodeEvent, RepeatedCodeEvent, TelemetryStore } from '../store/telemetry-store.ts'
import type { DroppedWork } from './dropped-work.ts'

/** The maximum number of batches on their way to the disk. Further events wait here. */
const IN_FLIGHT = 4
/**
 * The maximum number of waiting events. When the disk is this far behind, the oldest are lost, and the
 * owner gets their number.
 */
const MOST_WAITING = 200_000

/** An event that further repetitions still change. */
type WaitingEvent = { -readonly [K in keyof RepeatedCodeEvent]: RepeatedCodeEvent[K] }

/**
 * Hands the events of codes to the telemetry store four times a second, so that no login waits for the disk.
 * Repetitions of a code's last event are one event: each event costs the disk as much as a login without it. A
 * crash loses the events since the last time.
 */
export class CodeJournal {
  readonly #store: Pick<TelemetryStore, 'appendCodeEvents' | 'codeEvents'>
  readonly #dropped: DroppedWork
  #waiting: WaitingEvent[] = []
  /** The last waiting event of each code. */
  readonly #last = new Map<number, WaitingEvent>()
  #inFlight = 0
  readonly #bus: Bus | undefined

  constructor(
    store: Pick<TelemetryStore, 'appendCodeEvents' | 'codeEvents'>,
    dropped: DroppedWork,
    bus?: Bus,
  ) {
    this.#store = store
    this.#dropped = dropped
    this.#bus = bus
    bus?.subscribe('history', () => {
      this.flush()
    })
  }

  add(event: NewCodeEvent): void {
    const last = this.#last.get(event.codeId)
    if (last !== undefined && isSameEvent(last, event)) {
      last.at = event.at
      last.times++
      return
    }
    const waiting = { ...event, since: event.at, times: 1 }
    this.#waiting.push(waiting)
    this.#last.set(event.codeId, waiting)
  }

  /** A code's history, newest first, with the events that still wait. */
  of(codeId: number): Promise<CodeEvent[]> {
    this.#send()
    this.#bus?.publish('history', null)
    return this.#store.codeEvents(codeId)
  }

  flush(): void {
    if (this.#waiting.length === 0) return
    if (this.#inFlight < IN_FLIGHT) this.#send()
    else this.#shed()
  }

  /** Resolves when all events so far are committed. */
  async drain(): Promise<void> {
    while (this.#waiting.length > 0 || this.#inFlight > 0) {
      this.flush()
      if (this.#inFlight > 0) await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }

  #send(): void {
    if (this.#waiting.length === 0) return
    const batch = this.#waiting
    this.#waiting = []
    this.#last.clear()
    this.#inFlight++
    this.#store.appendCodeEvents(batch, () => {
      this.#inFlight--
    })
  }

  #shed(): void {
    if (this.#dropped.shed('code_journal', this.#waiting, MOST_WAITING)) this.#last.clear()
  }
}
