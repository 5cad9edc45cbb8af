import { drawdownBar, DRAWDOWN_BARS, rateBar, RATE_BARS } from '../../contract/fleet-names.ts'
import { openPositions } from '../../contract/open-positions.ts'
import type { Clock } from '../../contract/ports.ts'
import type { FleetGroupRecord, FleetReport, SymbolExposure } from '../../contract/records/fleet.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { scopeKey, scopeOf } from '../../domain/access/scope.ts'
import { knownFigure } from '../../domain/device/known-figure.ts'
import { capitalOf } from '../../domain/fleet/account-result.ts'
import { addResult, noFigures, writtenFigures, type GroupFigures } from '../../domain/fleet/group-figures.ts'
import { rateOf } from '../../domain/performance/rate.ts'
import { addAccount } from '../../telemetry/fleet-sampler.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import { Turns } from '../../telemetry/rules/turns.ts'
import type { FleetDays } from './fleet-days.ts'
import { keysBy, symbolOf, type WantedGroups } from './fleet-dimensions.ts'
import { AT_ONCE, findMembers, type MemberSources, type WantedPeriod } from './fleet-members.ts'
import type { PeriodBook } from './period-book.ts'

interface Parts extends MemberSources {
  readonly periods: PeriodBook
  readonly days: FleetDays
  readonly clock: Clock
  readonly utcOffset: (at: number) => number
}

const MOST_CURRENCIES = 20
const MOST_SYMBOLS = 200
const MOST_GROUPS = 500

/** The figures of the fleet in a period, for the operators who look after it. */
export class FleetReports {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Refused 422 for an empty span */
  async report(actor: Actor, wanted: WantedPeriod): Promise<FleetReport> {
    const { periods, days, clock, utcOffset } = this.#parts
    const { scope, currency, accounts, byCurrency } = await findMembers(this.#parts, actor, wanted)
    const period = await periods.of(wanted)
    const now = clock.now()
    const figures = noFigures()
    const drawdowns = DRAWDOWN_BARS.map(() => 0)
    const rates = [...RATE_BARS.map(() => 0), 0]
    const place = placeOf(actor, wanted, currency)
    const sampled = wanted.having === undefined ? { ...scope, currency } : undefined
    await new Turns().through(accounts, AT_ONCE, async (some) => {
      for (const live of some) {
        addAccount(figures, live, now)
        const result = period.of(live.device.id)
        if (result === undefined) continue
        addResult(figures, result)
        countBar(drawdowns, drawdownBar(knownFigure(result.ddMax)))
        countBar(rates, rateBar(rateOf(result.profit, capitalOf(result))))
      }
    })
    return {
      utc_offset: utcOffset(now),
      currency,
      currencies: byCurrency
        .slice(0, MOST_CURRENCIES)
        .map(([name, members]) => ({ currency: name, accounts: members.length })),
      figures: writtenFigures(figures),
      days: await days.of(place, sampled, accounts, wanted),
      drawdowns,
      rates,
      exposure: await exposureOf(byCurrency, currency),
    }
  }

  /** @throws Refused 422 for an empty span */
  async groups(
    actor: Actor,
    wanted: WantedPeriod & WantedGroups,
  ): Promise<{ rows: FleetGroupRecord[]; total: number }> {
    const { periods, clock } = this.#parts
    const { accounts } = await findMembers(this.#parts, actor, wanted)
    const period = await periods.of(wanted)
    const now = clock.now()
    const keysOf = keysBy(wanted)
    const groups = new Map<string, GroupFigures>()
    await new Turns().through(accounts, AT_ONCE, async (some) => {
      for (const live of some) {
        const result = period.of(live.device.id)
        for (const key of keysOf(live)) {
          const figures = groups.get(key) ?? noFigures()
          groups.set(key, figures)
          addAccount(figures, live, now)
          if (result !== undefined) addResult(figures, result)
        }
      }
    })
    const rows = [...groups].sort(([, a], [, b]) => b.accounts - a.accounts).slice(0, MOST_GROUPS)
    return { rows: rows.map(([key, figures]) => ({ key, ...writtenFigures(figures) })), total: groups.size }
  }
}

/** Names the accounts of a caller's wish, for answers that are kept. */
function placeOf(actor: Actor, { app, agent, having }: WantedPeriod, currency: string): string {
  return JSON.stringify([scopeKey(scopeOf(actor)), app, agent, having, currency])
}

function countBar(bars: number[], bar: number | undefined): void {
  if (bar !== undefined) bars[bar] = (bars[bar] ?? 0) + 1
}

/** Positions are no money, so those of all currencies count together. */
async function exposureOf(
  byCurrency: readonly (readonly [string, readonly LiveDevice[]])[],
  currency: string,
): Promise<SymbolExposure[]> {
  const symbols = new Map<string, SymbolExposure>()
  const turns = new Turns()
  for (const [name, accounts] of byCurrency)
    await turns.through(accounts, AT_ONCE, async (some) => {
      for (const live of some) addExposure(symbols, live, name === currency)
    })
  return [...symbols.values()].sort((a, b) => b.positions - a.positions).slice(0, MOST_SYMBOLS)
}

function addExposure(symbols: Map<string, SymbolExposure>, { pulse }: LiveDevice, isMoney: boolean): void {
  const positions = pulse === undefined ? 0 : openPositions(pulse)
  if (pulse === undefined || !(positions > 0)) return
  const symbol = symbolOf(pulse.symbol)
  const sums = symbols.get(symbol) ?? { symbol, accounts: 0, positions: 0, buy: 0, sell: 0, floating: 0 }
  symbols.set(symbol, sums)
  sums.accounts++
  sums.positions += positions
  sums.buy += pulse.buyPos || 0
  sums.sell += pulse.sellPos || 0
  if (isMoney) sums.floating += pulse.floatPnl || 0
}
