import { expect } from 'vitest'
import { writeMarks, type MarkValues } from './marks.ts'

export interface Moment {
  readonly marks: MarkValues
  /** Whether the clock is fixed, so that a time matches to the second. */
  readonly exact: boolean
}

const NUMBER = '#{{'
const TIME = /\{\{now/
/** With a running clock a noted time is at most this many seconds in the past. */
const SLACK_SECONDS = 4

/** The expected answer with its marks replaced. */
export function writeExpected(expected: unknown, moment: Moment): unknown {
  if (typeof expected === 'string') return writeText(expected, moment)
  if (Array.isArray(expected)) return expected.map((one) => writeExpected(one, moment))
  // Asymmetric matchers stay unchanged.
  if (typeof expected !== 'object' || expected === null || 'asymmetricMatch' in expected) return expected
  return Object.fromEntries(
    Object.entries(expected).map(([name, value]) => [name, writeExpected(value, moment)]),
  )
}

function writeText(text: string, { marks, exact }: Moment): unknown {
  const written = writeMarks(text, marks)
  const runs = !exact && TIME.test(text)
  if (text.startsWith(NUMBER)) {
    const number = Number(written.slice(1))
    return runs ? expect.closeTo(number, -1) : number
  }
  if (!runs) return written
  const times = Array.from({ length: SLACK_SECONDS }, (_, back) => String(Number(written) - back))
  return expect.stringMatching(new RegExp(`^(?:${times.join('|')})$`))
}
