import { CONSOLE } from '../../contract/error-codes.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Clock } from '../../contract/ports.ts'
import type { IssuedInvitation, StaffRecord } from '../../contract/records/person.ts'
import { knownRole, type Known } from '../../domain/access/known.ts'
import type { Operator } from '../../domain/access/operator.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Store, Unit } from '../../store/store.ts'
import { audit } from '../platform/audit-trail.ts'
import { subjectOf, type NewPerson, type People, type PersonFields } from './people.ts'
import { Refused } from '../refused.ts'
import type { STAFF } from '../../contract/subjects/people.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

interface Parts {
  readonly store: Store
  readonly people: People
  readonly clock: Clock
}

/** Staff of an owner or a developer. They see their employer's data, as far as their role allows. */
export class Staff {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  list(
    actor: Actor,
    filter: FilterOf<typeof STAFF>,
    query: ListQuery<'id' | 'name' | 'created_at' | 'last_sign_in_at'>,
  ): Promise<Page<StaffRecord>> {
    return this.#parts.store.read(async (unit) => {
      const { role: staffRole, ...others } = filter
      const page = await unit.operators.list({ ...others, employer: actor.operatorId, staffRole }, query)
      return { ...page, rows: await this.#records(unit, page.rows) }
    })
  }

  /** @throws Refused 409 for a name that is taken, 422 for a role that isn't the actor's */
  async create(
    actor: Actor,
    person: NewPerson,
    role: number | null | undefined,
  ): Promise<{ staff: StaffRecord; invitation: IssuedInvitation | null }> {
    const made = await this.#parts.people.create(actor, 'staff', person, async (unit) => ({
      role: actor.role,
      employerId: actor.operatorId,
      staffRoleId: await ownRole(unit, actor, role ?? null),
    }))
    return { staff: await this.#record(made.operator), invitation: made.invitation }
  }

  /**
   * Another role takes effect at once.
   * @throws Refused 404; 409 for a name that is taken; 422 for a role that isn't the actor's
   */
  async update(
    actor: Actor,
    id: number,
    fields: PersonFields,
    role: number | null | undefined,
  ): Promise<StaffRecord> {
    const operator = await this.#parts.people.update(actor, 'staff', id, fields, async (unit) =>
      role === undefined ? {} : { staffRoleId: await ownRole(unit, actor, role) },
    )
    return this.#record(operator)
  }

  async freeze(actor: Actor, id: number, reason: string): Promise<StaffRecord> {
    return this.#record(await this.#parts.people.freeze(actor, 'staff', id, reason))
  }

  async unfreeze(actor: Actor, id: number): Promise<StaffRecord> {
    return this.#record(await this.#parts.people.unfreeze(actor, 'staff', id))
  }

  /** Deletes the staff member with their sessions and links; their acts stay in the audit log. @throws Refused 404 */
  async delete(actor: Actor, id: number): Promise<void> {
    const { store, people, clock } = this.#parts
    await store.write(
      async (unit) => {
        const operator = await people.require(unit, actor, 'staff', id)
        await unit.operators.delete(id)
        const { name, email, note, staffRoleId } = operator
        await audit(unit, actor, clock.now(), {
          action: 'staff_delete',
          ...subjectOf(actor, 'staff', operator),
          before: { name, email, note, staffRoleId },
        })
      },
      { durable: true },
    )
  }

  async #record(operator: Operator): Promise<StaffRecord> {
    const [record] = await this.#parts.store.read((unit) => this.#records(unit, [operator]))
    if (record === undefined) throw new Error('a member of staff has no record')
    return record
  }

  async #records(unit: Unit, operators: readonly Operator[]): Promise<StaffRecord[]> {
    const personRecord = await this.#parts.people.records(unit, operators)
    const names = new Map<number | null, string>([[null, '']])
    for (const { staffRoleId } of operators) {
      if (staffRoleId !== null && !names.has(staffRoleId))
        names.set(staffRoleId, (await unit.staffRoles.find(staffRoleId))?.name ?? '')
    }
    return operators.map((operator) => ({
      ...personRecord(operator),
      role: operator.staffRoleId,
      role_name: names.get(operator.staffRoleId) ?? '',
    }))
  }
}

async function ownRole(unit: Unit, actor: Actor, id: number | null): Promise<Known<'role'> | null> {
  if (id === null) return null
  const found = await unit.staffRoles.find(id)
  const role = found && knownRole(actor, found)
  if (role === undefined) throw new Refused(CONSOLE.invalid, 'There is no such role', { role: 'unknown' })
  return role.id
}
