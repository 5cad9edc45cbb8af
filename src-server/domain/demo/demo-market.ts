import type { Random } from '../../contract/ports.ts'
import type { ProgramFacts, Telemetry } from '../device/telemetry.ts'

/** The way of trading of a demo account. */
interface DemoTrader {
  readonly symbol: string
  /** The balance it starts with. */
  readonly start: number
  /** How many positions it opens at most, one after the other. */
  readonly most: number
  /** How far one position moves in a step, as a part of the balance. */
  readonly swing: number
  readonly leverage: number
  /** The texts of the account's program about itself. */
  readonly program: ProgramFacts
}

/** What the vendor switched for the account. */
export interface DemoSwitches {
  readonly pauseOpen: boolean
  readonly pauseAdd: boolean
  /** An order to close all reached the account. */
  readonly closing: boolean
}

const SYMBOLS = ['XAUUSD', 'EURUSD', 'GBPUSD', 'USDJPY', 'BTCUSD', 'XAUUSD', 'US30', 'EURUSD']
/** Most trade calmly. A few add to a loss, as grids do, so that the board has something to show. */
const STYLES = [
  { most: 3, swing: 0.0009 },
  { most: 2, swing: 0.0006 },
  { most: 5, swing: 0.0012 },
  { most: 9, swing: 0.003 },
]
const LEVERAGES = [100, 500, 30]
const STARTS = [1000, 2500, 5000, 10_000, 25_000, 3000]
/** An account that has less than this part of its start gets a deposit. */
const RUINED = 0.4
/** Drawdown at which a broker closes everything, percent. */
const STOP_OUT = 45
/** Margin of a position, as a part of the balance. */
const MARGIN = 0.04

/** @param index of the account, from 0 */
export function demoTrader(index: number): DemoTrader {
  const style = STYLES[index % STYLES.length] ?? { most: 3, swing: 0.001 }
  const symbol = SYMBOLS[index % SYMBOLS.length] ?? 'XAUUSD'
  return {
    ...style,
    symbol,
    start: STARTS[index % STARTS.length] ?? 5000,
    leverage: LEVERAGES[index % LEVERAGES.length] ?? 100,
    program: {
      currency: 'USD',
      // Some customers never update.
      version: index % 5 === 4 ? '1.0' : '1.1',
      magic: String(20_260_000 + (index % STYLES.length)),
      accountName: `Demo ${String(index + 1).padStart(2, '0')}`,
    },
  }
}

/** Steps of trading before an account's first pulse, so that it has a past. */
const PAST = 150
const FREE: DemoSwitches = { pauseOpen: false, pauseAdd: false, closing: false }

/** The first figures of a demo account. */
export function firstDemoFigures(trader: DemoTrader, random: Random): Telemetry {
  let figures = nextDemoFigures(trader, undefined, FREE, random)
  for (let step = 0; step < PAST; step++) figures = nextDemoFigures(trader, figures, FREE, random)
  return figures
}

/** The figures of a demo account after its next step. @param last undefined for the first step */
export function nextDemoFigures(
  trader: DemoTrader,
  last: Telemetry | undefined,
  switches: DemoSwitches,
  random: Random,
): Telemetry {
  const chance = (of: number) => random.below(1000) < of * 1000
  const between = (low: number, high: number) => low + ((high - low) * random.below(10_001)) / 10_000
  let balance = last === undefined || Number.isNaN(last.balance) ? trader.start : last.balance
  let positions = last?.positions ?? 0
  let isBuy = last === undefined ? chance(0.5) : last.buyPos > 0
  let float = last?.floatPnl ?? 0

  if (positions > 0) float += balance * trader.swing * positions * between(-1, 1)
  const lost = (-float / balance) * 100
  const target = balance * trader.swing * 6
  if (positions > 0 && (switches.closing || lost >= STOP_OUT || (float > target && chance(0.3)))) {
    balance = Math.max(0, balance + float)
    positions = 0
    float = 0
  } else if (positions > 0 && positions < trader.most && !switches.pauseAdd && float < 0 && chance(0.15)) {
    positions++
  } else if (positions === 0 && !switches.pauseOpen && !switches.closing && chance(0.25)) {
    positions = 1
    isBuy = chance(0.5)
  }
  if (positions === 0 && balance < trader.start * RUINED) balance = trader.start

  const equity = balance + float
  const before = last === undefined || Number.isNaN(last.equity) ? equity : last.equity
  const earned = last === undefined || Number.isNaN(last.dayProfit) ? 0 : last.dayProfit
  return {
    equity: cents(equity),
    balance: cents(balance),
    dd: cents(Math.max(0, ((balance - equity) / balance) * 100)),
    positions,
    buyPos: isBuy ? positions : 0,
    sellPos: isBuy ? 0 : positions,
    floatPnl: cents(float),
    marginLevel: positions === 0 ? 0 : cents((equity / (balance * MARGIN * positions)) * 100),
    symbol: trader.symbol,
    leverage: trader.leverage,
    dayProfit: cents(earned + equity - before),
    // A grid waits with orders on the side that it would add to.
    pendingOrders: positions > 0 && positions < trader.most ? trader.most - positions : 0,
    program: trader.program,
  }
}

function cents(value: number): number {
  return Math.round(value * 100) / 100
}
