import type { Command } from '../device/command.ts'
import type { Reading } from './history-readings.ts'
import type { RuleLevel } from './rule.ts'

const MINUTE = 60
const DAY = 86_400

/**
 * The silence of an account at each step without a pulse, seconds. A silence counts from the end of the last step with
 * a pulse, so it is at most one step too short.
 * @param steps the begins of the steps with a pulse, in their order
 * @param seconds the length of a step
 * @param openFor the seconds of open market between two times
 */
export function* silenceReadings(
  steps: Iterable<{ readonly at: number }>,
  seconds: number,
  to: number,
  openFor: (from: number, to: number) => number,
): Generator<Reading> {
  let heard: number | undefined
  const silence = function* (until: number): Generator<Reading> {
    if (heard === undefined) return
    for (let at = heard + seconds; at < until; at += seconds) yield { at, value: openFor(heard, at) }
  }
  for (const { at } of steps) {
    yield* silence(at)
    yield { at, value: 0 }
    heard = at + seconds
  }
  yield* silence(to + 1)
}

/** The days until a licence ends, at the begin of the span and when it comes to each level. */
export function licenceReadings(
  end: number,
  levels: readonly RuleLevel[],
  from: number,
  to: number,
): Reading[] {
  const crossings = levels.map(({ at }) => end - at * DAY).filter((at) => at > from && at <= to)
  return [from, ...crossings].map((at) => ({ at, value: (end - at) / DAY }))
}

/** The minutes since a terminal took a close command, when they come to each level, and 0 when it is carried out. */
export function overdueReadings(
  commands: readonly Pick<Command, 'deliveredAt' | 'confirmedAt' | 'withdrawnAt'>[],
  levels: readonly RuleLevel[],
  from: number,
  to: number,
): Reading[] {
  return commands
    .flatMap(({ deliveredAt, confirmedAt, withdrawnAt }) => {
      if (deliveredAt === null) return []
      const end = confirmedAt ?? withdrawnAt ?? to + 1
      const late = levels
        .map(({ at }) => ({ at: deliveredAt + at * MINUTE, value: at }))
        .filter(({ at }) => at < end)
      return [...late, { at: end, value: 0 }]
    })
    .filter(({ at }) => at >= from && at <= to)
    .sort((one, other) => one.at - other.at)
}
