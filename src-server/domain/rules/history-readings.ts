import type { HistoryPoint } from '../../contract/records/device.ts'
import type { RuleSubject } from '../../contract/rule-names.ts'
import type { Inside } from '../../contract/spelling.ts'

type Step = Pick<
  Inside<HistoryPoint>,
  'at' | 'equityMin' | 'equityMax' | 'equity' | 'balance' | 'ddMax' | 'positions' | 'marginMin'
>

/** A rule's figure of an account at a time, Unix seconds. */
export interface Reading {
  readonly at: number
  readonly value: number
}

/** The subjects whose figures a step of the history has. */
const STEP_SUBJECTS = [
  'drawdown_peak',
  'drawdown_day',
  'drawdown',
  'equity',
  'floating_loss',
  'margin_level',
  'positions',
] as const satisfies readonly RuleSubject[]
export type StepSubject = (typeof STEP_SUBJECTS)[number]

export function isStepSubject(subject: RuleSubject): subject is StepSubject {
  return STEP_SUBJECTS.some((one) => one === subject)
}

type Read = (step: Step) => readonly (number | null)[]

/**
 * The figures of an account's history for a subject, in their order. A step has up to two: its worst one, and
 * its last one, which comes after the worst. Unknown figures are left out. A drop is measured from the peak of
 * earlier steps, because a step doesn't say whether its own peak came before its low.
 * @param dayOf numbers the days, so that each begins at its own midnight
 */
export function* stepReadings(
  subject: StepSubject,
  steps: Iterable<Step>,
  dayOf: (at: number) => number,
): Generator<Reading> {
  const read = readers(dayOf)[subject]()
  for (const step of steps) {
    let last: number | null = null
    for (const value of read(step)) {
      if (value !== null && value !== last) yield { at: step.at, value }
      last = value
    }
  }
}

function readers(dayOf: (at: number) => number): Readonly<Record<StepSubject, () => Read>> {
  return {
    drawdown: () => (step) => [step.ddMax],
    equity: () => (step) => [step.equityMin, step.equity],
    positions: () => (step) => [step.positions],
    // Without positions no margin is in use, and no level is reached.
    margin_level: () => (step) => [step.marginMin ?? (step.positions === 0 ? Infinity : null)],
    floating_loss: () => (step) => [lossOf(step, step.equityMin), lossOf(step, step.equity)],
    drawdown_peak: () => {
      let peak: number | null = null
      return ({ equityMin, equityMax, equity }) => {
        const before = peak
        peak = greater(peak, equityMax)
        return [dropOf(before ?? equityMin, equityMin), dropOf(peak, equity)]
      }
    },
    drawdown_day: () => {
      let day = NaN
      let start: number | null = null
      let last: number | null = null
      return ({ at, equityMin, equity }) => {
        if (dayOf(at) !== day) {
          day = dayOf(at)
          start = last
        }
        last = equity ?? last
        if (start !== null) return [dropOf(start, equityMin), dropOf(start, equity)]
        // An account without an earlier figure begins its day with the first known one.
        start = equity
        return [dropOf(start, equity)]
      }
    },
  }
}

function lossOf({ balance }: Step, equity: number | null): number | null {
  return balance === null || equity === null ? null : Math.max(0, balance - equity)
}

/** Percent of `from`. */
function dropOf(from: number | null, to: number | null): number | null {
  if (from === null || to === null || from <= 0) return null
  return Math.max(0, ((from - to) * 100) / from)
}

function greater(one: number | null, other: number | null): number | null {
  if (one === null) return other
  return other === null ? one : Math.max(one, other)
}
