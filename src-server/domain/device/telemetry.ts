import {
  MAX_ACCOUNT_NAME_LENGTH,
  MAX_CURRENCY_LENGTH,
  MAX_PROGRAM_VERSION_LENGTH,
  MAX_SYMBOL_LENGTH,
} from '../../contract/limits.ts'

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
  leverage: number
  /** Profit of the day, in the account's currency. */
  dayProfit: number
  pendingOrders: number
  /** Undefined where the pulse has none of them, as from older programs. */
  program: ProgramFacts | undefined
}

/** Texts about an account and its program, which seldom change. Empty for those that were not sent. */
export interface ProgramFacts {
  readonly currency: string
  readonly version: string
  /** The number by which the program knows its own positions. */
  readonly magic: string
  readonly accountName: string
}

interface SentFacts {
  readonly currency?: string | undefined
  readonly program_version?: string | undefined
  readonly magic?: string | undefined
  readonly account_name?: string | undefined
}

/** @returns undefined where none is sent */
export function readProgramFacts(sent: SentFacts): ProgramFacts | undefined {
  const { currency, program_version: version, magic, account_name: name } = sent
  if (currency === undefined && version === undefined && magic === undefined && name === undefined)
    return undefined
  return {
    currency: readLine(currency, MAX_CURRENCY_LENGTH),
    version: readLine(version, MAX_PROGRAM_VERSION_LENGTH),
    magic: readMagic(magic),
    accountName: readLine(name, MAX_ACCOUNT_NAME_LENGTH),
  }
}

export function isSameProgram(a: ProgramFacts | undefined, b: ProgramFacts): boolean {
  return (
    a !== undefined &&
    a.version === b.version &&
    a.magic === b.magic &&
    a.currency === b.currency &&
    a.accountName === b.accountName
  )
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** A text on one line: no control or invisible characters, no blanks around it, cut at its greatest length. */
function readLine(text: string | undefined, most: number): string {
  if (text === undefined || text === '') return ''
  const line = text.replaceAll(UNSEEN, '').trim()
  return line.length <= most ? line : Array.from(line).slice(0, most).join('').trimEnd()
}

/** A magic number keeps its digits: the greatest ones are no exact numbers here. */
function readMagic(text: string | undefined): string {
  const digits = text?.trim() ?? ''
  return /^[0-9]{1,20}$/.test(digits) ? digits : ''
}

/** Reads a symbol. A single trailing space was a `+` before form encoding. */
export function readSymbol(text: string | undefined): string {
  if (text === undefined) return ''
  const restored = text.endsWith(' ') && !text.endsWith('  ') ? `${text.slice(0, -1)}+` : text
  const symbol = restored.trim()
  return symbol.length <= MAX_SYMBOL_LENGTH ? symbol : Array.from(symbol).slice(0, MAX_SYMBOL_LENGTH).join('')
}
