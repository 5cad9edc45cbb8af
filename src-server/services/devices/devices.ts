import { CONSOLE } from '../../contract/error-codes.ts'
import type { CurrentMarkets } from '../../contract/markets/markets.ts'
import type { Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import { EXPIRY_SPANS, type ExpirySpan } from '../../contract/device-names.ts'
import type { CommandRecord, DeviceRecord, HistoryPoint, SameNumber } from '../../contract/records/device.ts'
import { onWire } from '../../contract/spelling.ts'
import type { DEVICE } from '../../contract/subjects/device.ts'
import type { ChangeOf } from '../../contract/subjects/inside.ts'
import type { Known } from '../../domain/access/known.ts'
import { scopeOf, seesAccount, type Actor } from '../../domain/access/scope.ts'
import { valuesAfter } from '../../domain/grouping/values.ts'
import { newDevice, type Device, type DeviceChange } from '../../domain/device/device.ts'
import { expirySpan } from '../../domain/device/expiry.ts'
import { knownFigure } from '../../domain/device/known-figure.ts'
import { writeCursor } from '../../domain/paging/cursor.ts'
import { firstRows } from '../../domain/paging/first-rows.ts'
import type { DeviceFilter } from '../../store/repositories/devices.ts'
import type { Store, Unit } from '../../store/store.ts'
import type { HistoryQuery, TelemetryStore, TrendQuery } from '../../store/telemetry-store.ts'
import { deviceRecord, type LiveDevice } from '../../telemetry/live-device.ts'
import { commandRecord } from '../../telemetry/live-stream.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { Applications } from '../applications/applications.ts'
import { OwnersFields } from '../custom-fields/field-values.ts'
import { audit } from '../platform/audit-trail.ts'
import { requireWithinPlan } from '../people/plan-limits.ts'
import { planReached } from '../webhooks/limit-reached.ts'
import { Refused } from '../refused.ts'
import { requireSpan } from '../require-span.ts'
import { putToWork, requireAgent } from '../agents/require-agent.ts'
import {
  isAnsweredByMemory,
  liveChecks,
  isFound,
  orderOf,
  placeOf,
  type DeviceQuery,
  type LiveFilter,
} from './live-filter.ts'
import { changeAccounts } from './change-accounts.ts'
import { noteOf, sameNumber } from './same-number.ts'
import { requireAccountKey } from './typed-account-key.ts'

interface Parts {
  readonly store: Store
  readonly telemetry: TelemetryStore
  readonly devices: DeviceRegistry
  readonly applications: Applications
  readonly markets: CurrentMarkets
  readonly clock: Clock
}

export type DeviceFields = ChangeOf<typeof DEVICE>
/** The agent is one that the actor may name. */
export type AttributedFields = Omit<DeviceFields, 'agentId'> & { readonly agentId?: Known<'agent'> | null }

/** The accounts of a bulk act: those named, or all that the list shows with a filter and a search. */
export interface DeviceSelection {
  readonly ids?: readonly number[] | undefined
  readonly filter?: LiveFilter | undefined
  readonly search?: string | undefined
  /** Counts them and changes nothing. */
  readonly dryRun: boolean
}

const COMMANDS_SHOWN = 100

/** Trading accounts, for the operators who look after them. */
export class Devices {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A page, with each account's latest telemetry from memory. */
  async list(actor: Actor, filter: LiveFilter, query: DeviceQuery): Promise<Page<DeviceRecord>> {
    const { store, clock } = this.#parts
    const now = clock.now()
    if (isAnsweredByMemory(filter)) return this.#listFromMemory(actor, filter, query, now)
    const page = await store.read((unit) => unit.devices.list(scopeOf(actor), filter, query, now))
    return { ...page, rows: page.rows.map((device) => this.#record(device, now)) }
  }

  /** The account with its commands, newest first. @throws Refused 404 */
  async get(
    actor: Actor,
    id: number,
  ): Promise<DeviceRecord & { commands: CommandRecord[]; same_number?: SameNumber }> {
    const live = this.require(actor, id)
    return this.#parts.store.read(async (unit) => ({
      ...deviceRecord(live, this.#parts.clock.now()),
      commands: (await unit.commands.ofDevice(id, COMMANDS_SHOWN)).map(commandRecord),
      ...noteOf(await sameNumber(unit, actor, { ...live.device, ownerId: live.ownerId })),
    }))
  }

  /**
   * Other accounts with the same number as the typed key.
   * @param except the account that moves to the key
   * @throws Refused 404, 422
   */
  async sameNumber(actor: Actor, app: number, key: string, except: number | undefined): Promise<SameNumber> {
    const { store, applications } = this.#parts
    const { ownerId } = applications.require(actor, app)
    const accountKey = requireAccountKey(key)
    const found = await store.read((unit) => sameNumber(unit, actor, { appId: app, ownerId, accountKey }))
    return found.filter(({ id }) => id !== except)
  }

  /**
   * @throws Refused 404 for an unknown application, 409 for an account that exists, 422 for an invalid key, 403 where
   *   the plan has no room
   */
  async create(
    actor: Actor,
    app: number,
    key: string,
    fields: DeviceFields & { readonly vip: number },
  ): Promise<DeviceRecord & { same_number?: SameNumber }> {
    const { store, applications, clock } = this.#parts
    const { ownerId: owner } = applications.require(actor, app)
    const accountKey = requireAccountKey(key)
    const { made: device, others } = await store.write(
      async (unit) => {
        const agentId = await requireAgent(unit, actor, fields.agentId)
        await putToWork(unit, agentId, [owner], clock.now())
        await requireWithinPlan(unit, owner, 'devices', 1)
        const own = await OwnersFields.of(unit, owner, 'devices')
        const made = await unit.devices.insert({
          ...newDevice(app, accountKey, clock.now()),
          license: '',
          ...fields,
          fields: valuesAfter({}, own.require(fields.fields ?? {})),
          agentId: agentId ?? null,
        })
        if (made === undefined) throw new Refused(CONSOLE.conflict, 'This account exists already')
        const subject = { kind: 'device', id: made.id, label: accountKey }
        await audit(unit, actor, clock.now(), { action: 'device_create', subject, app, owner, after: made })
        await planReached(unit, { app, owner, kind: 'devices', at: clock.now() })
        unit.changed('device', made.id, made)
        const others = await sameNumber(unit, actor, { ...made, ownerId: owner })
        return { made, others }
      },
      { durable: true },
    )
    return { ...this.#record(device, clock.now()), ...noteOf(others) }
  }

  /** @throws Refused 404 */
  async update(actor: Actor, id: number, change: DeviceFields): Promise<DeviceRecord> {
    const { ownerId: owner } = this.require(actor, id)
    const { store, devices: registry, clock } = this.#parts
    const device = await store.write(
      async (unit) => {
        const agentId = await requireAgent(unit, actor, change.agentId)
        await putToWork(unit, agentId, [owner], clock.now())
        const before = await unit.devices.ofIds([id])
        const values = await valuesOf(unit, owner, before[0], change)
        const attributed = { ...change, ...values, ...(agentId !== undefined && { agentId }) }
        const cause = { actor, action: 'device_update', at: clock.now(), registry }
        const [changed] = await changeAccounts(unit, cause, before, attributed)
        if (changed === undefined) throw new Refused(CONSOLE.notFound, 'There is no such account')
        return changed
      },
      { durable: true },
    )
    return this.#record(device, clock.now())
  }

  /** @throws Refused 404, 422 for an invalid span */
  async history(actor: Actor, query: HistoryQuery): Promise<HistoryPoint[]> {
    this.require(actor, query.deviceId)
    requireSpan(query)
    const { points } = await this.#parts.telemetry.history(query)
    return points.map((point) => onWire<HistoryPoint>(point))
  }

  /** The equity of those of the accounts that the actor may see. @throws Refused 422 for an invalid span */
  async trends(actor: Actor, query: TrendQuery): Promise<{ id: number; equity: (number | null)[] }[]> {
    requireSpan(query)
    const ids = query.ids.filter((id) => this.find(actor, id) !== undefined)
    if (ids.length === 0) return []
    const trends = await this.#parts.telemetry.trends({ ...query, ids })
    return [...trends].map(([id, values]) => ({
      id,
      equity: Array.from(values, (value) => knownFigure(value)),
    }))
  }

  /** The account, if the actor may see it. @throws Refused 404 */
  require(actor: Actor, id: number): LiveDevice {
    const live = this.find(actor, id)
    if (live === undefined) throw new Refused(CONSOLE.notFound, 'There is no such account')
    return live
  }

  find(actor: Actor, id: number): LiveDevice | undefined {
    const live = this.#parts.devices.get(id)
    if (live === undefined) return undefined
    return seesAccount(scopeOf(actor), live) ? live : undefined
  }

  /** The ids of a selection. A filter selects only accounts that the actor sees. */
  select(actor: Actor, { ids, filter = {}, search }: Omit<DeviceSelection, 'dryRun'>): readonly number[] {
    return ids ?? this.all(actor, filter, search).map(({ device }) => device.id)
  }

  /** All that the list shows with a filter and a search, in the order of creation. */
  all(actor: Actor, filter: LiveFilter, search: string | undefined): LiveDevice[] {
    return this.#select(actor, filter, this.#parts.clock.now()).filter(({ device }) =>
      isFound(device, search),
    )
  }

  /** How many authorizations end when. */
  async countExpiring(actor: Actor, filter: DeviceFilter): Promise<Record<ExpirySpan, number>> {
    const now = this.#parts.clock.now()
    const counts = Object.fromEntries(EXPIRY_SPANS.map((span) => [span, 0])) as Record<ExpirySpan, number>
    for (const { device } of this.#select(actor, filter, now)) {
      const span = expirySpan(device, now)
      if (span !== undefined) counts[span]++
    }
    return counts
  }

  /**
   * Health depends on the moment and is known in memory only, so such a page is cut from memory and not from the
   * database.
   */
  #listFromMemory(actor: Actor, filter: LiveFilter, query: DeviceQuery, now: number): Page<DeviceRecord> {
    const found = this.#select(actor, filter, now).filter(({ device }) => isFound(device, query.search))
    const order = orderOf(query)
    const { after } = query
    const rest =
      after === undefined ? found : found.filter(({ device }) => order(placeOf(device, query), after) > 0)
    const offset = after === undefined ? query.offset : 0
    const page = firstRows(rest, offset + query.limit, (a, b) =>
      order(placeOf(a.device, query), placeOf(b.device, query)),
    ).slice(offset)
    const last = page.length < query.limit ? undefined : page.at(-1)
    return {
      total: found.length,
      rows: page.map((live) => deviceRecord(live, now)),
      next: last === undefined ? null : writeCursor(query.sort, placeOf(last.device, query)),
    }
  }

  #select(actor: Actor, filter: LiveFilter, now: number): LiveDevice[] {
    const scope = scopeOf(actor)
    const selected: LiveDevice[] = []
    const checks = liveChecks(filter)
    const markets = this.#parts.markets.current
    for (const live of this.#parts.devices.all()) {
      if (!seesAccount(scope, live)) continue
      if (checks.every((check) => check(live, now, markets))) selected.push(live)
    }
    return selected
  }

  #record(device: Device, now: number): DeviceRecord {
    return deviceRecord(this.#parts.devices.ofRecord(device), now)
  }
}

/** The account's values after a change that names some of them. */
async function valuesOf(
  unit: Unit,
  owner: number,
  before: Device | undefined,
  { fields }: DeviceChange,
): Promise<Pick<DeviceChange, 'fields'>> {
  if (fields === undefined) return {}
  const own = await OwnersFields.of(unit, owner, 'devices')
  return { fields: valuesAfter(before?.fields ?? {}, own.require(fields)) }
}
