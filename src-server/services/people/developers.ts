import { CONSOLE } from '../../contract/error-codes.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { DEVELOPER } from '../../contract/subjects/people.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'
import type { DeveloperRecord, IssuedInvitation } from '../../contract/records/person.ts'
import type { UsageRecord } from '../../contract/records/plan.ts'
import { knownPlan, type Known } from '../../domain/access/known.ts'
import type { Operator } from '../../domain/access/operator.ts'
import { endOfPlan } from '../../domain/access/plan.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import { audit } from '../platform/audit-trail.ts'
import type { NewPerson, People, PersonFields } from './people.ts'
import { usageOf } from './plan-limits.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly people: People
  readonly clock: Clock
}

export type DeveloperQuery = ListQuery<'id' | 'name' | 'created_at' | 'last_sign_in_at'>

interface PlanChoice {
  /** null removes the plan. */
  readonly plan?: number | null | undefined
  readonly planEndsAt?: number | null | undefined
}

/** More than any developer has: a ban with `closeApps` closes each one. */
const MOST_APPLICATIONS = 10_000

/** Developers, for the owner (the specification, Roles). */
export class Developers {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async list(filter: FilterOf<typeof DEVELOPER>, query: DeveloperQuery): Promise<Page<DeveloperRecord>> {
    return this.#parts.store.read(async (unit) => {
      const page = await unit.operators.list({ ...filter, role: 'developer' }, query)
      return { ...page, rows: await this.#records(unit, page.rows) }
    })
  }

  /** The developer with their use of the plan. @throws Refused 404 */
  async get(actor: Actor, id: number): Promise<DeveloperRecord & { usage: UsageRecord }> {
    const { store, people } = this.#parts
    return store.read(async (unit) => {
      const operator = await people.require(unit, actor, 'developer', id)
      return { ...(await this.#record(unit, operator)), usage: await usageOf(unit, id) }
    })
  }

  /** @throws Refused 409 for a name that is taken, 422 for an unknown plan */
  async create(
    actor: Actor,
    person: NewPerson,
    plan: number | null | undefined,
  ): Promise<{ developer: DeveloperRecord; invitation: IssuedInvitation | null }> {
    const { people, store } = this.#parts
    const made = await people.create(actor, 'developer', person, async (unit) => ({
      role: 'developer',
      ...(await this.#planFields(unit, actor, { plan })),
    }))
    const developer = await store.read((unit) => this.#record(unit, made.operator))
    return { developer, invitation: made.invitation }
  }

  /** @throws Refused 404; 409 for a name that is taken; 422 for an unknown plan */
  async update(actor: Actor, id: number, fields: PersonFields, choice: PlanChoice): Promise<DeveloperRecord> {
    const { people, store } = this.#parts
    const operator = await people.update(actor, 'developer', id, fields, (unit, current) =>
      // A plan that the developer has already does not start again.
      this.#planFields(unit, actor, choice.plan === current.planId ? { ...choice, plan: undefined } : choice),
    )
    return store.read((unit) => this.#record(unit, operator))
  }

  async freeze(actor: Actor, id: number, reason: string): Promise<DeveloperRecord> {
    const { people, store } = this.#parts
    const operator = await people.freeze(actor, 'developer', id, reason)
    return store.read((unit) => this.#record(unit, operator))
  }

  async unfreeze(actor: Actor, id: number): Promise<DeveloperRecord> {
    const { people, store } = this.#parts
    const operator = await people.unfreeze(actor, 'developer', id)
    return store.read((unit) => this.#record(unit, operator))
  }

  /**
   * @param closeApps whether the developer's open applications are closed too; they are remembered until the ban is
   *   lifted
   * @returns with the number of closed ones
   */
  async ban(
    actor: Actor,
    id: number,
    reason: string,
    closeApps: boolean,
  ): Promise<{ developer: DeveloperRecord; closed: number }> {
    const { people, store } = this.#parts
    const { operator, also } = await people.ban(actor, 'developer', id, reason, async (unit, banned) => {
      if (!closeApps) return 0
      const open = await unit.applications.list(
        { kind: 'ownedBy', operatorId: banned.id },
        { state: 'y' },
        { offset: 0, limit: MOST_APPLICATIONS, sort: 'app', desc: false },
      )
      const ids = open.rows.map((application) => application.id)
      await this.#setAppStates(unit, actor, banned, ids, 'n')
      const before = await unit.meta.find(closedKey(id))
      const all = [...new Set([...idsOf(before), ...ids])]
      if (all.length > 0) await unit.meta.set(closedKey(id), all.join(','))
      return ids.length
    })
    return { developer: await store.read((unit) => this.#record(unit, operator)), closed: also }
  }

  /** Opens the applications that the ban closed. @returns with the number of opened ones */
  async unban(actor: Actor, id: number): Promise<{ developer: DeveloperRecord; opened: number }> {
    const { people, store } = this.#parts
    const { operator, also } = await people.unban(actor, 'developer', id, async (unit, free) => {
      const ids = idsOf(await unit.meta.find(closedKey(id)))
      await unit.meta.take(closedKey(id))
      return this.#setAppStates(unit, actor, free, ids, 'y')
    })
    return { developer: await store.read((unit) => this.#record(unit, operator)), opened: also }
  }

  async #setAppStates(
    unit: WriteUnit,
    actor: Actor,
    developer: Operator,
    ids: readonly number[],
    state: 'y' | 'n',
  ): Promise<number> {
    const { clock } = this.#parts
    let changed = 0
    for (const id of ids) {
      const before = await unit.applications.find(id)
      if (before?.ownerId !== developer.id || before.state === state) continue
      const after = await unit.applications.update(id, { state })
      if (after === undefined) continue
      changed++
      await audit(unit, actor, clock.now(), {
        action: 'app_update',
        subject: { kind: 'application', id, label: after.name },
        app: id,
        owner: developer.id,
        before: { state: before.state },
        after: { state },
      })
      unit.changed('application', id, after)
    }
    return changed
  }

  /** @throws Refused 422 */
  async #planFields(
    unit: Unit,
    actor: Actor,
    { plan: id, planEndsAt }: PlanChoice,
  ): Promise<{ readonly planId?: Known<'plan'> | null; readonly planEndsAt?: number | null }> {
    const given = planEndsAt === undefined ? {} : { planEndsAt }
    if (id === undefined) return given
    if (id === null) return { planId: null, planEndsAt: null, ...given }
    const found = await unit.plans.find(id)
    const plan = found && knownPlan(actor, found)
    if (plan === undefined) throw new Refused(CONSOLE.invalid, 'There is no such plan', { plan: 'unknown' })
    return { planId: plan.id, planEndsAt: endOfPlan(plan, this.#parts.clock.now()), ...given }
  }

  async #record(unit: Unit, operator: Operator): Promise<DeveloperRecord> {
    const [record] = await this.#records(unit, [operator])
    if (record === undefined) throw new Error('a developer has no record')
    return record
  }

  async #records(unit: Unit, operators: readonly Operator[]): Promise<DeveloperRecord[]> {
    const personRecord = await this.#parts.people.records(unit, operators)
    const applications = await unit.operators.applicationsOf(operators.map(({ id }) => id))
    const names = new Map<number | null, string>([[null, '']])
    for (const { planId } of operators) {
      if (planId !== null && !names.has(planId))
        names.set(planId, (await unit.plans.find(planId))?.name ?? '')
    }
    return operators.map((operator) => ({
      ...personRecord(operator),
      plan: operator.planId,
      plan_name: names.get(operator.planId) ?? '',
      plan_ends_at: operator.planEndsAt,
      applications: applications.get(operator.id) ?? 0,
    }))
  }
}

/** The key of `meta` with the applications that a ban closed; kept until it is lifted. */
function closedKey(id: number): string {
  return `closed_by_ban:${id}`
}

function idsOf(kept: string | undefined): number[] {
  return kept === undefined ? [] : kept.split(',').map(Number)
}
