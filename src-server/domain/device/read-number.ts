import { MAX_TELEMETRY_NUMBER } from '../../contract/limits.ts'

/** Longer texts are no numbers. */
const LONGEST = 40
/** A point or a comma before the decimals, where no thousands are grouped. */
const PLAIN = /^-?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]{1,3})?$/
/** A comma with exactly three digits behind it: it may group thousands. */
const UNCLEAR_COMMA = /^\s*[+-]?[0-9]+,[0-9]{3}(?:[eE]|\s*$)/
/** A number that begins with a nought has no groups of thousands. */
const LESS_THAN_ONE = /^-?0,/
/** Groups of thousands, all by the same sign, and perhaps decimals behind another one. */
const GROUPED = /^(-?[1-9][0-9]{0,2}(?:([,.' ])[0-9]{3})(?:\2[0-9]{3})*)(?:(?!\2)[.,]([0-9]*))?$/
/** How locales write one blank (a plain, a no-break, a narrow, a thin one), one apostrophe, and a minus. */
const BLANKS = /[\u00a0\u2007\u2009\u202f]/gu
const APOSTROPHES = /[\u2018\u2019\u02bc]/gu
const MINUSES = /^\u2212/u

/**
 * A terminal's number: a decimal point or comma, an exponent, grouped thousands. `inf`, `nan`, `1.#INF`, text and what is out of
 * range (|x| > 1e15) are NaN. So is what stays unclear: never a thousandth of what was meant.
 */
export function readNumber(text: string | undefined): number {
  if (text === undefined || text.length > LONGEST) return NaN
  return readDecimal(text) ?? inRange(readAny(text))
}

/** A count: a negative one is none. */
export function readCount(text: string | undefined): number {
  const count = readNumber(text)
  return count < 0 ? NaN : Math.abs(count)
}

/** A percentage below a thousand: a comma before three digits is a decimal one. */
export function readPercent(text: string | undefined): number {
  const isDecimal = text?.includes(',') === true && UNCLEAR_COMMA.test(text)
  return readNumber(isDecimal ? text.replace(',', '.') : text)
}

const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
/** With no more digits than these the number without its point is exact, and so is the power of ten that divides it. */
const EXACT_DIGITS = 15
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, digits) => 10 ** digits)

/** The form of nearly all numbers: digits, perhaps a minus before and a point between them. Undefined for all else. */
function readDecimal(text: string): number | undefined {
  const start = text.charCodeAt(0) === MINUS ? 1 : 0
  let value = 0
  let digits = 0
  let decimals = -1
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === POINT && decimals < 0 && digits > 0) decimals = 0
    else if (code >= ZERO && code <= ZERO + 9) {
      value = value * 10 + code - ZERO
      digits++
      if (decimals >= 0) decimals++
    } else return undefined
  }
  if (digits === 0 || digits > EXACT_DIGITS) return undefined
  const size = decimals > 0 ? value / (POWERS[decimals] ?? NaN) : value
  return start === 1 ? -size : size
}

function readAny(text: string): number {
  const trimmed = text
    .trim()
    .replace(/^\+(?=[0-9.,])/, '')
    .replace(MINUSES, '-')
  if (PLAIN.test(trimmed) && (!UNCLEAR_COMMA.test(trimmed) || LESS_THAN_ONE.test(trimmed)))
    return Number(trimmed.replace(',', '.'))
  const [, whole, , decimals] = GROUPED.exec(trimmed.replace(BLANKS, ' ').replace(APOSTROPHES, "'")) ?? []
  return whole === undefined ? NaN : Number(`${whole.replace(/[^-0-9]/g, '')}.${decimals ?? ''}`)
}

function inRange(value: number): number {
  return Math.abs(value) > MAX_TELEMETRY_NUMBER ? NaN : value
}
