import type { Clock } from '../../contract/ports.ts'
import type { FleetDayRecord } from '../../contract/records/fleet.ts'
import { dayAfter, daysBetween } from '../../domain/calendar/wall-days.ts'
import type { DaySpan, FleetDay, FleetGroups, TelemetryStore } from '../../store/telemetry-store.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import { KeptAnswers } from './kept-answers.ts'
import { oneGroup } from './one-group.ts'
import { splitToday } from './period-book.ts'

interface Parts {
  readonly telemetry: Pick<TelemetryStore, 'fleetDays' | 'fleetEnds'>
  readonly clock: Clock
  readonly utcOffset: (at: number) => number
}

/** The answers in memory: a few kilobytes each. */
const MOST_KEPT = 100
const NOTHING = { accounts: 0, profit: 0, realised: 0, deposits: 0, withdrawals: 0 }

/** The sums of accounts by day. Ended days are read once for each place, and today again after a moment. */
export class FleetDays {
  readonly #parts: Parts
  readonly #kept: KeptAnswers<FleetDayRecord[]>

  constructor(parts: Parts) {
    this.#parts = parts
    this.#kept = new KeptAnswers(parts.clock, MOST_KEPT)
  }

  /** @param place names the accounts @param groups the same accounts as the samples know them, undefined where they don't */
  async of(
    place: string,
    groups: FleetGroups | undefined,
    accounts: readonly LiveDevice[],
    span: DaySpan,
  ): Promise<FleetDayRecord[]> {
    const { clock, utcOffset } = this.#parts
    const read = splitToday(span, clock.now(), utcOffset).map(({ from, to, seconds }) =>
      this.#kept.get(`${place} ${from} ${to}`, seconds, () => this.#read(groups, accounts, { from, to })),
    )
    return (await Promise.all(read)).flat()
  }

  /** Every day of the span. What accounts earned is by their pulses; the equity of all of them at its end is by the samples. */
  async #read(
    groups: FleetGroups | undefined,
    accounts: readonly LiveDevice[],
    { from, to }: DaySpan,
  ): Promise<FleetDayRecord[]> {
    const { telemetry, utcOffset } = this.#parts
    const endOf = (day: number) => dayAfter(day, utcOffset)
    const days = daysBetween(from, to + 1, utcOffset)
    const [earned, ends] = await Promise.all([
      telemetry.fleetDays({ from, to, groups: oneGroup(accounts) }),
      groups === undefined ? [] : telemetry.fleetEnds({ ...groups, ends: days.map(endOf) }),
    ])
    const earnedOn = new Map(earned.map((day) => [day.day, day]))
    const endedAt = new Map(ends.map((end) => [end.at, end]))
    return days.map((day) => {
      const end = endedAt.get(endOf(day))
      return {
        day,
        ...resultOf(earnedOn.get(day)),
        equity: end?.equity ?? null,
        balance: end?.balance ?? null,
      }
    })
  }
}

function resultOf(day: FleetDay = { day: 0, group: 0, equity: 0, balance: 0, ...NOTHING }): typeof NOTHING {
  const { accounts, profit, realised, deposits, withdrawals } = day
  return { accounts, profit, realised, deposits, withdrawals }
}
