import { CLOSE_OVERDUE_SECONDS, PERMANENT_VIP } from '../../contract/limits.ts'
import type { Command } from '../device/command.ts'
import type { Device } from '../device/device.ts'
import type { Reading } from './history-readings.ts'
import type { RuleLevel } from './rule.ts'

const MINUTE = 60
const DAY = 86_400

type Delivered = Pick<Command, 'askedAt' | 'deliveredAt' | 'confirmedAt' | 'withdrawnAt' | 'repeats'>

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

/**
 * The days until a licence ends, at the begin of the span and when it comes to each level. A permanent licence and a
 * disabled account have none.
 */
export function licenceReadings(
  { vip, disabled }: Pick<Device, 'vip' | 'disabled'>,
  levels: readonly RuleLevel[],
  from: number,
  to: number,
): Reading[] {
  // A licence that ended more than a day ago is no news.
  if (vip >= PERMANENT_VIP || disabled || vip < from - DAY) return []
  const crossings = levels.map(({ at }) => vip - at * DAY).filter((at) => at > from && at <= to)
  return [from, ...crossings].map((at) => ({ at, value: (vip - at) / DAY }))
}

/**
 * The minutes since a terminal took a close command, when they come to each level, and 0 when it is carried out. The
 * server's repeats continue the first command.
 * @param commands in the order of time
 */
export function overdueReadings(
  commands: readonly Delivered[],
  levels: readonly RuleLevel[],
  from: number,
  to: number,
): Reading[] {
  return commands
    .flatMap((command, index): Reading[] => {
      const { deliveredAt, repeats } = command
      const next = commands[index + 1]
      const end = command.confirmedAt ?? command.withdrawnAt ?? next?.askedAt ?? to + 1
      const isContinued = end === next?.askedAt && next.repeats > 0
      if (deliveredAt === null) return isContinued ? [] : [{ at: end, value: 0 }]
      const began = deliveredAt - repeats * CLOSE_OVERDUE_SECONDS
      const late = levels
        .map(({ at }) => ({ at: Math.max(deliveredAt, began + at * MINUTE), value: at }))
        .filter(({ at }) => at < end)
      return isContinued ? late : [...late, { at: end, value: 0 }]
    })
    .filter(({ at }) => at >= from && at <= to)
}
