import type { Operator, Session } from '../../domain/access/operator.ts'

export interface SessionRepository {
  insert(session: Session): Promise<void>
  /** With the operator it belongs to, read anew each time: a ban works at once. */
  find(tokenDigest: string): Promise<{ readonly session: Session; readonly operator: Operator } | undefined>
  touch(tokenDigest: string, at: number, expiresAt: number): Promise<void>
  delete(tokenDigest: string): Promise<void>
  deleteExpired(now: number): Promise<void>
}
