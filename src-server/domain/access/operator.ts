import { grantable, permissionsOf, type Permission } from '../../contract/permissions.ts'
import type { Role } from '../../contract/roles.ts'
import type { NoticePreferences } from '../outbox/notice-preferences.ts'

/** Somebody who signs in to the console: the owner, a developer or an agent. */
export interface Operator {
  readonly id: number
  readonly name: string
  readonly role: Role
  /** argon2id in PHC form. */
  readonly passwordHash: string
  /** Neither a frozen nor a banned one signs in; a banned agent's codes refuse. */
  readonly frozen: boolean
  readonly banned: boolean
  readonly stateReason: string
  /** Whose things a member of staff works on, and what he may do there; null for everybody who works on his own. */
  readonly employerId: number | null
  readonly staffRoleId: number | null
  /** The agent above an agent; null for one that works for developers alone, and for everybody else. */
  readonly parentId: number | null
  /** A developer's plan and its end; null is without limits. */
  readonly planId: number | null
  readonly planEndsAt: number | null
  /** What customers know him by on QQ; empty for none. */
  readonly qq: string
  readonly email: string
  readonly note: string
  /** Which mails he wants; a member that isn't there is as it is by default. */
  readonly notices: Partial<NoticePreferences>
  /** Base32, empty while there is none; asked for from `totpConfirmedAt` on, each 30-second step once. */
  readonly totpSecret: string
  readonly totpConfirmedAt: number | null
  readonly totpLastStep: number
  readonly lastSignInAt: number | null
  readonly createdAt: number
}

/** What has to be said of a new operator; the rest is as nothing had been said. */
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

/** An operator as he is signed in: with what limits him besides himself. */
export interface Standing {
  readonly operator: Operator
  readonly employer: Operator | undefined
  readonly staffRole: StaffRole | undefined
}

/** Staff may do what their role says, and never more than an employer can give; everybody else all of his role. */
export function permissionsIn({ operator, employer, staffRole }: Standing): readonly Permission[] {
  if (operator.employerId === null) return permissionsOf(operator.role)
  if (employer === undefined || staffRole === undefined) return []
  return grantable(employer.role).filter((permission) => staffRole.permissions.includes(permission))
}

/** Staff are out when their employer is. */
export function isOut({ operator, employer }: Standing): boolean {
  return isShutOut(operator) || (employer !== undefined && isShutOut(employer))
}

/** Neither a frozen nor a banned one may do anything. */
export function isShutOut(operator: Pick<Operator, 'frozen' | 'banned'>): boolean {
  return operator.frozen || operator.banned
}

/** A signed-in browser or window. Its token is only known to the client: the table holds its digest. */
export interface Session {
  readonly tokenDigest: string
  /** Names the session where its token must not be. */
  readonly handle: string
  readonly operatorId: number
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly expiresAt: number
  /** Dangerous acts are allowed until then. */
  readonly elevatedUntil: number
  readonly ip: string
  readonly userAgent: string
}
