import type { Reading } from './history-readings.ts'
import { climb } from './ladder.ts'
import type { Ladder, LadderState } from './rule.ts'

/** A level that would have fired. */
export interface Replayed extends Reading {
  /** The number of the level, from 0. */
  readonly level: number
}

/** The firings of a ladder for an account, by its readings in the order of time. */
export function* replay(ladder: Ladder, readings: Iterable<Reading>): Generator<Replayed> {
  let state: LadderState | undefined
  for (const { at, value } of readings) {
    const climbed = climb(state, value, ladder, at)
    if (climbed === undefined) continue
    state = climbed.state
    for (const level of climbed.fired) yield { at, value, level }
  }
}
