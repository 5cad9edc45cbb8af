import type { ListQuery, Page } from '../../contract/paging.ts'
import type { SignInOutcome } from '../../contract/records/session.ts'
import type { Oversight } from '../../domain/access/oversight.ts'
import type { SIGN_IN } from '../../contract/subjects/people.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

/** An attempt to sign in to the console under an existing name. */
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
  /** Whether an attempt of this operator and address with this outcome was recorded since then. */
  hasSince(signIn: Pick<SignIn, 'operatorId' | 'ip' | 'outcome'>, since: number): Promise<boolean>
  /**
   * The addresses and browsers of an operator's sign-ins since then, the newest first, among the last `limit`
   * attempts.
   */
  seen(operatorId: number, since: number, limit: number): Promise<Pick<SignIn, 'ip' | 'userAgent'>[]>
  /** With the name of each attempt. */
  list(
    oversight: Oversight,
    filter: SignInFilter,
    query: ListQuery<'id'>,
  ): Promise<Page<SignIn & { readonly name: string }>>
  deleteBefore(at: number): Promise<void>
}
