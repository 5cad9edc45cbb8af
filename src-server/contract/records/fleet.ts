import { z } from 'zod'

const money = z.number()
/** A part of the capital: 0.05 is 5 %. Capital: the equity before, and what was paid in. null without capital. */
const rate = z.number().nullable()
/** The largest drawdown of the period, percent. null for unknown. */
const drawdown = z.number().nullable()

/** The sums of trading accounts by their last figures. All money is in one currency. */
const fleetSums = z.object({
  accounts: z.int(),
  /** Accounts whose terminal pulses. */
  online: z.int(),
  equity: money,
  balance: money,
  floating: money,
  positions: z.int(),
  critical: z.int(),
  /** Accounts that may not open or not add. */
  paused: z.int(),
})

/** The sums of a currency at a moment. Never add the money of two currencies. */
export const fleetPoint = fleetSums.extend({
  /** The start of the step, Unix seconds. A time without the server has no rows. `online` is the mean of the step. */
  at: z.int(),
  /** Empty for accounts whose program sends none. */
  currency: z.string(),
})
export type FleetPoint = z.output<typeof fleetPoint>

/** The result of a period: profit = equity - equity before - deposits + withdrawals; realised is the same of the balance. */
const result = { profit: money, realised: money, deposits: money, withdrawals: money }

/** Accounts of one currency now, and their results in a period. */
export const fleetFigures = fleetSums.extend({ ...result, rate, drawdown })
export type FleetFigures = z.output<typeof fleetFigures>

/** A day of the server's wall clock. */
export const fleetDay = z.object({
  /** The beginning of the day, Unix seconds. */
  day: z.int(),
  /** Accounts with data. */
  accounts: z.int(),
  /** The equity of all accounts at the end of the day. null where the server was off. */
  equity: money.nullable(),
  balance: money.nullable(),
  ...result,
})
export type FleetDayRecord = z.output<typeof fleetDay>

/** Open positions of a symbol, without the prefixes and suffixes of brokers, in accounts of all currencies. */
export const symbolExposure = z.object({
  symbol: z.string(),
  /** Accounts with open positions. */
  accounts: z.int(),
  positions: z.int(),
  buy: z.int(),
  sell: z.int(),
  /** The sums of the accounts of the chosen currency. */
  floating: money,
})
export type SymbolExposure = z.output<typeof symbolExposure>

export const fleetReport = z.object({
  /** Minutes that the server's wall clock is ahead of UTC. */
  utc_offset: z.int(),
  /** The currency of all money here. */
  currency: z.string(),
  /** The currencies of the accounts, those of the most accounts first, at most 20. */
  currencies: z.array(z.object({ currency: z.string(), accounts: z.int() })),
  figures: fleetFigures,
  days: z.array(fleetDay),
  /** Accounts by DRAWDOWN_BARS and RATE_BARS. */
  drawdowns: z.array(z.int()),
  rates: z.array(z.int()),
  /** The most positions first, at most 200. */
  exposure: z.array(symbolExposure),
})
export type FleetReport = z.output<typeof fleetReport>

export const fleetGroup = fleetFigures.extend({
  /** The number of an agent or application, or a text. Empty for none. */
  key: z.string(),
})
export type FleetGroupRecord = z.output<typeof fleetGroup>

export const fleetAccount = z.object({
  id: z.int(),
  account_key: z.string(),
  label: z.string(),
  app: z.int(),
  agent: z.int().nullable(),
  equity: money.nullable(),
  floating: money.nullable(),
  /** null for an account without data in the period. */
  profit: money.nullable(),
  rate,
  drawdown,
})
export type FleetAccount = z.output<typeof fleetAccount>
