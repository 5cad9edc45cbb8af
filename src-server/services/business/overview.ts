import { EXPIRY_WINDOWS } from '../../contract/business-names.ts'
import { freshnessOf } from '../../contract/health.ts'
import { PERMANENT_VIP } from '../../contract/limits.ts'
import type { Clock } from '../../contract/ports.ts'
import type { AgentRank, BusinessOverview } from '../../contract/records/business.ts'
import { NOTHING } from '../../domain/business/amounts.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import { riskOf } from '../../domain/risk/account-risk.ts'
import type { Store, Unit } from '../../store/store.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { Devices } from '../devices/devices.ts'

interface Parts {
  readonly store: Store
  readonly registry: ApplicationRegistry
  readonly deviceService: Pick<Devices, 'all'>
  readonly clock: Clock
}

const DAY = 86_400
/** The days whose use says how long a stock of codes lasts. */
const STOCK_DAYS = 30
const MOST_AGENTS = 1000

/** The state of the business now, and the agents beside each other. Trading accounts are counted in memory. */
export class Overview {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async show(actor: Actor): Promise<BusinessOverview> {
    const { store, registry, deviceService, clock } = this.#parts
    const now = clock.now()
    const accounts = deviceService.all(actor, {}, undefined)
    return {
      accounts: accounts.length,
      online: accounts.filter(({ pulse }) => freshnessOf(pulse, now) === 'live').length,
      expiring: EXPIRY_WINDOWS.map((days) => ({
        days,
        accounts: accounts.filter((live) => endsWithin(live, now, days * DAY)).length,
      })),
      stock: await store.read(async (unit) => {
        const scope = scopeOf(actor)
        const span = { from: now - STOCK_DAYS * DAY, to: now + 1 }
        const counted = await unit.business.countedBy('app', scope, span)
        return (await unit.business.unusedCodes(scope)).map(({ app, unused, exact }) => ({
          app,
          app_name: registry.find(app)?.settings.name ?? '',
          unused,
          exact,
          lasts_days: lasts(unused, exact, counted.get(app)?.activations ?? 0),
        }))
      }),
    }
  }

  /** At most 1000 agents. @param to Unix seconds; the second before it is the last one */
  async rank(actor: Actor, from: number, to: number): Promise<AgentRank[]> {
    const { store, deviceService, clock } = this.#parts
    const now = clock.now()
    const live = tally(deviceService.all(actor, {}, undefined), now)
    return store.read((unit) => ranks(unit, actor, { from, to }, live, now))
  }
}

interface Tally {
  customers: number
  online: number
  critical: number
}
const NOBODY: Tally = { customers: 0, online: 0, critical: 0 }

function tally(accounts: readonly LiveDevice[], now: number): ReadonlyMap<number, Tally> {
  const tallies = new Map<number, Tally>()
  for (const live of accounts) {
    const agent = live.device.agentId
    if (agent === null) continue
    const own = tallies.get(agent) ?? { ...NOBODY }
    if (own.customers === 0) tallies.set(agent, own)
    own.customers++
    if (freshnessOf(live.pulse, now) === 'live') own.online++
    const { drawdown, margin } = riskOf(live, now)
    if (drawdown === 'critical' || margin === 'critical') own.critical++
  }
  return tallies
}

async function ranks(
  unit: Unit,
  actor: Actor,
  span: { readonly from: number; readonly to: number },
  live: ReadonlyMap<number, Tally>,
  now: number,
): Promise<AgentRank[]> {
  const scope = scopeOf(actor)
  const { rows } = await unit.operators.agents(scope, {
    sort: 'name',
    desc: false,
    offset: 0,
    limit: MOST_AGENTS,
  })
  const counted = await unit.business.countedBy('agent', scope, span)
  const left = await unit.business.endedByAgent(scope, span, now)
  const stock = await unit.business.stockByAgent(scope)
  const balance = await unit.business.balanceByAgent(scope)
  return rows.map(({ id, name }) => {
    const { activations, renewals, sales, revenue, refunds, refunded } = counted.get(id) ?? NOTHING
    const ended = left.get(id) ?? 0
    return {
      agent: id,
      name,
      ...(live.get(id) ?? NOBODY),
      activations,
      renewals,
      left: ended,
      renewal_rate: renewals + ended === 0 ? null : renewals / (renewals + ended),
      sales: sales - refunds,
      revenue: revenue - refunded,
      stock: stock.get(id) ?? 0,
      balance: balance.get(id) ?? null,
    }
  })
}

function endsWithin({ device: { vip, disabled } }: LiveDevice, now: number, seconds: number): boolean {
  return !disabled && vip > now && vip <= now + seconds && vip < PERMANENT_VIP
}

/** The days that a stock lasts at the pace of the last days. null where nobody knows. */
function lasts(unused: number, exact: boolean, used: number): number | null {
  return used === 0 || !exact ? null : Math.floor((unused * STOCK_DAYS) / used)
}
