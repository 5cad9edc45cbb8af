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
