import { serverOf } from '../account-key.ts'
import { brokerOffset, type BrokerClock } from './broker-time.ts'
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
  readonly brokers: readonly BrokerClock[]
  /** The groups whose breaks are by the clocks of trading servers. */
  readonly in_broker_time: readonly MarketGroup[]
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
  #momentsAt = NaN
  readonly #moments = new Map<string, GroupMoment>()
  readonly #clocks = new Map<string, UtcOffset | undefined>()

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
  ofGroup(group: MarketGroup, at: number, server = ''): MarketState {
    return this.#momentOf(group, at, server).state
  }

  /** The cause for which a group's market is closed. Undefined while it is open. Nothing that was learned counts. */
  closedBy(group: MarketGroup, at: number, server = ''): ClosedCause | undefined {
    const moment = this.#momentOf(group, at, server)
    return moment.state.isOpen ? undefined : (moment.cause ??= causeIn(moment.week))
  }

  /** The minutes that a trading server's clock is ahead of UTC. Undefined where nobody entered it. */
  brokerClock(server: string): UtcOffset | undefined {
    const { brokers } = this.#calendar
    if (brokers.length === 0) return undefined
    if (!this.#clocks.has(server)) {
      if (this.#clocks.size >= MOST_REMEMBERED) this.#clocks.clear()
      this.#clocks.set(server, brokerOffset(brokers, server))
    }
    return this.#clocks.get(server)
  }

  #momentOf(group: MarketGroup, at: number, server: string): GroupMoment {
    if (at !== this.#momentsAt) {
      this.#moments.clear()
      this.#momentsAt = at
    }
    const clock = this.#calendar.in_broker_time.includes(group) ? this.brokerClock(server) : undefined
    const key = keyOf(group, clock, at)
    const known = this.#moments.get(key)
    if (known !== undefined) return known
    const week = localWeek(this.#calendar[group], clock, at)
    const state = marketState(week.hours, week.now)
    const found: GroupMoment = { week, state: { ...state, since: week.back(state.since) }, cause: undefined }
    this.#moments.set(key, found)
    return found
  }

  /** The market of an account. @param accountKey `<login>@<server>` */
  of(accountKey: string, { symbol, at: pulsedAt }: TradedSymbol, at: number): MarketState {
    const group = this.groupOf(symbol)
    const server = serverOf(accountKey)
    const state = this.ofGroup(group, at, server)
    const learned = this.#learned.size === 0 ? undefined : this.#learned.get(marketKey(symbol, server))
    if (learned !== undefined && !this.isAssigned(symbol)) {
      const { since, until } = learned
      if (!state.isOpen && since <= at && at < until) return { isOpen: true, since }
      if (state.isOpen && since < state.since && state.since <= until) return { isOpen: true, since }
    }
    const isUnheardOf = group === 'unknown' && symbol !== '' && !state.isOpen
    return isUnheardOf && pulsedAt > state.since + PULSES_ON ? { isOpen: true, since: 0 } : state
  }
}

type UtcOffset = (at: number) => number

/** A group's market at a moment. Its cause is looked for when somebody asks. */
interface GroupMoment {
  readonly week: ReturnType<typeof localWeek>
  readonly state: MarketState
  cause: ClosedCause | undefined
}

/** Servers with clocks alike have their breaks together. */
function keyOf(group: MarketGroup, clock: UtcOffset | undefined, at: number): string {
  return clock === undefined ? group : `${group} ${clock(at)}`
}

/** The hours and a moment by a clock, and the way back from its moments. */
function localWeek({ breaks, holidays }: MarketHours, clock: UtcOffset | undefined, at: number) {
  const by = clock === undefined ? 0 : clock(at) * 60
  if (clock === undefined || by === 0)
    return { hours: { breaks, holidays }, now: at, back: (local: number) => local }
  const moved = holidays.map((one) => ({ ...one, from: one.from + by, to: one.to + by }))
  // 0 is since ever.
  const back = (local: number) => (local === 0 ? 0 : local - clock(local - by) * 60)
  return { hours: { breaks, holidays: moved }, now: at + by, back }
}

function causeIn({ hours, now, back }: ReturnType<typeof localWeek>): ClosedCause | undefined {
  const cause = closedCause(hours, now)
  return cause && { ...cause, from: back(cause.from), to: back(cause.to) }
}

/** Brokers write a symbol in one case; programs don't always. */
export function marketKey(symbol: string, server: string): string {
  return `${server}\n${symbol}`.toUpperCase()
}
