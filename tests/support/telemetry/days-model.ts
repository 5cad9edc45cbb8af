import type { DayStep, FleetDay } from '../../../src-server/store/telemetry-store.ts'
import type { PaidPulse } from './pulse-world.ts'

const DAY = 86_400
const orNull = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value)

/** Days of accounts, counted anew from all pulses for each question. */
export class DaysModel {
  readonly #pulses: PaidPulse[] = []
  readonly #offsetSeconds: number

  constructor(offsetMinutes: number) {
    this.#offsetSeconds = offsetMinutes * 60
  }

  add(pulse: PaidPulse): void {
    this.#pulses.push(pulse)
  }

  get ids(): number[] {
    return [...new Set(this.#pulses.map(({ pulse }) => pulse.deviceId))].sort((a, b) => a - b)
  }

  dayOf(at: number): number {
    return Math.floor((at + this.#offsetSeconds) / DAY) * DAY - this.#offsetSeconds
  }

  /** The steps of an account's history, each with the pulses of its seconds. */
  steps(deviceId: number, seconds: number, from: number, to: number): Map<number, PaidPulse[]> {
    const own = this.#pulses.filter(({ pulse }) => pulse.deviceId === deviceId)
    const within = own.filter(({ pulse }) => pulse.at >= from && pulse.at <= to)
    return Map.groupBy(within, ({ pulse }) => pulse.at - (pulse.at % seconds))
  }

  days(deviceId: number, from: number, to: number): DayStep[] {
    const own = this.#pulses.filter(({ pulse }) => pulse.deviceId === deviceId)
    const days = [...new Set(own.map(({ pulse }) => this.dayOf(pulse.at)))]
    return days
      .filter((day) => day >= this.dayOf(from) && day <= this.dayOf(to))
      .map((day) => dayStep(own, day))
  }

  fleet(from: number, to: number, groups: Int32Array): FleetDay[] {
    const of = new Map<string, FleetDay>()
    for (const id of this.ids.filter((one) => (groups[one] ?? -1) >= 0))
      for (const day of this.days(id, from, to)) {
        const group = groups[id]!
        const key = `${day.day}/${group}`
        const sum = of.get(key)
        const profits = profitOf([day])
        of.set(key, {
          day: day.day,
          group,
          accounts: (sum?.accounts ?? 0) + 1,
          equity: (sum?.equity ?? 0) + (day.equity ?? 0),
          balance: (sum?.balance ?? 0) + (day.balance ?? 0),
          profit: (sum?.profit ?? 0) + (Number.isNaN(profits.profit) ? 0 : profits.profit),
          realised: (sum?.realised ?? 0) + profits.realised,
          deposits: (sum?.deposits ?? 0) + day.deposits,
          withdrawals: (sum?.withdrawals ?? 0) + day.withdrawals,
        })
      }
    return [...of.values()].sort((a, b) => a.day - b.day || a.group - b.group)
  }
}

/** The result of an account over its days in a span. NaN where the program never reported its equity. */
export function profitOf(days: readonly DayStep[]) {
  const paid = days.reduce((sum, { deposits, withdrawals }) => sum + deposits - withdrawals, 0)
  const first = days.find(({ equityFirst }) => equityFirst !== null)?.equityFirst ?? NaN
  const last = days.findLast(({ equity }) => equity !== null)?.equity ?? NaN
  const balanceFirst = days[0]?.balanceFirst ?? NaN
  return {
    profit: last - first - paid,
    realised: (days.at(-1)?.balance ?? NaN) - balanceFirst - paid,
    first,
    last,
  }
}

/** The figures that a day and a step of history have in common. */
export function figuresOf(within: readonly PaidPulse[]) {
  const equities = known(within, 'equity')
  const drawdowns = within.map(({ pulse }) =>
    Math.max(
      pulse.dd,
      Number.isNaN(pulse.equity) ? 0 : ((pulse.balance - pulse.equity) * 100) / pulse.balance,
    ),
  )
  const sum = (sign: number) =>
    within.reduce((total, { paid }) => (Math.sign(paid) === sign ? total + Math.abs(paid) : total), 0)
  return {
    equity: orNull(equities.at(-1)),
    balance: orNull(known(within, 'balance').at(-1)),
    equityMin: equities.length === 0 ? null : Math.min(...equities),
    equityMax: equities.length === 0 ? null : Math.max(...equities),
    ddMax: Math.max(...drawdowns),
    positions: within.at(-1)?.pulse.positions ?? null,
    deposits: sum(1),
    withdrawals: sum(-1),
  }
}

function known(pulses: readonly PaidPulse[], name: 'equity' | 'balance'): number[] {
  return pulses.map(({ pulse }) => pulse[name]).filter((value) => !Number.isNaN(value))
}

function dayStep(own: readonly PaidPulse[], day: number): DayStep {
  const within = own.filter(({ pulse }) => pulse.at >= day && pulse.at < day + DAY)
  const before = own.filter(({ pulse }) => pulse.at < day)
  const equities = known(within, 'equity')
  const balances = known(within, 'balance')
  return {
    day,
    equityFirst: orNull(known(before, 'equity').at(-1) ?? equities[0]),
    balanceFirst: orNull(known(before, 'balance').at(-1) ?? balances[0]),
    ...figuresOf(within),
  }
}
