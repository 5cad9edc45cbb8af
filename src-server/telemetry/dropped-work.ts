import type { Log } from '../contract/ports.ts'
import type { DroppedCounts, DroppedKind } from '../contract/platform-names.ts'

/** Counts the work that was lost since the start, because the disk was too far behind. The owner and the log get it. */
export class DroppedWork {
  readonly #log: Log
  readonly #counts = { telemetry: 0, code_journal: 0, risk_events: 0, rules: 0 }

  constructor(log: Log) {
    this.#log = log
  }

  get counts(): DroppedCounts {
    return { ...this.#counts }
  }

  note(kind: DroppedKind, dropped: number): void {
    this.#counts[kind] += dropped
    this.#log.warn(`${kind}.behind`, { dropped })
  }

  /** Drops the oldest, so that at most `most` wait. @returns whether any were dropped */
  shed(kind: DroppedKind, waiting: unknown[], most: number): boolean {
    const over = waiting.length - most
    if (over <= 0) return false
    waiting.splice(0, over)
    this.note(kind, over)
    return true
  }
}
