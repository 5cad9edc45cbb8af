import type { Random } from '../random.ts'
import type { Instrument } from './instruments.ts'

/**
 * A grid robot on one account: opens, adds against the move, takes profit, gives up. Pure: values in, values
 * out.
 */
export interface Position {
  readonly side: 1 | -1
  readonly lots: number
  readonly price: number
}

export interface Book {
  readonly balance: number
  /** The starting balance of the robot: its drawdown is measured from the best equity since then. */
  readonly deposit: number
  readonly peak: number
  readonly positions: readonly Position[]
  /** After a close_all the robot stays out of the market until this second. */
  readonly flatUntil: number
}

export interface Orders {
  readonly pauseOpen: boolean
  readonly pauseAdd: boolean
}

export interface Telemetry {
  readonly equity: number
  readonly balance: number
  /** Percent. */
  readonly dd: number
  readonly positions: number
  readonly buy: number
  readonly sell: number
  readonly floating: number
  /** Percent; 0 without open positions, as MT5 reports it. */
  readonly marginLevel: number
}

const FLAT_SECONDS = 60
const MAX_POSITIONS = 7
const ADD_FACTOR = 1.35
const STOP_SHARE = 0.3

export function openAccount(random: Random): Book {
  const deposit = 1000 * random.pick([1, 2, 3, 5, 10, 10, 25, 50])
  return { balance: deposit, deposit, peak: deposit, positions: [], flatUntil: 0 }
}

function floatingOf(book: Book, instrument: Instrument, price: number): number {
  return book.positions.reduce(
    (sum, { side, lots, price: opened }) => sum + side * lots * instrument.lotValue * (price - opened),
    0,
  )
}

function cents(amount: number): number {
  return Math.round(amount * 100) / 100
}

/** Closes every position at `price` and realises the result. */
export function closeEverything(book: Book, instrument: Instrument, price: number, second: number): Book {
  const balance = cents(book.balance + floatingOf(book, instrument, price))
  return { ...book, balance, positions: [], flatUntil: second + FLAT_SECONDS }
}

/** 0.01 lot is a broker's smallest step. */
function roundLots(lots: number): number {
  return Math.max(0.01, Math.round(lots * 100) / 100)
}

function trade(book: Book, market: Market, orders: Orders, random: Random): Book {
  const { instrument, price } = market
  const [first] = book.positions
  const last = book.positions.at(-1)
  if (first === undefined || last === undefined) {
    if (orders.pauseOpen || market.second < book.flatUntil || !random.chance(0.25)) return book
    const side = random.chance(0.5) ? 1 : -1
    return { ...book, positions: [{ side, lots: roundLots(book.balance / 20_000), price }] }
  }
  const against = (last.side * (last.price - price)) / last.price
  if (against < instrument.volatility * 12 || book.positions.length >= MAX_POSITIONS) return book
  if (orders.pauseAdd || !random.chance(0.7)) return book
  return {
    ...book,
    positions: [...book.positions, { side: first.side, lots: roundLots(last.lots * ADD_FACTOR), price }],
  }
}

export interface Market {
  readonly instrument: Instrument
  readonly price: number
  /** Since the start of the simulation. */
  readonly second: number
}

/** One turn of the robot: takes profit, gives up, opens or adds as far as `orders` allow. */
export function advance(book: Book, market: Market, orders: Orders, random: Random): Book {
  const floating = floatingOf(book, market.instrument, market.price)
  const done = floating > book.balance * 0.004 || floating < -book.balance * STOP_SHARE
  const kept =
    done && book.positions.length > 0
      ? { ...closeEverything(book, market.instrument, market.price, market.second), flatUntil: market.second }
      : trade(book, market, orders, random)
  // A ruined account is funded again, so that a long simulation continues.
  const funded =
    kept.positions.length === 0 && kept.balance < kept.deposit * 0.2
      ? { ...kept, balance: kept.deposit, peak: kept.deposit }
      : kept
  const equity = funded.balance + floatingOf(funded, market.instrument, market.price)
  return { ...funded, peak: Math.max(funded.peak, equity) }
}

export function readTelemetry(book: Book, instrument: Instrument, price: number): Telemetry {
  const floating = cents(floatingOf(book, instrument, price))
  const equity = cents(book.balance + floating)
  const margin = book.positions.reduce((sum, { lots }) => sum + lots * instrument.lotMargin, 0)
  const buy = book.positions.filter(({ side }) => side === 1).length
  return {
    equity,
    balance: book.balance,
    dd: book.peak > 0 ? Math.max(0, ((book.peak - equity) / book.peak) * 100) : 0,
    positions: book.positions.length,
    buy,
    sell: book.positions.length - buy,
    floating,
    marginLevel: margin > 0 ? (equity / margin) * 100 : 0,
  }
}
