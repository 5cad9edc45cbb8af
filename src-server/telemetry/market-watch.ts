import { BoundedMap } from '../contract/bounded-map.ts'
import { serverOf } from '../contract/account-key.ts'
import { marketKey, type CurrentMarkets, type LearnedMarket } from '../contract/markets/markets.ts'
import { openPositions } from '../contract/open-positions.ts'
import type { Telemetry } from '../domain/device/telemetry.ts'
import type { LiveDevice } from './live-device.ts'

/** The figures of an account that moved during its market's break. Times are Unix seconds. */
interface Movement {
  readonly breakSince: number
  readonly first: number
  last: number
  times: number
}

/** Breaks begin and end an hour earlier or later by summer time and by broker: this near to its ends nothing is learned, seconds. */
const EDGE = 2 * 3600
/** A deposit or a swap changes a figure once. A market moves it again and again. */
const LEAST_MOVES = 3
const LEAST_SECONDS = 600
/** An account that pulsed until this long before the break was there when the market closed, seconds. */
const AT_THE_CLOSE = 600
/** A market is forgotten when no account moves in its break for this time, seconds. */
const REMEMBERED_SECONDS = 42 * 86_400
/** A learned market is confirmed at most once in this time, seconds. */
const CONFIRMED_SECONDS = 86_400
/** The maximum number of accounts that move in breaks and are remembered. */
const MOST_MOVING = 20_000

/**
 * Learns from pulses which markets are open in their group's break. Pulses alone show nothing: programs pulse by a
 * timer while the market is closed. A pulse while the group's market is open costs two look-ups in maps.
 */
export class MarketWatch {
  readonly #markets: CurrentMarkets
  readonly #moving = new BoundedMap<number, Movement>(MOST_MOVING)

  constructor(markets: CurrentMarkets) {
    this.#markets = markets
  }

  /** Call it before the pulse is recorded. */
  onPulse({ device, pulse }: LiveDevice, telemetry: Telemetry, now: number): void {
    const markets = this.#markets.current
    const cause = markets.closedBy(markets.groupOf(telemetry.symbol), now, serverOf(device.accountKey))
    if (cause === undefined || pulse === undefined) return
    if (pulse.at < cause.from + EDGE || now > cause.to - EDGE) return
    if (pulse.symbol !== telemetry.symbol || !hasMoved(pulse, telemetry)) return
    const known = this.#moving.get(device.id)
    if (known?.breakSince !== cause.from) {
      this.#moving.set(device.id, { breakSince: cause.from, first: now, last: now, times: 1 })
      return
    }
    known.last = now
    known.times++
  }

  /**
   * Runs now and then.
   * @param accounts all of them, with pauses
   * @returns the markets that were learned or confirmed since the last time
   */
  async learn(
    accounts: AsyncIterable<LiveDevice>,
    known: readonly LearnedMarket[],
    now: number,
  ): Promise<LearnedMarket[]> {
    if (this.#moving.size === 0) return []
    const fresh = new Map(known.map((one) => [marketKey(one.symbol, one.server), one]))
    const votes = await this.#countVotes(accounts, fresh, now)
    return [...votes].flatMap(([key, { symbol, server, votes }]) => {
      if (votes <= 0) return []
      const since = fresh.get(key)?.since ?? now
      return [{ symbol, server, since, until: this.#until(symbol, server, now) }]
    })
  }

  /**
   * Every account of a market has a vote: for an open one where its figures moved, against it where it had open
   * positions at the close and its figures stayed. An account that holds something else decides for no other account.
   */
  async #countVotes(
    accounts: AsyncIterable<LiveDevice>,
    known: ReadonlyMap<string, LearnedMarket>,
    now: number,
  ) {
    const markets = this.#markets.current
    const votes = new Map<string, { symbol: string; server: string; votes: number }>()
    const against = new Map<string, number>()
    for await (const { device, pulse } of accounts) {
      if (pulse === undefined) continue
      const group = markets.groupOf(pulse.symbol)
      const server = serverOf(device.accountKey)
      const cause = markets.closedBy(group, now, server)
      if (cause === undefined || markets.isAssigned(pulse.symbol)) continue
      const key = marketKey(pulse.symbol, server)
      if ((known.get(key)?.until ?? 0) > now + REMEMBERED_SECONDS - CONFIRMED_SECONDS) continue
      if (isProof(this.#moving.get(device.id), cause.from)) {
        const counted = votes.get(key) ?? { symbol: pulse.symbol, server, votes: 0 }
        votes.set(key, { ...counted, votes: counted.votes + 1 })
      } else if (
        openPositions(pulse) > 0 &&
        pulse.at >= markets.ofGroup(group, now, server).since - AT_THE_CLOSE
      )
        against.set(key, (against.get(key) ?? 0) + 1)
    }
    for (const [key, counted] of votes) counted.votes -= against.get(key) ?? 0
    return votes
  }

  /** A market that is open on a holiday is closed in its next weekly break. */
  #until(symbol: string, server: string, now: number): number {
    const markets = this.#markets.current
    const cause = markets.closedBy(markets.groupOf(symbol), now, server)
    return cause?.isHoliday === true ? cause.to : now + REMEMBERED_SECONDS
  }
}

function isProof(movement: Movement | undefined, breakSince: number): boolean {
  return (
    movement?.breakSince === breakSince &&
    movement.times >= LEAST_MOVES &&
    movement.last - movement.first >= LEAST_SECONDS
  )
}

type Figures = Pick<Telemetry, 'floatPnl' | 'equity'>

/** A deposit moves the equity alone, so the floating result counts where a program reports it. */
function hasMoved(before: Figures, after: Figures): boolean {
  if (!Number.isNaN(before.floatPnl) && !Number.isNaN(after.floatPnl))
    return before.floatPnl !== after.floatPnl
  return !Number.isNaN(before.equity) && !Number.isNaN(after.equity) && before.equity !== after.equity
}
