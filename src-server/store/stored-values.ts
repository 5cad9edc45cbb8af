import { questionOf, type CustomValueFilter, type CustomValues } from '../contract/subjects/custom-values.ts'

/** The first private-use character. No value holds one. */
const PRIVATE = 0xe000
/** Two ranges that don't overlap: a first character is never mistaken for a second one. */
const RANGE = 3200

/**
 * Values of custom fields, one a line. A line begins with its field's number as two private-use characters. So a search
 * for a text finds no number, and a search for a number and a value finds just the lines of that field.
 */
export function writeValues(values: CustomValues): string {
  return writeLines(Object.entries(values).map(([field, value]) => fieldMark(Number(field)) + value))
}

export function readValues(stored: string): CustomValues {
  return Object.fromEntries(readLines(stored).map((line) => [String(numberOf(line)), line.slice(2)]))
}

/** The beginning of the line of a field. */
export function fieldMark(field: number): string {
  return String.fromCharCode(PRIVATE + Math.floor(field / RANGE), PRIVATE + RANGE + (field % RANGE))
}

/** Texts that each row of an answer contains, so that the index of texts finds the rows. */
export function textsOfAnswers(filter: CustomValueFilter): string[] {
  const mark = fieldMark(filter.field)
  const question = questionOf(filter)
  if (question === undefined || question.is === 'empty') return []
  if (question.is === 'part') return [question.text.trim()]
  const [only, ...others] = question.is === 'any' ? question.values : []
  return [mark + (others.length === 0 ? (only ?? '').trim() : '')]
}

function numberOf(line: string): number {
  return (line.charCodeAt(0) - PRIVATE) * RANGE + line.charCodeAt(1) - PRIVATE - RANGE
}

/** Texts without line breaks, stored one a line, so that a search finds each as it is written. */
export function writeLines(texts: readonly string[]): string {
  return texts.join('\n')
}

export function readLines(stored: string): string[] {
  return stored === '' ? [] : stored.split('\n')
}
