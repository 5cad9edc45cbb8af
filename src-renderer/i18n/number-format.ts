import { shallowRef } from 'vue'

/** The notations of numbers, each with what is between thousands and before the decimals. */
const NOTATIONS = {
  comma: { group: ',', point: '.' },
  // A narrow space that breaks no line.
  space: { group: '\u202f', point: '.' },
  dot: { group: '.', point: ',' },
} as const
export type NumberNotation = keyof typeof NOTATIONS

/** The notation of all numbers on the screen. Fields and files have "1234.56" in any. */
export const shownNotation = shallowRef<NumberNotation>('comma')

const MINUS = '\u2212'

function group(digits: string, between: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, between)
}

/** A true minus: as wide as a plus, so that columns line up. A rounded nought has no sign. @param plus also a plus */
export function writeNumber(value: number, decimals: number, plus = false): string {
  const [whole = '0', fraction] = Math.abs(value).toFixed(decimals).split('.')
  const isNought = !/[1-9]/.test(whole + (fraction ?? ''))
  const sign = isNought ? '' : value < 0 ? MINUS : plus ? '+' : ''
  const { group: between, point } = NOTATIONS[shownNotation.value]
  return sign + group(whole, between) + (fraction === undefined ? '' : point + fraction)
}

/** A text with numbers as "1,234.56" in the shown notation. */
export function inNotation(text: string): string {
  const { group: between, point } = NOTATIONS[shownNotation.value]
  return text.replace(/[,.](?=\d)/g, (mark) => (mark === ',' ? between : point))
}
