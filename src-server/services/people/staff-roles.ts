import { CONSOLE } from '../../contract/error-codes.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import { grantable, type Permission } from '../../contract/permissions.ts'
import type { Clock } from '../../contract/ports.ts'
import type { StaffRoleRecord } from '../../contract/records/person.ts'
import type { StaffRole } from '../../domain/access/operator.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Store, Unit } from '../../store/store.ts'
import { audit } from '../platform/audit-trail.ts'
import { Refused } from '../refused.ts'

interface Parts {
  readonly store: Store
  readonly clock: Clock
}

/** Named sets of permissions of one employer. */
export class StaffRoles {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  list(actor: Actor, query: ListQuery<'id' | 'name'>): Promise<Page<StaffRoleRecord>> {
    return this.#parts.store.read(async (unit) => {
      const page = await unit.staffRoles.list(actor.operatorId, query)
      const staff = await unit.staffRoles.staffOf(page.rows.map(({ id }) => id))
      return { ...page, rows: page.rows.map((role) => roleRecord(role, staff.get(role.id) ?? 0)) }
    })
  }

  /** @throws Refused 409 for a name that is taken, 422 for a permission that an employer of this role can't give */
  create(actor: Actor, name: string, permissions: readonly Permission[]): Promise<StaffRoleRecord> {
    const { store, clock } = this.#parts
    const given = requireGrantable(actor, permissions)
    return store.write(
      async (unit) => {
        await requireFreeName(unit, actor, name)
        const now = clock.now()
        const role = await unit.staffRoles.insert({
          employerId: actor.operatorId,
          name,
          permissions: given,
          createdAt: now,
        })
        await audit(unit, actor, now, { action: 'role_create', ...subjectOf(role), after: contentOf(role) })
        return roleRecord(role, 0)
      },
      { durable: true },
    )
  }

  /** @throws as `create`; 404 */
  update(
    actor: Actor,
    id: number,
    { name, permissions }: { name?: string | undefined; permissions?: readonly Permission[] | undefined },
  ): Promise<StaffRoleRecord> {
    const { store, clock } = this.#parts
    const given = permissions === undefined ? undefined : requireGrantable(actor, permissions)
    return store.write(
      async (unit) => {
        const before = await requireStaffRole(unit, actor, id)
        if (name !== undefined && name !== before.name) await requireFreeName(unit, actor, name)
        const change = { ...(name !== undefined && { name }), ...(given && { permissions: given }) }
        const after = (await unit.staffRoles.update(id, change)) ?? before
        await audit(unit, actor, clock.now(), {
          action: 'role_update',
          ...subjectOf(after),
          before: contentOf(before),
          after: contentOf(after),
        })
        return roleRecord(after, (await unit.staffRoles.staffOf([id])).get(id) ?? 0)
      },
      { durable: true },
    )
  }

  /** @throws Refused 404; 409 while a staff member has it */
  async delete(actor: Actor, id: number): Promise<void> {
    const { store, clock } = this.#parts
    await store.write(
      async (unit) => {
        const role = await requireStaffRole(unit, actor, id)
        const staff = (await unit.staffRoles.staffOf([id])).get(id) ?? 0
        if (staff > 0) throw new Refused(CONSOLE.conflict, `${staff} members of staff have this role`)
        await unit.staffRoles.delete(id)
        await audit(unit, actor, clock.now(), {
          action: 'role_delete',
          ...subjectOf(role),
          before: contentOf(role),
        })
      },
      { durable: true },
    )
  }
}

/** A role of the actor's own. @throws Refused 404 */
async function requireStaffRole(unit: Unit, actor: Actor, id: number): Promise<StaffRole> {
  const role = await unit.staffRoles.find(id)
  if (role?.employerId !== actor.operatorId) throw new Refused(CONSOLE.notFound, 'There is no such role')
  return role
}

/** Each permission once, in the standard order. */
function requireGrantable(actor: Actor, permissions: readonly Permission[]): Permission[] {
  const can = grantable(actor.role)
  const beyond = permissions.find((permission) => !can.includes(permission))
  if (beyond !== undefined) {
    throw new Refused(CONSOLE.invalid, `You can’t give ${beyond}`, { permissions: beyond })
  }
  return can.filter((permission) => permissions.includes(permission))
}

async function requireFreeName(unit: Unit, actor: Actor, name: string): Promise<void> {
  if ((await unit.staffRoles.findByName(actor.operatorId, name)) === undefined) return
  throw new Refused(CONSOLE.conflict, 'Another role has this name', { name: 'taken' })
}

function roleRecord({ id, name, permissions, createdAt }: StaffRole, staff: number): StaffRoleRecord {
  return { id, name, permissions: [...permissions], staff, created_at: createdAt }
}

function contentOf({ name, permissions }: StaffRole) {
  return { name, permissions }
}

function subjectOf({ id, name, employerId }: StaffRole) {
  return { subject: { kind: 'role', id, label: name }, owner: employerId }
}
