import { dayBegin } from '../../domain/calendar/wall-days.ts'
import { wallDay } from '../../domain/rules/quiet.ts'
import type { DaySpan } from '../telemetry-store.ts'

/** Turns times into days of the server's wall clock, counted from 1970, and back. */
export class WallDays {
  readonly #utcOffset: (at: number) => number

  /** @param utcOffset minutes the server's wall clock is ahead of UTC */
  constructor(utcOffset: (at: number) => number) {
    this.#utcOffset = utcOffset
  }

  offset(at: number): number {
    return this.#utcOffset(at)
  }

  of({ from, to }: DaySpan): { from: number; to: number } {
    return { from: wallDay(from, this.#utcOffset(from)), to: wallDay(to, this.#utcOffset(to)) }
  }

  /** The beginning of a day, Unix seconds. */
  begin(day: number): number {
    return dayBegin(day, this.#utcOffset)
  }
}
