import { openPositions } from '../../contract/open-positions.ts'
import type { RuleSubject } from '../../contract/rule-names.ts'
import { effectiveDrawdown } from '../device/drawdown.ts'
import type { Telemetry } from '../device/telemetry.ts'

/** The figures of a pulse that rules read. NaN for a figure that the pulse lacks. */
export type Figures = Pick<
  Telemetry,
  'equity' | 'balance' | 'dd' | 'positions' | 'buyPos' | 'sellPos' | 'floatPnl' | 'marginLevel'
>

/** The highest equity and the first equity of the day. */
export interface EquityMarks {
  readonly peak: number
  readonly dayEquity: number
}

/** The subjects that each pulse decides. Time alone moves the others. */
export type PulseSubject = Exclude<RuleSubject, 'silence' | 'close_overdue' | 'two_terminals' | 'licence_end'>

const OF_TIME: readonly RuleSubject[] = ['silence', 'close_overdue', 'two_terminals', 'licence_end']

export function isPulseSubject(subject: RuleSubject): subject is PulseSubject {
  return !OF_TIME.includes(subject)
}

/**
 * The equity, or NaN. A terminal without a connection reports 0 for equity and balance, which says nothing about the
 * account.
 */
export function knownEquity({ equity, balance }: Pick<Figures, 'equity' | 'balance'>): number {
  return equity === 0 && !(balance > 0) ? NaN : equity
}

/**
 * The value of a subject by a pulse, in the subject's unit. NaN when unknown.
 * @param marks undefined when the account's equity isn't watched
 */
export function pulseValue(subject: PulseSubject, figures: Figures, marks: EquityMarks | undefined): number {
  switch (subject) {
    case 'drawdown_peak':
      return below(marks?.peak ?? NaN, knownEquity(figures))
    case 'drawdown_day':
      return below(marks?.dayEquity ?? NaN, knownEquity(figures))
    case 'drawdown':
      return effectiveDrawdown(figures)
    case 'equity':
      return knownEquity(figures)
    case 'floating_loss':
      return -floatOf(figures)
    case 'margin_level':
      return marginOf(figures)
    case 'positions':
      return openPositions(figures)
  }
}

/** Percent of `mark`, at least 0. */
function below(mark: number, equity: number): number {
  return mark > 0 ? Math.max(0, ((mark - equity) * 100) / mark) : NaN
}

function floatOf(figures: Figures): number {
  const { floatPnl, balance } = figures
  return Number.isNaN(floatPnl) ? knownEquity(figures) - balance : floatPnl
}

/** A terminal reports a margin level of 0 when no margin is in use: without positions, and for hedged ones. */
function marginOf(figures: Figures): number {
  const { marginLevel } = figures
  if (marginLevel !== 0) return marginLevel
  return openPositions(figures) === 0 ? Infinity : NaN
}
