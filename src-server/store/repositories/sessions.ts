import type { Session, Standing } from '../../domain/access/operator.ts'

export interface SessionRepository {
  insert(session: Session): Promise<void>
  /** With whom it belongs to, read anew each time: a ban or another role works at once. */
  find(tokenDigest: string): Promise<(Standing & { readonly session: Session }) | undefined>
  touch(tokenDigest: string, at: number, expiresAt: number): Promise<void>
  /** Allows dangerous acts until then. */
  elevate(tokenDigest: string, until: number): Promise<void>
  delete(tokenDigest: string): Promise<void>
  /** All of an operator and of who works for him. */
  deleteOf(operatorId: number): Promise<void>
  deleteExpired(now: number): Promise<void>
}
