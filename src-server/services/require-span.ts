import { CONSOLE } from '../contract/error-codes.ts'
import { Refused } from './refused.ts'

/** Unix seconds, both within the span. */
interface Span {
  readonly from: number
  readonly to: number
}

/** A year and the days around it. */
const MOST_DAYS = 400
const MOST_SECONDS = MOST_DAYS * 86_400

/** @throws Refused 422 for an empty span */
export function requireSpan({ from, to }: Span): void {
  if (from > to) throw new Refused(CONSOLE.invalid, 'The span is empty', { from: 'after to' })
}

/** For answers with a part for each day. @throws Refused 422 for an empty or too long span */
export function requireSpanOfDays({ from, to }: Span): void {
  if (from > to || to - from > MOST_SECONDS)
    throw new Refused(CONSOLE.invalid, `The span has 1 to ${MOST_DAYS} days`, { to: 'span' })
}
