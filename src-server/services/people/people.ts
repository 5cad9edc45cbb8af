import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import type { IssuedInvitation, PersonRecord } from '../../contract/records/person.ts'
import type { Invitation } from '../../domain/access/invitation.ts'
import type { Known } from '../../domain/access/known.ts'
import type { Operator } from '../../domain/access/operator.ts'
import { manages, personState, type PersonKind } from '../../domain/access/person.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import { audit } from '../platform/audit-trail.ts'
import type { Invitations } from './invitations.ts'
import type { Passwords } from '../session/passwords.ts'
import { Refused } from '../refused.ts'
import { requireGoodPassword } from '../session/passwords.ts'

interface Parts {
  readonly store: Store
  readonly passwords: Passwords
  readonly invitations: Invitations
  readonly clock: Clock
}

/** The data of a new operator; members that are left out are empty. */
export interface NewPerson {
  readonly name: string
  readonly email?: string | undefined
  readonly qq?: string | undefined
  readonly note?: string | undefined
  /** Without a password the operator gets an invitation. */
  readonly password?: string | undefined
}

export interface PersonFields {
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly qq?: string | undefined
  readonly note?: string | undefined
}

/** Plan and role are ones that the actor may name. */
type Bound = Pick<Operator, 'role'> &
  Partial<Pick<Operator, 'employerId' | 'parentId' | 'makerId' | 'planEndsAt'>> & {
    readonly staffRoleId?: Known<'role'> | null
    readonly planId?: Known<'plan'> | null
  }

/** A change of an operator's state, with its verb for the audit log. */
interface StateChange {
  readonly verb: 'freeze' | 'unfreeze' | 'ban' | 'unban'
  readonly to: Partial<Pick<Operator, 'frozen' | 'banned' | 'stateReason'>>
}

type Also = (unit: WriteUnit, operator: Operator) => Promise<number>

/** The acts that developers, agents and staff have in common, for the operators who look after them. */
export class People {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** An operator of this kind whom the actor looks after. @throws Refused 404 */
  async require(unit: Unit, actor: Actor, kind: PersonKind, id: number): Promise<Operator> {
    const operator = await unit.operators.find(id)
    if (operator === undefined || !manages(actor, kind, operator))
      throw new Refused(CONSOLE.notFound, `There is no such ${NOUN[kind]}`)
    return operator
  }

  /**
   * @param bind further members, read in the unit of work that creates the operator
   * @param made runs in that unit after the operator exists
   * @returns with a link where no password is given
   * @throws Refused 409 for a name that is taken; 422, `password` a PasswordProblem
   */
  async create(
    actor: Actor,
    kind: PersonKind,
    person: NewPerson,
    bind: (unit: Unit) => Promise<Bound>,
    made: (unit: WriteUnit, operator: Operator) => Promise<void> = () => Promise.resolve(),
  ): Promise<{ operator: Operator; invitation: IssuedInvitation | null }> {
    const { store, passwords, invitations, clock } = this.#parts
    const { name, email = '', qq = '', note = '', password } = person
    if (password !== undefined) requireGoodPassword(password, name)
    const passwordHash = password === undefined ? '' : await passwords.hash(password)
    return store.write(
      async (unit) => {
        await requireFreeName(unit, name)
        const now = clock.now()
        const bound = await bind(unit)
        const operator = await unit.operators.insert({
          ...bound,
          name,
          email,
          qq,
          note,
          passwordHash,
          createdAt: now,
        })
        const invitation =
          password === undefined ? await invitations.issue(unit, actor, operator, 'invite') : null
        await audit(unit, actor, now, {
          action: `${kind}_create`,
          ...subjectOf(actor, kind, operator),
          after: { name, email, qq, note, ...bound, invited: invitation !== null },
        })
        await made(unit, operator)
        return { operator, invitation }
      },
      { durable: true },
    )
  }

  /** @throws Refused 404; 409 for a name that is taken */
  async update(
    actor: Actor,
    kind: PersonKind,
    id: number,
    fields: PersonFields,
    bind: (unit: Unit, current: Operator) => Promise<Partial<Bound>> = () => Promise.resolve({}),
  ): Promise<Operator> {
    const { store, clock } = this.#parts
    return store.write(
      async (unit) => {
        const before = await this.require(unit, actor, kind, id)
        const { name, email, qq, note } = fields
        if (name !== undefined && name !== before.name) await requireFreeName(unit, name)
        const change = {
          ...(name !== undefined && { name }),
          ...(email !== undefined && { email }),
          ...(qq !== undefined && { qq }),
          ...(note !== undefined && { note }),
          ...(await bind(unit, before)),
        }
        const after = await unit.operators.update(id, change)
        if (after === undefined) throw new Error('the person is gone')
        await audit(unit, actor, clock.now(), {
          action: `${kind}_update`,
          ...subjectOf(actor, kind, after),
          before,
          after,
        })
        return after
      },
      { durable: true },
    )
  }

  /** Ends all sessions of a frozen or banned operator and of their staff. The codes of a banned agent are refused. */
  async #setState(
    actor: Actor,
    kind: PersonKind,
    id: number,
    change: StateChange,
    also: Also,
  ): Promise<{ operator: Operator; also: number }> {
    const { store, clock } = this.#parts
    return store.write(
      async (unit) => {
        const before = await this.require(unit, actor, kind, id)
        const after = await unit.operators.update(id, change.to)
        if (after === undefined) throw new Error('the person is gone')
        if (after.frozen || after.banned) await unit.sessions.deleteOf(id)
        await audit(unit, actor, clock.now(), {
          action: `${kind}_${change.verb}`,
          ...subjectOf(actor, kind, after),
          before: stateOf(before),
          after: stateOf(after),
        })
        const result = await also(unit, after)
        unit.changed('ban', id)
        return { operator: after, also: result }
      },
      { durable: true },
    )
  }

  async freeze(actor: Actor, kind: PersonKind, id: number, reason: string): Promise<Operator> {
    const change = { verb: 'freeze', to: { frozen: true, stateReason: reason } } as const
    return (await this.#setState(actor, kind, id, change, nothing)).operator
  }

  async unfreeze(actor: Actor, kind: PersonKind, id: number): Promise<Operator> {
    const change = { verb: 'unfreeze', to: { frozen: false, stateReason: '' } } as const
    return (await this.#setState(actor, kind, id, change, nothing)).operator
  }

  /** @param also changes more in the same unit, and returns how much */
  ban(
    actor: Actor,
    kind: PersonKind,
    id: number,
    reason: string,
    also: Also = nothing,
  ): Promise<{ operator: Operator; also: number }> {
    const change = { verb: 'ban', to: { banned: true, stateReason: reason } } as const
    return this.#setState(actor, kind, id, change, also)
  }

  unban(
    actor: Actor,
    kind: PersonKind,
    id: number,
    also: Also = nothing,
  ): Promise<{ operator: Operator; also: number }> {
    const change = { verb: 'unban', to: { banned: false, frozen: false, stateReason: '' } } as const
    return this.#setState(actor, kind, id, change, also)
  }

  /** Replaces the password by a link. The old password and all sessions end at once. @throws Refused 404 */
  async resetPassword(actor: Actor, kind: PersonKind, id: number): Promise<IssuedInvitation> {
    const { store, invitations, clock } = this.#parts
    return store.write(
      async (unit) => {
        const operator = await this.require(unit, actor, kind, id)
        const isNew = operator.passwordHash === '' && operator.lastSignInAt === null
        const issued = await invitations.issue(unit, actor, operator, isNew ? 'invite' : 'reset')
        await unit.operators.update(id, { passwordHash: '' })
        await unit.sessions.deleteOf(id)
        await audit(unit, actor, clock.now(), {
          action: `${kind}_password_reset`,
          ...subjectOf(actor, kind, operator),
          after: { expiresAt: issued.expires_at },
        })
        return issued
      },
      { durable: true },
    )
  }

  /** The common part of the records of these operators, by id. */
  async records(unit: Unit, operators: readonly Operator[]): Promise<(operator: Operator) => PersonRecord> {
    const open = await unit.invitations.openOf(
      operators.map(({ id }) => id),
      this.#parts.clock.now(),
    )
    return (operator) => personRecord(operator, open.get(operator.id))
  }
}

const NOUN: Readonly<Record<PersonKind, string>> = {
  developer: 'developer',
  agent: 'agent',
  staff: 'member of staff',
}

const nothing: Also = () => Promise.resolve(0)

function personRecord(operator: Operator, invitation: Invitation | undefined): PersonRecord {
  return {
    id: operator.id,
    name: operator.name,
    email: operator.email,
    qq: operator.qq,
    note: operator.note,
    state: personState(operator),
    reason: operator.stateReason,
    invitation:
      invitation === undefined
        ? null
        : {
            id: invitation.id,
            kind: invitation.kind,
            created_by: invitation.createdBy,
            created_at: invitation.createdAt,
            expires_at: invitation.expiresAt,
          },
    totp: operator.totpConfirmedAt !== null,
    last_sign_in_at: operator.lastSignInAt,
    created_at: operator.createdAt,
  }
}

/**
 * The developer to whom a row of the audit log belongs. Developers don't see what the owner changes about a developer
 * or an agent. They see acts on their own staff and on agents whom they look after.
 */
export function subjectOf(actor: Actor, kind: PersonKind, { id, name, employerId }: Operator) {
  const subjectKind = kind === 'agent' ? 'operator' : kind
  const owner = kind === 'agent' && actor.role === 'developer' ? actor.operatorId : employerId
  return { subject: { kind: subjectKind, id, label: name }, owner }
}

function stateOf({ frozen, banned, stateReason }: Operator) {
  return { frozen, banned, stateReason }
}

async function requireFreeName(unit: Unit, name: string): Promise<void> {
  if ((await unit.operators.findByName(name)) === undefined) return
  throw new Refused(CONSOLE.conflict, 'Somebody else has this name', { name: 'taken' })
}
