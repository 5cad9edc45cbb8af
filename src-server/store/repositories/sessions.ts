import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Session, OperatorWithEmployer } from '../../domain/access/operator.ts'
import type { Oversight } from '../../domain/access/oversight.ts'

/** A session with the operator's name, and with the employer of a member of staff. */
export interface NamedSession extends Session {
  readonly name: string
  readonly employerId: number | null
}

export interface SessionRepository {
  insert(session: Session): Promise<void>
  /**
   * A session with its operator. The operator is read each time, so that a ban or another role takes effect
   * at once.
   */
  find(tokenDigest: string): Promise<(OperatorWithEmployer & { readonly session: Session }) | undefined>
  touch(tokenDigest: string, at: number, expiresAt: number): Promise<void>
  /** Allows dangerous actions until then. */
  elevate(tokenDigest: string, until: number): Promise<void>
  /** The active sessions, or those of one operator only. */
  list(
    oversight: Oversight,
    operator: number | undefined,
    now: number,
    query: Omit<ListQuery<'last_seen_at' | 'created_at'>, 'after' | 'search'>,
  ): Promise<Page<NamedSession>>
  /** Ends the sessions with these handles that the oversight covers. @returns the ended sessions */
  deleteByHandle(oversight: Oversight, handles: readonly string[]): Promise<NamedSession[]>
  /** Ends all sessions of an operator except this one. @returns their number */
  deleteOthers(operatorId: number, tokenDigest: string): Promise<number>
  delete(tokenDigest: string): Promise<void>
  /** Deletes all sessions of an operator and of their staff. */
  deleteOf(operatorId: number): Promise<void>
  deleteExpired(now: number): Promise<void>
}
