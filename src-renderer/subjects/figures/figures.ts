import { writeNumber } from '../../i18n/number-format.ts'

/** In place of a missing figure. */
export const NO_FIGURE = '—'

/** An account's money: two decimals, never a currency (the protocol has none). */
export function money(value: number | null, decimals = 2): string {
  return value === null ? NO_FIGURE : writeNumber(value, decimals)
}

/** Profit and loss, with its sign. */
export function signedMoney(value: number | null, decimals = 2): string {
  return value === null ? NO_FIGURE : writeNumber(value, decimals, true)
}

/** Floating profit and loss. An account without positions has none, which is not 0.00. */
export function floatingMoney(value: number | null, positions: number | null, decimals = 2): string {
  return positions === 0 ? NO_FIGURE : signedMoney(value, decimals)
}

export function count(value: number | null): string {
  return money(value, 0)
}

export function percent(value: number | null, decimals = 2): string {
  return value === null ? NO_FIGURE : `${writeNumber(value, decimals)}%`
}

/** A return with its sign, percent. */
export function signedPercent(value: number | null, decimals = 2): string {
  return value === null ? NO_FIGURE : `${writeNumber(value, decimals, true)}%`
}

/** A margin level, whole percent; meaningless without positions. */
export function marginLevel(value: number | null, positions: number | null): string {
  return positions === 0 || positions === null ? NO_FIGURE : percent(value, 0)
}
