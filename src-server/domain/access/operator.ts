import type { Role } from '../../contract/roles.ts'

/** Somebody who signs in to the console: the owner, a developer or an agent. */
export interface Operator {
  readonly id: number
  readonly name: string
  readonly role: Role
  /** argon2id in PHC form. */
  readonly passwordHash: string
  readonly banned: boolean
  readonly createdAt: number
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
