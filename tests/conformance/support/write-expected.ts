import { expect } from 'vitest'
import { writeMarks, type MarkValues } from './marks.ts'

export interface Moment {
  readonly marks: MarkValues
  /** Whether the clock stands, so that a time is that time to the second. */
  readonly exact: boolean
}

const NUMBER = '#{{'
const TIME = /\{\{now/
/** Where the clock runs on, a time noted earlier lies this many seconds back at the most. */
const SLACK_SECONDS = 4

/** What is expected, with its marks written out. */
export function writeExpected(expected: unknown, moment: Moment): unknown {
  if (typeof expected === 'string') return writeText(expected, moment)
  if (Array.isArray(expected)) return expected.map((one) => writeExpected(one, moment))
  // Asymmetric matchers stay what they are.
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
