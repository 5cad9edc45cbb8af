import { grantable, permissionsOf, type Permission } from '../../contract/permissions.ts'
import type { Role } from '../../contract/permissions.ts'
import type { Actor } from './scope.ts'
import type { NoticePreferences } from '../outbox/notice-preferences.ts'

/** A person who signs in to the console: the owner, a developer, an agent or a member of staff. */
export interface Operator {
  readonly id: number
  readonly name: string
  readonly role: Role
  /** argon2id in PHC form. */
  readonly passwordHash: string
  /** A frozen or banned operator can't sign in. A banned agent's codes are refused. */
  readonly frozen: boolean
  readonly banned: boolean
  readonly stateReason: string
  /** The employer of a member of staff, and the role that limits them. null for everybody else. */
  readonly employerId: number | null
  readonly staffRoleId: number | null
  /** The agent above an agent. null for an agent directly under developers, and for everybody else. */
  readonly parentId: number | null
  /**
   * The operator who made an agent and looks after it: a developer, the owner, or the agent above it. Nobody else's act
   * changes it. null for everybody else.
   */
  readonly makerId: number | null
  /** A developer's plan and its end. null means no limits. */
  readonly planId: number | null
  readonly planEndsAt: number | null
  /** The operator's QQ, shown to customers. Empty for none. */
  readonly qq: string
  readonly email: string
  readonly note: string
  /** The kinds of mail the operator wants. A missing member means its default. */
  readonly notices: Partial<NoticePreferences>
  /**
   * Base32, empty for none. From `totpConfirmedAt` on, sign-in asks for a TOTP code. Each 30-second step
   * works once.
   */
  readonly totpSecret: string
  readonly totpConfirmedAt: number | null
  readonly totpLastStep: number
  readonly lastSignInAt: number | null
  readonly createdAt: number
}

/** The members a new operator must have. The rest has defaults. */
export type NewOperator = Pick<Operator, 'name' | 'role' | 'passwordHash' | 'createdAt'> &
  Partial<Omit<Operator, 'id'>>

/** A named permission set of one employer. */
export interface StaffRole {
  readonly id: number
  readonly employerId: number
  readonly name: string
  readonly permissions: readonly Permission[]
  readonly createdAt: number
}

/** An operator with everything that limits them at the moment. */
export interface OperatorWithEmployer {
  readonly operator: Operator
  readonly employer: Operator | undefined
  readonly staffRole: StaffRole | undefined
}

/**
 * Staff have the permissions of their role, but never more than their employer can grant. Everybody else has
 * all permissions of their role.
 */
export function permissionsIn({
  operator,
  employer,
  staffRole,
}: OperatorWithEmployer): readonly Permission[] {
  if (operator.employerId === null) return permissionsOf(operator.role)
  if (employer === undefined || staffRole === undefined) return []
  return grantable(employer.role).filter((permission) => staffRole.permissions.includes(permission))
}

/** The actor of a person's request, with the permissions that the person has now. */
export function actorOf(person: OperatorWithEmployer, ip: string): Actor {
  const { id, employerId, name, role } = person.operator
  return { operatorId: employerId ?? id, personId: id, name, role, permissions: permissionsIn(person), ip }
}

/** A member of staff is shut out when the employer is. */
export function isOut({ operator, employer }: OperatorWithEmployer): boolean {
  return isShutOut(operator) || (employer !== undefined && isShutOut(employer))
}

/** A frozen or banned operator can do nothing. */
export function isShutOut(operator: Pick<Operator, 'frozen' | 'banned'>): boolean {
  return operator.frozen || operator.banned
}

/** A signed-in browser or window. Only the client knows the token. The table holds its digest. */
export interface Session {
  readonly tokenDigest: string
  /** Identifies the session in places where the token must not appear. */
  readonly handle: string
  readonly operatorId: number
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly expiresAt: number
  /** Until this time the session may perform dangerous actions. */
  readonly elevatedUntil: number
  readonly ip: string
  readonly userAgent: string
}
