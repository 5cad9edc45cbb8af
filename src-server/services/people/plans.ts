import { CONSOLE } from '../../contract/error-codes.ts'
import { namedMembers, onWire } from '../../contract/spelling.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { PlanRecord, UsageRecord } from '../../contract/records/plan.ts'
import { hasEnded, type Plan } from '../../domain/access/plan.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Store, Unit } from '../../store/store.ts'
import { audit } from '../platform/audit-trail.ts'
import { usageOf } from './plan-limits.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly clock: Clock
}

type PlanFields = Omit<Plan, 'id' | 'createdAt'>
/** The members that a call may set; undefined and absent are the same. */
type Named<T> = { readonly [K in keyof T]?: T[K] | undefined }

const UNLIMITED: Omit<PlanFields, 'name'> = {
  maxApplications: null,
  maxCodes: null,
  maxDevices: null,
  maxAgents: null,
  validDays: null,
  note: '',
}

/** Plans: what developers may have, named and sold by the owner. */
export class Plans {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  list(query: ListQuery<'id' | 'name'>): Promise<Page<PlanRecord>> {
    return this.#parts.store.read(async (unit) => {
      const page = await unit.plans.list(query)
      const developers = await unit.plans.developersOf(page.rows.map(({ id }) => id))
      return { ...page, rows: page.rows.map((plan) => planRecord(plan, developers.get(plan.id) ?? 0)) }
    })
  }

  /** @throws Refused 409 for a name that is taken */
  create(actor: Actor, fields: Named<PlanFields> & { readonly name: string }): Promise<PlanRecord> {
    const { store, clock } = this.#parts
    return store.write(
      async (unit) => {
        await requireFreeName(unit, fields.name)
        const now = clock.now()
        const plan = await unit.plans.insert({
          ...UNLIMITED,
          ...namedMembers(fields),
          name: fields.name,
          createdAt: now,
        })
        await audit(unit, actor, now, { action: 'plan_create', ...subjectOf(plan), after: plan })
        return planRecord(plan, 0)
      },
      { durable: true },
    )
  }

  /** @throws Refused 404; 409 for a name that is taken */
  update(actor: Actor, id: number, fields: Named<PlanFields>): Promise<PlanRecord> {
    const { store, clock } = this.#parts
    return store.write(
      async (unit) => {
        const before = await requirePlan(unit, id)
        if (fields.name !== undefined && fields.name !== before.name) await requireFreeName(unit, fields.name)
        const after = (await unit.plans.update(id, namedMembers(fields))) ?? before
        await audit(unit, actor, clock.now(), { action: 'plan_update', ...subjectOf(after), before, after })
        return planRecord(after, (await unit.plans.developersOf([id])).get(id) ?? 0)
      },
      { durable: true },
    )
  }

  /** @throws Refused 404; 409 while a developer has it */
  async delete(actor: Actor, id: number): Promise<void> {
    const { store, clock } = this.#parts
    await store.write(
      async (unit) => {
        const plan = await requirePlan(unit, id)
        const developers = (await unit.plans.developersOf([id])).get(id) ?? 0
        if (developers > 0) throw new Refused(CONSOLE.conflict, `${developers} developers have this plan`)
        await unit.plans.delete(id)
        await audit(unit, actor, clock.now(), { action: 'plan_delete', ...subjectOf(plan), before: plan })
      },
      { durable: true },
    )
  }

  /** The use of the plan of the actor, or of the actor's employer. */
  async usage(actor: Actor): Promise<{
    plan_name: string
    plan_ends_at: number | null
    ended: boolean
    usage: UsageRecord
  }> {
    const { store, clock } = this.#parts
    return store.read(async (unit) => {
      const operator = await unit.operators.find(actor.operatorId)
      const plan = await unit.plans.ofOperator(actor.operatorId)
      const endsAt = operator?.planEndsAt ?? null
      return {
        plan_name: plan?.name ?? '',
        plan_ends_at: endsAt,
        ended: hasEnded(endsAt, clock.now()),
        usage: await usageOf(unit, actor.operatorId),
      }
    })
  }
}

function planRecord(plan: Plan, developers: number): PlanRecord {
  return { ...onWire<Omit<PlanRecord, 'developers'>>(plan), developers }
}

function subjectOf({ id, name }: Plan) {
  return { subject: { kind: 'plan', id, label: name } }
}

async function requirePlan(unit: Unit, id: number): Promise<Plan> {
  const plan = await unit.plans.find(id)
  if (plan === undefined) throw new Refused(CONSOLE.notFound, 'There is no such plan')
  return plan
}

async function requireFreeName(unit: Unit, name: string): Promise<void> {
  if ((await unit.plans.findByName(name)) === undefined) return
  throw new Refused(CONSOLE.conflict, 'Another plan has this name', { name: 'taken' })
}
