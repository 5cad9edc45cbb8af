import type { Log } from '../contract/ports.ts'
import type { CodeEvent } from '../contract/records/code-event.ts'
import type { NewCodeEvent, TelemetryStore } from '../store/telemetry-store.ts'

/** The maximum number of batches on their way to the disk. Further events wait here. */
const IN_FLIGHT = 4
/**
 * The maximum number of waiting events. When the disk is this far behind, the oldest are lost, and the log
 * says so.
 */
const MOST_WAITING = 200_000

/**
 * Hands the events of codes to the telemetry store four times a second, so that no login waits for the disk.
 * A crash loses the events since the last time.
 */
export class CodeJournal {
  readonly #store: TelemetryStore
  readonly #log: Log
  #waiting: NewCodeEvent[] = []
  #inFlight = 0

  constructor(store: TelemetryStore, log: Log) {
    this.#store = store
    this.#log = log
  }

  add(event: NewCodeEvent): void {
    this.#waiting.push(event)
  }

  /** A code's history, newest first, with the events that still wait. */
  of(codeId: number): Promise<CodeEvent[]> {
    this.#send()
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
    this.#inFlight++
    this.#store.appendCodeEvents(batch, () => {
      this.#inFlight--
    })
  }

  #shed(): void {
    const over = this.#waiting.length - MOST_WAITING
    if (over <= 0) return
    this.#waiting.splice(0, over)
    this.#log.warn('code_journal.behind', { dropped: over })
  }
}
