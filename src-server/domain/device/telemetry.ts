import { MAX_SYMBOL_LENGTH } from '../../contract/limits.ts'

/** What a pulse reports. NaN means "no value": the terminal didn't send it, or what it sent is no number. */
export interface Telemetry {
  equity: number
  balance: number
  /** Drawdown as the program says it, percent, with either sign (drawdown.ts). */
  dd: number
  positions: number
  buyPos: number
  sellPos: number
  floatPnl: number
  /** Percent. */
  marginLevel: number
  symbol: string
}

/** A symbol; a single trailing space was a `+` that the form encoding lost. */
export function readSymbol(text: string | undefined): string {
  if (text === undefined) return ''
  const restored = text.endsWith(' ') && !text.endsWith('  ') ? `${text.slice(0, -1)}+` : text
  const symbol = restored.trim()
  return symbol.length <= MAX_SYMBOL_LENGTH ? symbol : Array.from(symbol).slice(0, MAX_SYMBOL_LENGTH).join('')
}
