import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Session, Standing } from '../../domain/access/operator.ts'
import type { Oversight } from '../../domain/access/oversight.ts'

/** A session with the name it is signed in under, and where somebody works for another, for whom. */
export interface NamedSession extends Session {
  readonly name: string
  readonly employerId: number | null
}

export interface SessionRepository {
  insert(session: Session): Promise<void>
  /** With whom it belongs to, read anew each time: a ban or another role works at once. */
  find(tokenDigest: string): Promise<(Standing & { readonly session: Session }) | undefined>
  touch(tokenDigest: string, at: number, expiresAt: number): Promise<void>
  /** Allows dangerous acts until then. */
  elevate(tokenDigest: string, until: number): Promise<void>
  /** Those that aren't over; of this operator alone, if one is named. */
  list(
    oversight: Oversight,
    operator: number | undefined,
    now: number,
    query: Omit<ListQuery<'last_seen_at' | 'created_at'>, 'after' | 'search'>,
  ): Promise<Page<NamedSession>>
  /** Ends those of these handles that are inside, and nothing else. @returns what was ended */
  deleteByHandle(oversight: Oversight, handles: readonly string[]): Promise<NamedSession[]>
  /** Ends all of an operator but this one. @returns how many */
  deleteOthers(operatorId: number, tokenDigest: string): Promise<number>
  delete(tokenDigest: string): Promise<void>
  /** All of an operator and of who works for him. */
  deleteOf(operatorId: number): Promise<void>
  deleteExpired(now: number): Promise<void>
}
