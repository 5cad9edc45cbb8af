import type { Clock } from '../../src-server/contract/ports.ts'

/** A clock that stands until it is told otherwise. */
export class ManualClock implements Clock {
  #ms: number

  constructor(seconds: number) {
    this.#ms = seconds * 1000
  }

  now(): number {
    return Math.floor(this.#ms / 1000)
  }

  nowMs(): number {
    return this.#ms
  }

  pass(seconds: number): void {
    this.#ms += seconds * 1000
  }
}
