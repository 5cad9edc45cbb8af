import { PulseBatch } from '../store/pulse-batch.ts'
import type { LatestPulse } from '../store/latest-pulse.ts'
import type { ProgramFacts } from '../domain/device/telemetry.ts'
import type { TelemetryStore } from '../store/telemetry-store.ts'
import type { DroppedWork } from './dropped-work.ts'

/** The maximum number of batches on their way to the disk. Further pulses wait here. */
const IN_FLIGHT = 4
/**
 * The maximum number of waiting pulses. When the disk is this far behind, the oldest are lost, and the
 * owner gets their number.
 */
const MOST_WAITING = 500_000

/**
 * Collects pulses and hands them to the telemetry store four times a second, without waiting for the disk.
 */
export class WriteBehind {
  readonly #store: TelemetryStore
  readonly #dropped: DroppedWork
  #waiting = new PulseBatch()
  #inFlight = 0
  /** Texts of programs that were handed over. */
  #stored = new WeakSet<ProgramFacts>()

  constructor(store: TelemetryStore, dropped: DroppedWork) {
    this.#store = store
    this.#dropped = dropped
  }

  add(pulse: LatestPulse): void {
    const { program } = pulse
    if (program === undefined || this.#stored.has(program)) this.#waiting.add(pulse)
    else {
      this.#stored.add(program)
      this.#waiting.add(pulse, true)
    }
  }

  /** Nothing is stored any more: the texts of programs go out again with their next pulses. */
  forgetStored(): void {
    this.#stored = new WeakSet()
  }

  flush(): void {
    if (this.#waiting.count === 0 || this.#inFlight >= IN_FLIGHT) {
      this.#shed()
      return
    }
    const batch = this.#waiting
    this.#waiting = new PulseBatch(batch.count)
    this.#inFlight++
    this.#store.append(batch, () => {
      this.#inFlight--
    })
  }

  /** Resolves when all pulses so far are committed. */
  async drain(): Promise<void> {
    while (this.#waiting.count > 0 || this.#inFlight > 0) {
      this.flush()
      if (this.#inFlight > 0) await new Promise<void>((resolve) => setImmediate(resolve))
    }
  }

  #shed(): void {
    const over = this.#waiting.count - MOST_WAITING
    if (over <= 0) return
    this.#waiting.drop(over)
    this.#dropped.note('telemetry', over)
  }
}
