import type { Book, Telemetry } from '../market/trading-account.ts'
import type { Random } from '../random.ts'
import type { Dialect } from '../wire/dialect.ts'
import type { Pair } from '../wire/signature.ts'
import type { Account } from './account.ts'
import { accountKey } from './account.ts'

/** How MSVC, MQL and hand-written code print a value that is no number. */
const NO_NUMBER = ['inf', '-inf', 'nan', '-nan(ind)', '1.#INF'] as const

export function identityPairs(account: Account, dialect: Dialect): readonly Pair[] {
  if (dialect.identity === 'split') {
    return [
      ['mt5_login', account.login],
      ['mt5_server', account.server],
    ]
  }
  return [[dialect.identity, accountKey(account)]]
}

/** Drawdown and margin level are quotients: a program that divides by zero reports no numbers. */
function quotient(value: number, dialect: Dialect, random: Random): string {
  if (dialect.oddNumbers && random.chance(0.05)) return random.pick(NO_NUMBER)
  return value.toFixed(2)
}

/** The additional figures of a newer program. */
export function programPairs(
  account: Account,
  book: Book,
  report: Telemetry,
  { version }: Dialect,
): readonly Pair[] {
  if (version === undefined) return []
  const isLarge = book.deposit >= 10_000
  return [
    ['currency', isLarge ? 'USD' : 'USC'],
    ['program_version', version],
    ['magic', '20260101'],
    ['leverage', isLarge ? '100' : '500'],
    ['account_name', `Simulated ${account.login}`],
    ['day_profit', (report.equity - book.deposit).toFixed(2)],
    ['pending_orders', String(report.positions > 0 ? 1 : 0)],
  ]
}

export function telemetryPairs(
  report: Telemetry,
  symbol: string,
  dialect: Dialect,
  random: Random,
): readonly Pair[] {
  return [
    ['equity', report.equity.toFixed(2)],
    ['balance', report.balance.toFixed(2)],
    ['dd', quotient(report.dd, dialect, random)],
    ['positions', String(report.positions)],
    ['buy_pos', String(report.buy)],
    ['sell_pos', String(report.sell)],
    ['float_pnl', report.floating.toFixed(2)],
    ['margin_level', quotient(report.marginLevel, dialect, random)],
    ['symbol', symbol],
  ]
}
