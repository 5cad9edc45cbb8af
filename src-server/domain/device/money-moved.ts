import { openPositions } from '../../contract/open-positions.ts'
import type { Telemetry } from './telemetry.ts'

/** The figures of a pulse that tell a deposit from a trade. NaN for a figure that the pulse lacks. */
export type MoneyFigures = Pick<
  Telemetry,
  'equity' | 'balance' | 'positions' | 'buyPos' | 'sellPos' | 'floatPnl' | 'dayProfit'
> & {
  /** Unix seconds. */
  readonly at: number
}

/** Programs round amounts to hundredths, so smaller differences are no money. */
const ROUNDING = 0.015
/** The share of an amount by which the floating profit may move beside it. */
const BESIDE = 1 / 4
const DAY = 86_400

/**
 * The money that was paid into an account (> 0) or out of it (< 0) between two consecutive pulses. A trade that closes
 * moves the balance and takes as much from the floating profit, so the equity stays. A payment moves both.
 */
export function moneyMoved(before: MoneyFigures, after: MoneyFigures): number {
  const change = after.balance - before.balance
  // NaN too: an unknown balance shows no payment.
  if (!(Math.abs(change) >= ROUNDING)) return 0
  const floated = floatingOf(after) - floatingOf(before)
  const closed = closedBetween(before, after)
  if (Number.isNaN(closed)) {
    const isSameOpen = openPositions(before) === openPositions(after)
    return isSameOpen && Math.abs(floated) <= Math.abs(change) * BESIDE ? change : 0
  }
  const moved = change - closed
  if (Math.abs(moved) < ROUNDING) return 0
  // Trades of other programs are not in the day's profit. They leave the equity as it was.
  return Math.abs(closed + floated) <= Math.abs(moved) * BESIDE ? round(moved) : 0
}

/** The profit that was closed between two pulses, by the program's profit of the day. NaN when that doesn't tell. */
function closedBetween(before: MoneyFigures, after: MoneyFigures): number {
  const { dayProfit: now } = after
  const change = after.balance - before.balance
  // The program's day may have ended in between: its profit begins again from 0.
  const isAnew = after.at - before.at >= DAY || now === 0 || Math.abs(change - now) < ROUNDING
  return isAnew && !Number.isNaN(before.dayProfit) ? now : now - before.dayProfit
}

function floatingOf({ floatPnl, equity, balance }: MoneyFigures): number {
  return Number.isNaN(floatPnl) ? equity - balance : floatPnl
}

/** The difference of amounts in hundredths without the noise of binary fractions. */
function round(amount: number): number {
  return Math.round(amount * 100) / 100
}
