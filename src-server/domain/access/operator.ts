import type { Role } from '../../contract/roles.ts'

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
  readonly createdAt: number
}

/** Neither a frozen nor a banned one may do anything. */
export function isShutOut(operator: Pick<Operator, 'frozen' | 'banned'>): boolean {
  return operator.frozen || operator.banned
}

/** A signed-in browser or window. Its token is only known to the client: the table holds its digest. */
export interface Session {
  readonly tokenDigest: string
  readonly operatorId: number
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly expiresAt: number
  readonly ip: string
  readonly userAgent: string
}
