import { MAX_SYMBOL_LENGTH, MAX_TELEMETRY_NUMBER } from '../../contract/limits.ts'

/** What a pulse reports. NaN means "no value": the terminal didn't send it, or what it sent is no number. */
export interface Telemetry {
  equity: number
  balance: number
  /** Drawdown, percent. */
  dd: number
  positions: number
  buyPos: number
  sellPos: number
  floatPnl: number
  /** Percent. */
  marginLevel: number
  symbol: string
}

const NUMBER = /^[+-]?(?:[0-9]+(?:[.,][0-9]*)?|[.,][0-9]+)(?:[eE][+-]?[0-9]{1,3})?$/

/** A terminal's number: decimal point or comma, exponent allowed; `inf`, `nan`, `1.#INF`, text, |x| > 1e15 are NaN (protocol.md 8). */
export function readNumber(text: string | undefined): number {
  if (text === undefined || text.length > 40) return NaN
  return readDecimal(text) ?? readAnyNumber(text)
}

const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
/** With no more digits than these the number without its point is exact, and so is the power of ten that divides it. */
const EXACT_DIGITS = 15
const POWERS = Array.from({ length: EXACT_DIGITS + 1 }, (_, digits) => 10 ** digits)

/** What nearly all numbers are: digits, perhaps a minus before and a point between them. Undefined for all else. */
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

function readAnyNumber(text: string): number {
  const trimmed = text.trim()
  if (!NUMBER.test(trimmed)) return NaN
  const value = Number(trimmed.replace(',', '.'))
  return Math.abs(value) > MAX_TELEMETRY_NUMBER ? NaN : value
}

/** A symbol; a single trailing space was a `+` that the form encoding lost (clients.md 3.2). */
export function readSymbol(text: string | undefined): string {
  if (text === undefined) return ''
  const restored = text.endsWith(' ') && !text.endsWith('  ') ? `${text.slice(0, -1)}+` : text
  const symbol = restored.trim()
  return symbol.length <= MAX_SYMBOL_LENGTH ? symbol : Array.from(symbol).slice(0, MAX_SYMBOL_LENGTH).join('')
}
