import { MAX_SYMBOL_LENGTH } from '../../contract/limits.ts'

/** The values of a pulse. NaN means "no value": the terminal sent none, or a text that is no number. */
export interface Telemetry {
  equity: number
  balance: number
  /** The drawdown that the program reports, percent, with either sign (drawdown.ts). */
  dd: number
  positions: number
  buyPos: number
  sellPos: number
  floatPnl: number
  /** Percent. */
  marginLevel: number
  symbol: string
}

/** Reads a symbol. A single trailing space was a `+` before form encoding. */
export function readSymbol(text: string | undefined): string {
  if (text === undefined) return ''
  const restored = text.endsWith(' ') && !text.endsWith('  ') ? `${text.slice(0, -1)}+` : text
  const symbol = restored.trim()
  return symbol.length <= MAX_SYMBOL_LENGTH ? symbol : Array.from(symbol).slice(0, MAX_SYMBOL_LENGTH).join('')
}
