import { serverOf } from '../account-key.ts'
import { assignedGroup, groupByName, type AssignedSymbol, type MarketGroup } from './symbol-groups.ts'
import {
  closedCause,
  marketState,
  type ClosedCause,
  type MarketHours,
  type MarketState,
} from './market-week.ts'

/** A symbol on a server whose market was seen open in its group's break. */
export interface LearnedMarket {
  readonly symbol: string
  readonly server: string
  /** Unix seconds. */
  readonly since: number
  /** The market counts as open until then, Unix seconds. */
  readonly until: number
}

/** The calendar as data: the settings, and what the server learned from pulses. */
export interface MarketCalendar extends Readonly<Record<MarketGroup, MarketHours>> {
  readonly symbols: readonly AssignedSymbol[]
  readonly learned: readonly LearnedMarket[]
}

/** The last pulse of an account, as far as its market depends on it. */
export interface TradedSymbol {
  readonly symbol: string
  /** Unix seconds. */
  readonly at: number
}

/**
 * Pulses this long after its break began show that the market of an unknown symbol has no such break: nobody knows
 * its week. The programs of other groups may pulse by a timer while the market is closed.
 */
const PULSES_ON = 3600
/** The symbols whose groups are remembered. A fleet trades a few hundred. */
const MOST_REMEMBERED = 5000

/** The markets by the calendar in effect. */
export interface CurrentMarkets {
  readonly current: Markets
}

/** The markets of all symbols by one calendar. Server and console build it from the same data. */
export class Markets {
  readonly #calendar: MarketCalendar
  readonly #groups = new Map<string, MarketGroup>()
  readonly #learned: ReadonlyMap<string, LearnedMarket>
  #statesAt = NaN
  readonly #states = new Map<MarketGroup, MarketState>()
  readonly #causes = new Map<MarketGroup, ClosedCause>()

  constructor(calendar: MarketCalendar) {
    this.#calendar = calendar
    this.#learned = new Map(calendar.learned.map((one) => [marketKey(one.symbol, one.server), one]))
  }

  groupOf(symbol: string): MarketGroup {
    const known = this.#groups.get(symbol)
    if (known !== undefined) return known
    const group = assignedGroup(symbol, this.#calendar.symbols) ?? groupByName(symbol)
    if (this.#groups.size >= MOST_REMEMBERED) this.#groups.clear()
    this.#groups.set(symbol, group)
    return group
  }

  /** Whether a vendor assigned the symbol: then pulses teach nothing about it. */
  isAssigned(symbol: string): boolean {
    return assignedGroup(symbol, this.#calendar.symbols) !== undefined
  }

  /** Whether a group has its break, and since when. Nothing that was learned counts. */
  ofGroup(group: MarketGroup, at: number): MarketState {
    if (at !== this.#statesAt) {
      this.#states.clear()
      this.#causes.clear()
      this.#statesAt = at
    }
    const known = this.#states.get(group)
    if (known !== undefined) return known
    const state = marketState(this.#calendar[group], at)
    this.#states.set(group, state)
    return state
  }

  /** The cause for which a group's market is closed. Undefined while it is open. Nothing that was learned counts. */
  closedBy(group: MarketGroup, at: number): ClosedCause | undefined {
    if (this.ofGroup(group, at).isOpen) return undefined
    const known = this.#causes.get(group)
    if (known !== undefined) return known
    const cause = closedCause(this.#calendar[group], at)
    if (cause !== undefined) this.#causes.set(group, cause)
    return cause
  }

  /** The market of an account. @param accountKey `<login>@<server>` */
  of(accountKey: string, { symbol, at: pulsedAt }: TradedSymbol, at: number): MarketState {
    const group = this.groupOf(symbol)
    const state = this.ofGroup(group, at)
    const learned =
      this.#learned.size === 0 ? undefined : this.#learned.get(marketKey(symbol, serverOf(accountKey)))
    if (learned !== undefined && !this.isAssigned(symbol)) {
      const { since, until } = learned
      if (!state.isOpen && since <= at && at < until) return { isOpen: true, since }
      if (state.isOpen && since < state.since && state.since <= until) return { isOpen: true, since }
    }
    const isUnheardOf = group === 'unknown' && symbol !== '' && !state.isOpen
    return isUnheardOf && pulsedAt > state.since + PULSES_ON ? { isOpen: true, since: 0 } : state
  }
}

/** Brokers write a symbol in one case; programs don't always. */
export function marketKey(symbol: string, server: string): string {
  return `${server}\n${symbol}`.toUpperCase()
}
