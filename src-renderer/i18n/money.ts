import { inNotation } from './number-format.ts'

/** The notation of a currency's sums; `code` is ISO 4217. */
export interface MoneyFormat {
  readonly code: string
  /** Decimal places of its minor unit: 2 for CNY, 0 for JPY. */
  readonly digits: number
  /** Minor units → "¥1,234.50", with a true minus. */
  readonly format: (minor: number) => string
  /** The same with a sign in both directions: "+¥5.00". */
  readonly signed: (minor: number) => string
  /** Minor units → "1234.50", for fields and files. */
  readonly plain: (minor: number) => string
  /** Typed text → minor units; undefined where it is no sum, or finer than the minor unit. */
  readonly parse: (typed: string) => number | undefined
}

const MINUS = '\u2212'
const MAX_WHOLE_DIGITS = 13

/** @param locale of the text around it: "CN¥" in English, "¥" in Chinese */
export function moneyFormat(code: string, locale: string): MoneyFormat {
  const intl = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  })
  const digits = intl.resolvedOptions().maximumFractionDigits ?? 2
  const size = 10 ** digits
  const typed = new RegExp(
    digits === 0
      ? `^-?\\d{1,${MAX_WHOLE_DIGITS}}$`
      : `^-?\\d{1,${MAX_WHOLE_DIGITS}}(?:\\.\\d{0,${digits}})?$`,
  )
  const plain = (minor: number) => (minor / size).toFixed(digits)
  const format = (minor: number) => inNotation(intl.format(minor / size)).replace('-', MINUS)
  return {
    code,
    digits,
    format,
    signed: (minor) => (minor > 0 ? `+${format(minor)}` : format(minor)),
    plain,
    parse(text) {
      const given = text.trim().replaceAll(',', '').replace(MINUS, '-')
      return typed.test(given) ? Math.round(Number(given) * size) : undefined
    },
  }
}
