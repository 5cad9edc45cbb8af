import { MAX_TELEMETRY_NUMBER } from '../../contract/limits.ts'

/** A longer text is no number. */
const LONGEST = 40
/** A number without grouped thousands, with a point or a comma before the decimals. */
const PLAIN = /^-?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]{1,3})?$/
/** A comma followed by exactly three digits: it may group thousands or begin decimals. */
const UNCLEAR_COMMA = /^\s*[+-]?[0-9]+,[0-9]{3}(?:[eE]|\s*$)/
/** A number that begins with a zero has no grouped thousands. */
const LESS_THAN_ONE = /^-?0,/
/** Thousands grouped by one sign, with optional decimals after another sign. */
const GROUPED = /^(-?[1-9][0-9]{0,2}(?:([,.' ])[0-9]{3})(?:\2[0-9]{3})*)(?:(?!\2)[.,]([0-9]*))?$/
/** The forms of a blank in locales (normal, no-break, figure, thin), of an apostrophe, and of a minus. */
const BLANKS = /[\u00a0\u2007\u2009\u202f]/gu
const APOSTROPHES = /[\u2018\u2019\u02bc]/gu
const MINUSES = /^\u2212/u

/**
 * Reads a terminal's number: a decimal point or comma, an exponent, grouped thousands. `inf`, `nan`,
 * `1.#INF`, other text and values out of range (|x| > 1e15) are NaN. An ambiguous text is NaN too, so that a
 * value is never a thousandth of the intended one.
 */
export function readNumber(text: string | undefined): number {
  if (text === undefined || text.length > LONGEST) return NaN
  return readDecimal(text) ?? inRange(readAny(text))
}

/** Reads a count. A negative number is no count. */
export function readCount(text: string | undefined): number {
  const count = readNumber(text)
  return count < 0 ? NaN : Math.abs(count)
}

/** Reads a whole count. A number with decimals is none. */
export function readWhole(text: string | undefined): number {
  const count = readCount(text)
  return Number.isInteger(count) ? count : NaN
}

/** Reads a percentage below a thousand, so a comma before three digits is a decimal comma. */
export function readPercent(text: string | undefined): number {
  const isDecimal = text?.includes(',') === true && UNCLEAR_COMMA.test(text)
  return readNumber(isDecimal ? text.replace(',', '.') : text)
}

const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
/**
 * Up to this number of digits, the number without its point is exact, and so is the power of ten that divides
 * it.
 */
const EXACT_DIGITS = 15
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, digits) => 10 ** digits)

/**
 * Reads the form of nearly all numbers: digits, an optional minus, an optional point. Undefined for any other
 * form.
 */
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
