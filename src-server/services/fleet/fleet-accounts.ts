import { drawdownBar, rateBar, type FleetOrder } from '../../contract/fleet-names.ts'
import type { FleetAccount } from '../../contract/records/fleet.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { knownFigure } from '../../domain/device/known-figure.ts'
import { capitalOf, type AccountResult } from '../../domain/fleet/account-result.ts'
import { firstRows } from '../../domain/paging/first-rows.ts'
import { rateOf } from '../../domain/performance/rate.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import { Turns } from '../../telemetry/rules/turns.ts'
import { keysBy, type WantedGroups } from './fleet-dimensions.ts'
import { AT_ONCE, findMembers, type MemberSources, type WantedPeriod } from './fleet-members.ts'
import type { PeriodBook } from './period-book.ts'

interface Parts extends MemberSources {
  readonly periods: PeriodBook
}

export interface WantedAccounts extends WantedPeriod {
  readonly by?: WantedGroups['by'] | undefined
  readonly key?: string | undefined
  readonly drawdownBar?: number | undefined
  readonly rateBar?: number | undefined
  readonly sort: FleetOrder
  readonly desc: boolean
  readonly limit: number
}

/** The accounts behind a bar or a row of the fleet page. */
export class FleetAccounts {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Refused 422 for an empty span */
  async list(actor: Actor, wanted: WantedAccounts): Promise<{ rows: FleetAccount[]; total: number }> {
    const { accounts } = await findMembers(this.#parts, actor, wanted)
    const period = await this.#parts.periods.of(wanted)
    const { by, key = '', sort, desc, limit } = wanted
    const keysOf = by === undefined ? undefined : keysBy({ by, field: wanted.field })
    const order = (a: FleetAccount, b: FleetAccount) => compare(a[sort], b[sort], desc) || a.id - b.id
    let found: FleetAccount[] = []
    let total = 0
    await new Turns().through(accounts, AT_ONCE, async (some) => {
      for (const live of some) {
        if (keysOf?.(live).includes(key) === false) continue
        const row = accountRow(live, period.of(live.device.id))
        if (wanted.drawdownBar !== undefined && drawdownBar(row.drawdown) !== wanted.drawdownBar) continue
        if (wanted.rateBar !== undefined && rateBar(row.rate) !== wanted.rateBar) continue
        total++
        found.push(row)
      }
      // A few times as many as are wanted: all of them are never sorted at once.
      if (found.length > 4 * limit) found = firstRows(found, limit, order)
    })
    return { rows: firstRows(found, limit, order), total }
  }
}

/** Unknown values come last in both directions. */
function compare(a: number | null, b: number | null, desc: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return desc ? b - a : a - b
}

function accountRow({ device, pulse }: LiveDevice, result: AccountResult | undefined): FleetAccount {
  const profit = result?.profit ?? NaN
  return {
    id: device.id,
    account_key: device.accountKey,
    label: device.label,
    app: device.appId,
    agent: device.agentId,
    equity: knownFigure(pulse?.equity),
    floating: knownFigure(pulse?.floatPnl),
    profit: knownFigure(profit),
    rate: result === undefined || Number.isNaN(profit) ? null : rateOf(profit, capitalOf(result)),
    drawdown: knownFigure(result?.ddMax),
  }
}
