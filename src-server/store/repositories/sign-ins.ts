import type { ListQuery, Page } from '../../contract/paging.ts'
import type { SignInOutcome } from '../../contract/records/session.ts'
import type { Oversight } from '../../domain/access/oversight.ts'
import type { SIGN_IN } from '../../contract/subjects/people.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

/** An attempt to sign in to the console under a name there is. */
export interface SignIn {
  readonly id: number
  readonly operatorId: number
  /** Unix seconds. */
  readonly at: number
  readonly ip: string
  readonly userAgent: string
  readonly outcome: SignInOutcome
}

export type SignInFilter = Omit<FilterOf<typeof SIGN_IN>, 'everyone'>

export interface SignInRepository {
  insert(signIn: Omit<SignIn, 'id'>): Promise<void>
  /** Whether one that ended so was noted of this operator and address since then. */
  hasSince(signIn: Pick<SignIn, 'operatorId' | 'ip' | 'outcome'>, since: number): Promise<boolean>
  /** From where and with what an operator signed in since then, the newest first, out of his last `limit` attempts. */
  seen(operatorId: number, since: number, limit: number): Promise<Pick<SignIn, 'ip' | 'userAgent'>[]>
  /** With the name each was made under. */
  list(
    oversight: Oversight,
    filter: SignInFilter,
    query: ListQuery<'id'>,
  ): Promise<Page<SignIn & { readonly name: string }>>
  deleteBefore(at: number): Promise<void>
}
