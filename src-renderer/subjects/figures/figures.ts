/** Between groups of thousands. */
const GROUP = ','
/** U+2212: a minus as wide as a plus, so that columns line up. */
const MINUS = '\u2212'
/** In place of a missing figure. */
export const NO_FIGURE = '—'

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, GROUP)
}

/** A rounded nought has no sign. */
function write(value: number, decimals: number, plus: boolean): string {
  const [whole = '0', fraction] = Math.abs(value).toFixed(decimals).split('.')
  const isNought = !/[1-9]/.test(whole + (fraction ?? ''))
  const sign = isNought ? '' : value < 0 ? MINUS : plus ? '+' : ''
  return sign + group(whole) + (fraction === undefined ? '' : `.${fraction}`)
}

/** An account's money: two decimals, never a currency (the protocol has none). */
export function money(value: number | null, decimals = 2): string {
  return value === null ? NO_FIGURE : write(value, decimals, false)
}

/** Profit and loss, with its sign. */
export function signedMoney(value: number | null, decimals = 2): string {
  return value === null ? NO_FIGURE : write(value, decimals, true)
}

/** Floating profit and loss. An account without positions has none, which is not 0.00. */
export function floatingMoney(value: number | null, positions: number | null): string {
  return positions === 0 ? NO_FIGURE : signedMoney(value)
}

export function count(value: number | null): string {
  return money(value, 0)
}

export function percent(value: number | null, decimals = 2): string {
  return value === null ? NO_FIGURE : `${write(value, decimals, false)}%`
}

/** A return with its sign, percent. */
export function signedPercent(value: number | null, decimals = 2): string {
  return value === null ? NO_FIGURE : `${write(value, decimals, true)}%`
}

/** A margin level, whole percent; meaningless without positions. */
export function marginLevel(value: number | null, positions: number | null): string {
  return positions === 0 || positions === null ? NO_FIGURE : percent(value, 0)
}
