import { CONSOLE } from '../../contract/error-codes.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { CodeType, CodeUnit } from '../../contract/records/code.ts'
import type { AllocationRecord } from '../../contract/records/sale.ts'
import { knownAgent } from '../../domain/access/known.ts'
import { scopeOf, type Actor } from '../../domain/access/scope.ts'
import type { Allocation } from '../../domain/sales/allocation.ts'
import type {
  AllocationChange,
  AllocationFilter,
  DatedTerms,
  NewAllocation,
} from '../../store/repositories/allocations.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import { openAgentAccount } from '../agents/agent-accounts.ts'
import { allocationRecord, allocationSubject } from './allocation-record.ts'
import type { ApplicationRegistry } from '../applications/application-registry.ts'
import type { Applications } from '../applications/applications.ts'
import { audit } from '../platform/audit-trail.ts'
import { worthOf } from '../codes/code-worth.ts'
import { Refused } from '../refused.ts'
import { findWorker } from '../agents/require-agent.ts'

interface Parts {
  readonly store: Store
  readonly applications: Applications
  readonly registry: ApplicationRegistry
  readonly clock: Clock
}

export interface AllocationOrder {
  readonly agent: number
  readonly app?: number | undefined
  readonly parent?: number | undefined
  readonly type?: CodeType | undefined
  readonly unit?: CodeUnit | undefined
  readonly amount?: number | undefined
  readonly quota: number
  readonly price: number
  readonly note: string
}

const HISTORY_ROWS = 200

/**
 * What agents may sell. Developers give allocations to agents, and agents give parts of their own to agents below
 * them.
 */
export class Allocations {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(
    actor: Actor,
    filter: AllocationFilter,
    query: ListQuery<'id' | 'created_at'>,
  ): Promise<Page<AllocationRecord>> {
    const page = await this.#parts.store.read((unit) => unit.allocations.list(scopeOf(actor), filter, query))
    return { ...page, rows: page.rows.map(allocationRecord) }
  }

  /**
   * @throws Refused 404 for an application or agent that the actor may not give to, 422 naming the field, 409 with
   *   `fields.worth` where the agent has codes of that worth already and with `fields.quota` where less is left of an
   *   agent's own, 403 where the developer's plan has no room for one more agent
   */
  async create(actor: Actor, order: AllocationOrder): Promise<AllocationRecord> {
    const { store, clock } = this.#parts
    return store.write(
      async (unit) => {
        const now = clock.now()
        const given =
          actor.role === 'agent'
            ? await this.#ofParent(unit, actor, order)
            : await this.#ofApp(unit, actor, order)
        const allocation = await unit.allocations.insert({ ...given, createdAt: now })
        if (allocation === undefined)
          throw new Refused(CONSOLE.conflict, 'This agent sells codes of that worth already', {
            worth: 'taken',
          })
        const owner = this.#bookOf(allocation)
        await openAgentAccount(unit, owner, allocation.agentId, now)
        const { id, agentId: agent, type, unit: span, amount, quota, price, note } = allocation
        await unit.allocations.date(id, { ...termsOf(allocation), at: now, by: actor.name })
        await audit(unit, actor, now, {
          action: 'allocation_create',
          subject: allocationSubject(allocation),
          app: allocation.appId,
          owner,
          after: { agent, parent: allocation.parentId, type, unit: span, amount, quota, price, note },
        })
        return shown(unit, actor, id)
      },
      { durable: true },
    )
  }

  /**
   * Changes an allocation from now on. Only the giver changes its terms; a developer may also close allocations that
   * agents gave.
   * @throws Refused 404, 403 for terms that another operator gives, 409 with `fields.quota`
   */
  async update(actor: Actor, id: number, change: AllocationChange): Promise<AllocationRecord> {
    const { store, clock } = this.#parts
    return store.write(
      async (unit) => {
        const now = clock.now()
        const before = await requireShown(unit, actor, id)
        await requireGiver(unit, actor, before, change)
        if (change.quota !== undefined) await takeFromParent(unit, before, change.quota - before.quota)
        const after = await unit.allocations.update(id, change)
        if (after === undefined)
          throw new Refused(CONSOLE.conflict, 'More than that is used already', { quota: 'used' })
        if (hasOtherTerms(before, after))
          await unit.allocations.date(id, { ...termsOf(after), at: now, by: actor.name })
        await audit(unit, actor, now, {
          action: 'allocation_update',
          subject: allocationSubject(after),
          app: after.appId,
          owner: this.#bookOf(after),
          before: { ...termsOf(before), note: before.note },
          after: { ...termsOf(after), note: after.note },
        })
        return shown(unit, actor, id)
      },
      { durable: true },
    )
  }

  /** The newest first. @throws Refused 404 */
  async history(actor: Actor, id: number): Promise<{ rows: DatedTerms[] }> {
    return this.#parts.store.read(async (unit) => {
      await requireShown(unit, actor, id)
      return { rows: await unit.allocations.history(id, HISTORY_ROWS) }
    })
  }

  /** From a developer, for one of their own applications. */
  async #ofApp(unit: Unit, actor: Actor, order: AllocationOrder): Promise<Omit<NewAllocation, 'createdAt'>> {
    const { agent, app, type, unit: span, amount, quota, price, note } = order
    if (app === undefined) throw invalid('app', 'required')
    this.#parts.applications.require(actor, app)
    if (order.parent !== undefined) throw invalid('parent', 'Only agents give of what they were given')
    if (type === undefined) throw invalid('type', 'required')
    const worth = worthOf({ type, unit: span, amount })
    const worker = await findWorker(unit, actor, agent)
    if (worker === undefined) throw nobody()
    const ordered = { unit: span ?? null, amount: amount ?? null }
    return { agentId: worker.id, parentId: null, appId: app, type, ...worth, ...ordered, quota, price, note }
  }

  /** From an agent's own allocation, to an agent directly below: of the same worth. */
  async #ofParent(
    unit: WriteUnit,
    actor: Actor,
    { agent, app, parent: id, quota, price, note }: AllocationOrder,
  ): Promise<Omit<NewAllocation, 'createdAt'>> {
    if (id === undefined) throw invalid('parent', 'required')
    const parent = await unit.allocations.find(id)
    if (parent?.agentId !== actor.operatorId) throw unknown()
    if (app !== undefined) throw invalid('app', 'The application is that of the allocation')
    const found = await unit.operators.find(agent)
    const below = knownAgent(actor, found, found?.parentId === actor.operatorId)
    if (below === undefined) throw nobody()
    await use(unit, parent.id, quota)
    const { appId, type, seconds, left, unit: span, amount } = parent
    return {
      agentId: below.id,
      parentId: id,
      appId,
      type,
      seconds,
      left,
      unit: span,
      amount,
      quota,
      price,
      note,
    }
  }

  #bookOf({ appId }: Allocation): number {
    return this.#parts.registry.ownerOf(appId)
  }
}

/** A larger quota below uses up the giver's own; a smaller one gives it back. */
async function takeFromParent(unit: WriteUnit, { parentId }: Allocation, more: number): Promise<void> {
  if (parentId === null) return
  if (more > 0) await use(unit, parentId, more)
  if (more < 0) await unit.allocations.giveBack(parentId, -more)
}

async function use(unit: WriteUnit, id: number, count: number): Promise<void> {
  if ((await unit.allocations.use(id, count)) === undefined)
    throw new Refused(CONSOLE.conflict, 'There are not so many left', { quota: 'not left' })
}

async function requireGiver(
  unit: Unit,
  actor: Actor,
  { parentId }: Allocation,
  change: AllocationChange,
): Promise<void> {
  if (actor.role === 'agent') {
    const parent = parentId === null ? undefined : await unit.allocations.find(parentId)
    if (parent?.agentId === actor.operatorId) return
  } else if (parentId === null || (change.quota === undefined && change.price === undefined)) return
  throw new Refused(CONSOLE.forbidden, 'Another operator sets these terms', { parent: 'not yours' })
}

function hasOtherTerms(before: Allocation, after: Allocation): boolean {
  return before.quota !== after.quota || before.price !== after.price || before.closed !== after.closed
}

function termsOf({ quota, price, closed }: Allocation) {
  return { quota, price, closed }
}

async function requireShown(unit: Unit, actor: Actor, id: number) {
  const allocation = await unit.allocations.get(scopeOf(actor), id)
  if (allocation === undefined) throw unknown()
  return allocation
}

async function shown(unit: Unit, actor: Actor, id: number): Promise<AllocationRecord> {
  return allocationRecord(await requireShown(unit, actor, id))
}

function unknown(): Refused {
  return new Refused(CONSOLE.notFound, 'There is no such allocation')
}

function nobody(): Refused {
  return new Refused(CONSOLE.notFound, 'There is no such agent')
}

function invalid(field: string, reason: string): Refused {
  return new Refused(CONSOLE.invalid, reason, { [field]: reason })
}
