import { serverOf } from '../../contract/account-key.ts'
import type { CurrentMarkets } from '../../contract/markets/markets.ts'
import { PERFORMANCE_PERIODS, type ReportHeading } from '../../contract/performance-names.ts'
import type { Clock } from '../../contract/ports.ts'
import type {
  ComparedRecord,
  DayRecord,
  ReportRecord,
  StatisticsRecord,
} from '../../contract/records/performance.ts'
import { onWire } from '../../contract/spelling.ts'
import { scopeOf, seesAccount, type Actor } from '../../domain/access/scope.ts'
import { mask } from '../../domain/aftersales/mask.ts'
import { dayStart, type UtcOffset } from '../../domain/calendar/wall-days.ts'
import { daysByClock } from '../../domain/performance/broker-days.ts'
import { dayResult, knownDays, type ReportedDay } from '../../domain/performance/day-result.ts'
import { monthsOf } from '../../domain/performance/months.ts'
import { periodStarts } from '../../domain/performance/periods.ts'
import { grown } from '../../domain/performance/rate.ts'
import { returnCurve } from '../../domain/performance/return-curve.ts'
import { statisticsOf } from '../../domain/performance/statistics.ts'
import type { TelemetryStore } from '../../store/telemetry-store.ts'
import { currencyOf, type LiveDevice } from '../../telemetry/live-device.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { Devices } from '../devices/devices.ts'
import { oneGroup } from '../fleet/one-group.ts'
import { requireSpan } from '../require-span.ts'
import { withPauses } from '../with-pauses.ts'

interface Parts {
  readonly telemetry: TelemetryStore
  readonly registry: DeviceRegistry
  readonly devices: Devices
  /** The applications whose accounts are the actor's fleet. */
  readonly fleetApps: (actor: Actor) => readonly number[]
  readonly markets: CurrentMarkets
  readonly clock: Clock
  /** Minutes the server's wall clock is ahead of UTC. */
  readonly utcOffset: (at: number) => number
}

/** Unix seconds. */
export interface Range {
  readonly from: number
  readonly to: number
}

const HOUR = 3600
const DAY = 86_400
/** Spans that the history may have in steps of an hour: a year, or less where the owner keeps less. Seconds. */
const HOURLY = [364, 182, 91, 28, 14].map((days) => days * DAY)

interface ByClock {
  /** The days of the account's trading server, where its clock is known. */
  readonly brokerTime: boolean
}

/** The figures of trading accounts over time, for the operators who see the accounts. */
export class AccountPerformance {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The figures of every period, and those of an own range. @throws Refused 404, 422 for an empty range */
  async statistics(
    actor: Actor,
    id: number,
    { from, to, brokerTime }: { readonly [E in keyof Range]?: number | undefined } & ByClock,
  ): Promise<{
    utc_offset: number
    periods: Record<string, StatisticsRecord>
    own: StatisticsRecord | null
  }> {
    const { devices, clock } = this.#parts
    const live = devices.require(actor, id)
    const utcOffset = this.#clockOf(live, brokerTime)
    const now = clock.now()
    const own = from === undefined && to === undefined ? undefined : { from: from ?? 0, to: to ?? now }
    if (own !== undefined) requireSpan(own)
    const days = knownDays(await this.#reportedDays(id, { from: 0, to: now }, utcOffset))
    const starts = periodStarts(now, utcOffset)
    const since = (from: number, to: number) =>
      onWire<StatisticsRecord>(statisticsOf(days.filter(({ day }) => day >= from && day <= to)))
    return {
      utc_offset: utcOffset(now),
      periods: Object.fromEntries(PERFORMANCE_PERIODS.map((period) => [period, since(starts[period], now)])),
      own: own === undefined ? null : since(dayStart(own.from, utcOffset), own.to),
    }
  }

  /** @throws Refused 404, 422 for an empty range */
  async days(
    actor: Actor,
    id: number,
    { brokerTime, ...range }: Range & ByClock,
  ): Promise<{ utc_offset: number; rows: DayRecord[] }> {
    const { devices, clock } = this.#parts
    const utcOffset = this.#clockOf(devices.require(actor, id), brokerTime)
    const days = await this.#daysOf(id, range, utcOffset)
    return { utc_offset: utcOffset(clock.now()), rows: days.map((day) => onWire<DayRecord>(dayResult(day))) }
  }

  /**
   * The returns of accounts, and of all accounts in sight that have the first one's currency. Demo accounts count beside
   * no real ones. @throws Refused 404, 422 for an empty range
   */
  async compare(
    actor: Actor,
    { ids, fleet, points, ...range }: Range & { ids: readonly number[]; fleet: boolean; points: number },
  ): Promise<ComparedRecord[]> {
    const { devices, telemetry } = this.#parts
    requireSpan(range)
    const accounts = [...new Set(ids)].map((id) => devices.require(actor, id))
    const rows = await Promise.all(
      accounts.map(async ({ device }) => {
        const { points: steps, seconds } = await telemetry.history({ deviceId: device.id, ...range, points })
        // A step has the values of its end.
        const ends = steps.map((step) => ({ ...step, at: Math.min(step.at + seconds, range.to) }))
        return { device: device.id, name: device.label || device.accountKey, ...returnCurve(ends) }
      }),
    )
    if (!fleet) return rows
    const all = await this.#fleetReturn(actor, currencyOf(accounts[0]?.pulse), range)
    return [...rows, { device: null, name: '', ...all }]
  }

  /** The report of a period. @throws Refused 404, 422 for an empty range */
  async report(actor: Actor, id: number, range: Range, heading: ReportHeading): Promise<ReportRecord> {
    return this.reportOf(this.#parts.devices.require(actor, id), range, heading)
  }

  /** @throws Refused 422 for an empty range */
  async reportOf(live: LiveDevice, range: Range, heading: ReportHeading): Promise<ReportRecord> {
    const { clock, utcOffset } = this.#parts
    const { device, pulse } = live
    const days = await this.#daysOf(device.id, range)
    return {
      heading: headingOf(device, heading),
      currency: currencyOf(pulse),
      ...range,
      made_at: clock.now(),
      utc_offset: utcOffset(clock.now()),
      statistics: onWire<StatisticsRecord>(statisticsOf(days)),
      curve: days.map(({ day: at, equity, balance, deposits, withdrawals }) => ({
        ...{ at, equity, balance, deposits, withdrawals },
      })),
      months: monthsOf(days, utcOffset).map((month) => onWire<ReportRecord['months'][number]>(month)),
    }
  }

  async #daysOf(deviceId: number, range: Range, utcOffset = this.#parts.utcOffset) {
    requireSpan(range)
    return knownDays(await this.#reportedDays(deviceId, range, utcOffset))
  }

  /** The clock of the account's trading server, where the caller wants it and somebody entered it. */
  #clockOf({ device }: LiveDevice, brokerTime: boolean): UtcOffset {
    const own = brokerTime ? this.#parts.markets.current.brokerClock(serverOf(device.accountKey)) : undefined
    return own ?? this.#parts.utcOffset
  }

  /**
   * The stored days are those of the server's wall clock. The days of another clock come from steps of an hour or less, as
   * far back as the history has them. Days before are those of the server.
   */
  async #reportedDays(deviceId: number, range: Range, utcOffset: UtcOffset): Promise<ReportedDay[]> {
    const { telemetry, clock } = this.#parts
    if (utcOffset === this.#parts.utcOffset) return telemetry.days({ deviceId, ...range })
    for (const length of HOURLY) {
      const from = dayStart(Math.max(range.from, clock.now() - length), utcOffset)
      const to = Math.max(from + 1, range.to)
      const { points, seconds } = await telemetry.history({ deviceId, from, to, points: length / HOUR + 48 })
      if (seconds > HOUR) continue
      const older = (await telemetry.days({ deviceId, from: 0, to: from })).filter(
        ({ day }) => day + DAY <= from,
      )
      const before = older.filter(({ day }) => day + DAY > range.from)
      return [...before, ...daysByClock(points, utcOffset, older.at(-1))]
    }
    return telemetry.days({ deviceId, ...range })
  }

  async #fleetReturn(
    actor: Actor,
    currency: string,
    range: Range,
  ): Promise<Pick<ComparedRecord, 'at' | 'rate'>> {
    const { telemetry, registry, fleetApps } = this.#parts
    const scope = scopeOf(actor)
    const apps = new Set(fleetApps(actor))
    const seen: LiveDevice[] = []
    for await (const live of withPauses(registry.all()))
      if (seesAccount(scope, live) && apps.has(live.device.appId) && currencyOf(live.pulse) === currency)
        seen.push(live)
    const days = await telemetry.fleetDays({ ...range, groups: oneGroup(seen) })
    const curve = { at: [range.from], rate: [0] }
    let index = 1
    for (const { day, equity, profit, withdrawals } of days) {
      index = grown(index, profit, equity - profit + withdrawals)
      curve.at.push(Math.max(range.from + 1, Math.min(day + DAY, range.to)))
      curve.rate.push(index - 1)
    }
    return curve
  }
}

function headingOf(
  { accountKey, label }: Pick<LiveDevice['device'], 'accountKey' | 'label'>,
  heading: ReportHeading,
): string {
  const masked = mask(accountKey.split('@')[0] ?? '')
  switch (heading) {
    case 'full':
      return accountKey
    case 'label':
      return label || masked
    case 'masked':
      return masked
    case 'none':
      return ''
  }
}
