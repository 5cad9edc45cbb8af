import { CONSOLE } from '../../contract/error-codes.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import type { IssuedInvitation } from '../../contract/records/person.ts'
import { endOfInvitation, isOpen, type Invitation } from '../../domain/access/invitation.ts'
import { isOut, type Operator } from '../../domain/access/operator.ts'
import type { PersonKind } from '../../domain/access/person.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Store, Unit, WriteUnit } from '../../store/store.ts'
import { equalSecrets } from '../../wire/digests.ts'
import { audit } from '../platform/audit-trail.ts'
import type { Caller } from '../session/caller.ts'
import { isLookedAfter } from '../agents/looked-after.ts'
import type { SecurityNotices } from '../notices/security-notices.ts'
import type { OperatorCredentials } from '../session/operator-credentials.ts'
import type { Passwords } from '../session/passwords.ts'
import { Refused } from '../refused.ts'
import { requireGoodPassword } from '../session/passwords.ts'
import { digestToken, makeToken } from '../session/session-token.ts'
import type { Sessions, SignedIn } from '../session/sessions.ts'

interface Parts {
  readonly store: Store
  readonly passwords: Passwords
  readonly credentials: OperatorCredentials
  readonly sessions: Sessions
  readonly notices: SecurityNotices
  readonly clock: Clock
  readonly random: Random
}

/** Links are deleted so long after their end, seconds. */
const KEPT_SECONDS = 90 * 86_400

interface Opened {
  readonly invitation: Invitation
  readonly operator: Operator
}

/** One-time links with which operators set a password: a new operator their first one, others a new one. */
export class Invitations {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Creates a link in the unit of work that needs it. Earlier links of the operator are invalid from then on. An
   * operator who never had a password gets an invitation, any other a reset.
   */
  async issue(
    unit: WriteUnit,
    actor: Actor,
    operator: Operator,
    kind: Invitation['kind'],
  ): Promise<IssuedInvitation> {
    const { clock, random } = this.#parts
    const token = makeToken(random)
    const now = clock.now()
    const expiresAt = endOfInvitation(kind, now)
    await unit.invitations.deleteOpenOf(operator.id)
    await unit.invitations.insert({
      tokenDigest: digestToken(token),
      kind,
      operatorId: operator.id,
      createdBy: actor.name,
      createdAt: now,
      expiresAt,
    })
    return { token, expires_at: expiresAt }
  }

  /** The operator of a link. @throws Refused 404 */
  async look(token: string): Promise<Opened> {
    return this.#parts.store.read((unit) => this.#open(unit, token))
  }

  /**
   * Sets the password and signs in. If a link is used several times at once, one use succeeds.
   * @returns undefined where the sign-in needs a second factor, which no link replaces
   * @throws Refused 404 for a link that isn't open; 422, `password` a PasswordProblem
   */
  async accept(token: string, password: string, caller: Caller): Promise<SignedIn | undefined> {
    const { store, passwords, credentials, sessions, notices, clock } = this.#parts
    // Checked first, so that nobody makes the server hash for an invalid link.
    const { operator: invited } = await this.look(token)
    requireGoodPassword(password, invited.name)
    const passwordHash = await passwords.hash(password)
    const operator = await store.write(
      async (unit) => {
        const now = clock.now()
        const opened = await this.#open(unit, token)
        if (!(await unit.invitations.use(opened.invitation.id, now))) throw notOpen()
        const updated = await unit.operators.update(opened.operator.id, { passwordHash })
        if (updated === undefined) throw notOpen()
        await credentials.clearFailures(unit, updated.name, caller)
        await unit.sessions.deleteOf(updated.id)
        if (opened.invitation.kind === 'reset')
          await notices.notify(unit, updated.id, { kind: 'password_changed', ip: caller.ip }, now)
        await audit(
          unit,
          {
            operatorId: updated.employerId ?? updated.id,
            personId: updated.id,
            name: updated.name,
            role: updated.role,
            ip: caller.ip,
          },
          now,
          {
            action: 'invitation_accept',
            subject: { kind: 'invitation', id: opened.invitation.id, label: updated.name },
            owner: updated.employerId,
            after: { kind: opened.invitation.kind },
          },
        )
        return updated
      },
      { durable: true },
    )
    if (operator.totpConfirmedAt !== null) return undefined
    return sessions.signIn(operator.name, password, caller)
  }

  /** @throws Refused 404 for a link that isn't open, or whose operator the actor doesn't look after */
  async revoke(actor: Actor, id: number): Promise<void> {
    const { store, clock } = this.#parts
    await store.write(
      async (unit) => {
        const now = clock.now()
        const invitation = await unit.invitations.find(id)
        const operator = invitation && (await unit.operators.find(invitation.operatorId))
        const isTheirs = operator !== undefined && (await mayRevoke(unit, actor, operator))
        if (invitation === undefined || !isTheirs || !isOpen(invitation, now)) {
          throw new Refused(CONSOLE.notFound, 'There is no such link')
        }
        await unit.invitations.deleteOpenOf(operator.id)
        await audit(unit, actor, now, {
          action: 'invitation_revoke',
          subject: { kind: 'invitation', id, label: operator.name },
          owner: operator.employerId,
          before: { kind: invitation.kind, expiresAt: invitation.expiresAt },
        })
      },
      { durable: true },
    )
  }

  async forgetEnded(): Promise<void> {
    const { store, clock } = this.#parts
    await store.write((unit) => unit.invitations.deleteEndedBefore(clock.now() - KEPT_SECONDS), {
      durable: false,
    })
  }

  async #open(unit: Unit, token: string): Promise<Opened> {
    const digest = digestToken(token)
    const invitation = await unit.invitations.findByDigest(digest)
    if (invitation === undefined || !equalSecrets(invitation.tokenDigest, digest)) throw notOpen()
    const operator = await unit.operators.find(invitation.operatorId)
    if (operator === undefined || !isOpen(invitation, this.#parts.clock.now())) throw notOpen()
    const employer = operator.employerId === null ? undefined : await unit.operators.find(operator.employerId)
    if (isOut({ operator, employer, staffRole: undefined })) throw notOpen()
    return { invitation, operator }
  }
}

/** Staff may have the right to one kind of people only. */
async function mayRevoke(unit: Unit, actor: Actor, operator: Operator): Promise<boolean> {
  const has = (permission: Permission) => actor.permissions.includes(permission)
  const kinds: PersonKind[] = [
    ...(has('people') ? (['developer'] as const) : []),
    ...(has('people') || has('sales.manage') ? (['agent'] as const) : []),
    ...(has('staff') ? (['staff'] as const) : []),
  ]
  for (const kind of kinds) if (await isLookedAfter(unit, actor, kind, operator)) return true
  return false
}

function notOpen(): Refused {
  return new Refused(CONSOLE.notFound, 'This link was used, has expired or was withdrawn')
}
