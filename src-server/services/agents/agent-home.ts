import type { ActionOutput } from '../../contract/actions/index.ts'
import { PERMANENT_VIP } from '../../contract/limits.ts'
import type { CurrentMarkets } from '../../contract/markets/markets.ts'
import type { Clock } from '../../contract/ports.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import { byDanger, dangerOf } from '../../domain/device/danger.ts'
import { firstRows } from '../../domain/paging/first-rows.ts'
import type { CodeCustomer } from '../../store/repositories/agents.ts'
import type { Store, Unit } from '../../store/store.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import { allocationRecord } from '../sales/allocation-record.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { Devices } from '../devices/devices.ts'

type Home = ActionOutput<'agent_home'>

interface Parts {
  readonly store: Store
  readonly devices: Devices
  readonly applications: ApplicationRegistry
  readonly markets: CurrentMarkets
  readonly clock: Clock
}

const WEEK = 7 * 86_400
/** Accounts listed at most: as many as an agent can handle in a morning. */
const MOST_SHOWN = 20
const MOST_ALLOCATIONS = 500

/**
 * The home page of an agent, with their own customers only. Reads the store once; the state of trading accounts is in
 * memory.
 */
export class AgentHome {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async show(actor: Actor): Promise<Home> {
    const { store, devices, clock } = this.#parts
    const now = clock.now()
    const accounts = devices.all(actor, {}, undefined)
    const expiring = soonest(accounts, now)
    const { customers, ...stored } = await store.read((unit) => read(unit, actor, expiring, now))
    return {
      ...stored,
      expiring: expiring.map(({ device }) => ({
        device: device.id,
        account_key: device.accountKey,
        label: device.label,
        app_name: this.#parts.applications.find(device.appId)?.settings.name ?? '',
        vip: device.vip,
        ...customerOf(customers, device.appId, device.license),
      })),
      at_risk: this.#atRisk(accounts, now),
    }
  }

  #atRisk(accounts: readonly LiveDevice[], now: number): Home['at_risk'] {
    const endangered = accounts.flatMap((live) => {
      const danger = dangerOf(live, now, this.#parts.markets.current)
      return danger === undefined ? [] : [{ device: live.device, danger }]
    })
    return firstRows(
      endangered,
      MOST_SHOWN,
      (a, b) => byDanger(a.danger, b.danger) || a.device.id - b.device.id,
    ).map(({ device: { id, accountKey, label }, danger: { reason, dd = null, at } }) => ({
      device: id,
      account_key: accountKey,
      label,
      reason,
      dd,
      at,
    }))
  }
}

/**
 * Customers who can still be kept come first: licences that end soon, the soonest first, then ended ones, the latest
 * first.
 */
function soonest(accounts: readonly LiveDevice[], now: number): LiveDevice[] {
  const near = accounts.filter(
    ({ device: { vip, disabled } }) => !disabled && vip < PERMANENT_VIP && Math.abs(vip - now) <= WEEK,
  )
  const isPast = ({ device }: LiveDevice) => Number(device.vip <= now)
  return firstRows(
    near,
    MOST_SHOWN,
    (a, b) =>
      isPast(a) - isPast(b) ||
      Math.abs(a.device.vip - now) - Math.abs(b.device.vip - now) ||
      a.device.id - b.device.id,
  )
}

async function read(unit: Unit, actor: Actor, expiring: readonly LiveDevice[], now: number) {
  const { operatorId } = actor
  const scope = scopeOf(actor)
  const query = { sort: 'id', desc: false, offset: 0, limit: MOST_ALLOCATIONS } as const
  const allocations = await unit.allocations.list(scope, { agent: operatorId, closed: false }, query)
  const accounts = await unit.ledger.ofAgent(operatorId)
  const { pending } = await unit.requests.counts(scope, now, now)
  const codes = expiring.map(({ device }) => ({ appId: device.appId, kami: device.license }))
  return {
    allocations: allocations.rows.map(allocationRecord),
    balances: accounts.map(({ bookId, bookName, balance, credit }) => ({
      book: bookId,
      book_name: bookName,
      balance,
      credit,
    })),
    week: await unit.sales.sums(operatorId, now - WEEK, now + 1),
    open_requests: pending,
    customers: await unit.agents.soldTo(codes),
  }
}

function customerOf(customers: readonly CodeCustomer[], appId: number, kami: string) {
  const { customer, contact } = customers.find((one) => one.appId === appId && one.kami === kami) ?? {
    customer: '',
    contact: '',
  }
  return { customer, contact }
}
