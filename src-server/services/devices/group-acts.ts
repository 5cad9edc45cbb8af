import { CONSOLE } from '../../contract/error-codes.ts'
import type { CurrentMarkets } from '../../contract/markets/markets.ts'
import type { Clock } from '../../contract/ports.ts'
import type { AccountGroup, GroupActRecord, GroupEffect } from '../../contract/records/group-act.ts'
import type { LeftOut } from '../../contract/group-names.ts'
import type { AgentRight } from '../../contract/sales-names.ts'
import { onWire } from '../../contract/spelling.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { Device } from '../../domain/device/device.ts'
import { leftOutOfClose, leftOutOfPause } from '../../domain/device/group-act.ts'
import type { GroupAct } from '../../store/repositories/group-acts.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import type { CommandLifecycle } from '../../telemetry/command-lifecycle.ts'
import type { LiveDevice } from '../../telemetry/live-device.ts'
import type { DeviceRegistry } from '../../telemetry/registry.ts'
import type { AgentRights } from '../agents/agent-rights.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import { auditMany } from '../bulk-acts.ts'
import { Refused } from '../refused.ts'
import { pausesChanged } from '../webhooks/accounts-changed.ts'
import { slicesOf } from '../../store/slices-of.ts'
import { withPauses } from '../with-pauses.ts'
import { askMany } from './ask-many.ts'
import { effectOf, membersOf, sorted, stillToClose, type Sorted } from './account-groups.ts'

interface Parts {
  readonly store: Store
  readonly devices: DeviceRegistry
  readonly registry: ApplicationRegistry
  readonly commands: CommandLifecycle
  readonly rights: AgentRights
  readonly markets: CurrentMarkets
  readonly clock: Clock
}

/** An act on a group, as a person orders it. */
export interface GroupOrder {
  readonly group: AccountGroup
  /** Answers the effect, and changes nothing. */
  readonly dryRun: boolean
  /** The number of accounts that the person agreed to, and how much it may differ. */
  readonly accounts: number
  readonly tolerance: number
  readonly reason: string
}

type Done = GroupEffect & { readonly id: number | null }

const ACTS_SHOWN = 50
const NOBODY: Sorted = { taken: [], leftOut: new Map() }
/** Accounts that one statement changes. */
const SLICE = 500

/**
 * Pauses and closes of whole groups. An act is one unit of work, however many accounts it reaches: after a crash it
 * happened to all of them or to none. Other writes wait until it ends, and reads are served between its slices.
 * The dry run and the act select the accounts by the same code.
 */
export class GroupActs {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Refused 403, 404, 409 with `fields.accounts` */
  async pause(actor: Actor, order: GroupOrder): Promise<Done> {
    if (order.dryRun) return { id: null, ...this.#effect(this.#toPause(actor, order.group)) }
    return this.#parts.store.write(
      async (unit) => {
        const found = this.#toPause(actor, order.group)
        this.#agree(order, found)
        const id = await this.#insert(unit, actor, 'pause', order)
        const paused = await this.#pauseAll(unit, actor, id, found)
        const effect = { ...this.#effect(found), accounts: paused.length }
        const { positions } = effect
        await unit.groupActs.settle(id, { accounts: paused.length, positions, paused: paused.length })
        await this.#audit(unit, actor, { action: 'group_pause', order }, paused)
        return { id, ...effect }
      },
      { durable: true },
    )
  }

  /** @throws Refused 403, 404, 409 with `fields.accounts` */
  async close(
    actor: Actor,
    order: GroupOrder & { readonly pause: boolean },
  ): Promise<Done & { readonly asked?: number[] }> {
    const { store, commands, clock } = this.#parts
    const look = () => ({
      found: this.#toClose(actor, order),
      pausing: order.pause ? this.#toPause(actor, order.group) : NOBODY,
    })
    if (order.dryRun) {
      const { found, pausing } = look()
      return { id: null, ...this.#effect(found, pausing.taken.length) }
    }
    return store.write(
      async (unit) => {
        const { found, pausing } = look()
        this.#agree(order, found)
        const id = await this.#insert(unit, actor, 'close', order)
        const paused = await this.#pauseAll(unit, actor, id, pausing)
        const by = { askedBy: actor.name, reason: order.reason }
        const asked = await askMany(unit, commands, await stillToClose(unit, found, clock.now()), by)
        const effect = { ...this.#effect(found, paused.length), accounts: asked.length }
        const { positions } = effect
        await unit.groupActs.settle(id, { accounts: asked.length, positions, paused: paused.length })
        const changed = [...asked.map(({ device }) => device), ...paused]
        const byId = new Map(changed.map((device) => [device.id, device]))
        const act = { action: 'group_close', order, asked: asked.length, paused: paused.length }
        await this.#audit(unit, actor, act, [...byId.values()])
        return { id, ...effect, asked: asked.map(({ device }) => device.id) }
      },
      { durable: true },
    )
  }

  /** @throws Refused 404; 409 where the act paused nothing that the actor can still resume */
  async resume(actor: Actor, id: number, { dryRun }: { readonly dryRun: boolean }): Promise<GroupEffect> {
    const { store, clock } = this.#parts
    if (dryRun)
      return store.read(async (unit) => {
        const { found } = await this.#toResume(unit, actor, id)
        return this.#effect(found)
      })
    return store.write(
      async (unit) => {
        const { act, found } = await this.#toResume(unit, actor, id)
        if (found.taken.length === 0)
          throw new Refused(CONSOLE.conflict, 'No account is left that this act paused', { id: 'nothing' })
        const resumed = await this.#slices(unit, actor, found.taken, (ids) => unit.groupActs.resume(id, ids))
        await unit.groupActs.markResumed(id, actor.name, clock.now())
        const order = { group: {}, reason: act.reason }
        await this.#audit(unit, actor, { action: 'group_resume', order, act: id }, resumed)
        return { ...this.#effect(found), accounts: resumed.length }
      },
      { durable: true },
    )
  }

  async list(actor: Actor): Promise<GroupActRecord[]> {
    const rows = await this.#parts.store.read((unit) => unit.groupActs.list(scopeOf(actor), ACTS_SHOWN))
    return rows.map(({ operatorId: _, byId: __, ...row }) => onWire<GroupActRecord>(row))
  }

  #toPause(actor: Actor, group: AccountGroup): Sorted {
    return this.#sort(actor, group, ['pause_open'], leftOutOfPause)
  }

  #toClose(actor: Actor, { group, pause }: { group: AccountGroup; pause: boolean }): Sorted {
    const now = this.#parts.clock.now()
    const wanted: AgentRight[] = pause ? ['close_all', 'pause_open'] : ['close_all']
    return this.#sort(actor, group, wanted, (live) => leftOutOfClose(live, now))
  }

  /** @throws Refused 404 for a group without accounts, 403 where the agent's rights reach none of them */
  #sort(
    actor: Actor,
    group: AccountGroup,
    wanted: readonly AgentRight[],
    leftOut: (live: LiveDevice) => LeftOut | undefined,
  ): Sorted {
    const { devices, rights } = this.#parts
    const members = membersOf(devices, actor, group)
    if (members.length === 0) throw new Refused(CONSOLE.notFound, 'There is no such account')
    const lacking = new Set<AgentRight>()
    const found = sorted(members, (live) => {
      const missing = rights.lacking(actor, live.device.appId, wanted)
      for (const right of missing) lacking.add(right)
      return missing.length > 0 ? 'right' : leftOut(live)
    })
    if (found.leftOut.get('right')?.length === members.length)
      throw new Refused(CONSOLE.forbidden, 'This agent may not do that', { right: [...lacking].join(', ') })
    return found
  }

  async #toResume(unit: Unit, actor: Actor, id: number): Promise<{ act: GroupAct; found: Sorted }> {
    const act = await unit.groupActs.find(scopeOf(actor), id)
    if (act === undefined) throw new Refused(CONSOLE.notFound, 'There is no such act')
    const { devices, rights } = this.#parts
    const members = membersOf(devices, actor, { ids: await unit.groupActs.pausedBy(id) })
    const found = sorted(members, ({ device }) =>
      rights.lacking(actor, device.appId, ['pause_open']).length > 0 ? 'right' : undefined,
    )
    return { act, found }
  }

  /** @throws Refused 409 where the number of accounts is no longer the one that the person agreed to */
  #agree({ accounts, tolerance }: GroupOrder, { taken }: Sorted): void {
    if (taken.length > 0 && Math.abs(taken.length - accounts) <= tolerance) return
    throw new Refused(CONSOLE.conflict, 'The group has another number of accounts now', {
      accounts: String(taken.length),
    })
  }

  #effect(found: Sorted, pausing = 0): GroupEffect {
    const { registry, markets, clock } = this.#parts
    const nameOf = (appId: number) => registry.find(appId)?.settings.name ?? ''
    return effectOf(found, { pausing, nameOf, markets: markets.current, now: clock.now() })
  }

  async #insert(
    unit: WriteUnit,
    actor: Actor,
    act: GroupAct['act'],
    { group, reason }: GroupOrder,
  ): Promise<number> {
    const { registry, clock } = this.#parts
    const { ids, app, agent, server = '', symbol = '', tag = '' } = group
    return unit.groupActs.insert({
      operatorId: actor.operatorId,
      act,
      group: {
        chosen: ids !== undefined,
        app: app === undefined ? '' : (registry.find(app)?.settings.name ?? ''),
        agent: agent === undefined ? '' : ((await unit.operators.find(agent))?.name ?? ''),
        server,
        symbol,
        tag,
      },
      reason,
      byId: actor.personId,
      by: actor.name,
      at: clock.now(),
      accounts: 0,
      positions: 0,
      paused: 0,
    })
  }

  /**
   * The store says which accounts are paused already: memory may be behind other copies. Those that rules have paused stay
   * paused when the rules' firings are undone.
   */
  async #pauseAll(unit: WriteUnit, actor: Actor, id: number, { taken, leftOut }: Sorted): Promise<Device[]> {
    const wanted = [...taken, ...(leftOut.get('paused') ?? [])]
    const paused = await this.#slices(unit, actor, wanted, (ids) => unit.groupActs.pause(id, ids))
    const changed = new Set(paused.map((device) => device.id))
    const kept = wanted.flatMap(({ device }) => (changed.has(device.id) ? [] : device.id))
    for await (const ids of withPauses(slicesOf(kept, SLICE)))
      await unit.rules.forgetPauses(ids, ['pause_open'])
    return paused
  }

  /** Changes accounts slice by slice. Memory follows at the commit. */
  async #slices(
    unit: WriteUnit,
    actor: Actor,
    lives: readonly LiveDevice[],
    change: (ids: readonly number[]) => Promise<Device[]>,
  ): Promise<Device[]> {
    const ids = lives.map(({ device }) => device.id)
    const changed: Device[] = []
    for await (const some of withPauses(slicesOf(ids, SLICE))) changed.push(...(await change(some)))
    await pausesChanged(unit, { by: actor.name, at: this.#parts.clock.now() }, changed)
    for (const device of changed) unit.changed('device', device.id, device)
    return changed
  }

  async #audit(
    unit: WriteUnit,
    actor: Actor,
    act: {
      readonly action: string
      readonly order: Pick<GroupOrder, 'group' | 'reason'>
      readonly asked?: number
      readonly paused?: number
      readonly act?: number
    },
    changed: readonly Device[],
  ): Promise<void> {
    const { devices, clock } = this.#parts
    const { action, order, ...more } = act
    const { ids, ...limits } = order.group
    const change = {
      ...limits,
      ...(ids !== undefined && { chosen: ids.length }),
      reason: order.reason,
      ...more,
    }
    const rows = changed.map(({ id, accountKey, appId }) => {
      const owner = devices.get(id)?.ownerId ?? 0
      return { id, label: accountKey, app: appId, owner, after: change }
    })
    await auditMany(unit, actor, clock.now(), { action, kind: 'device', change }, rows)
  }
}
