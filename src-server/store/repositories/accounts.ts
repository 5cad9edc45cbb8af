import type { ListQuery, Page } from '../../contract/paging.ts'
import type { ACCOUNT } from '../../contract/subjects/account.ts'
import type { FilterOf, SortOf } from '../../contract/subjects/subject.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { Account } from '../../domain/account/account.ts'

export type AccountChange = Partial<Omit<Account, 'id' | 'appId' | 'createdAt'>>

/** The unique member of an application that another account already has. */
export type Taken = 'user' | 'qq' | 'ip'

export type AccountFilter = FilterOf<typeof ACCOUNT>
export type AccountSort = SortOf<typeof ACCOUNT>

export interface AccountRepository {
  find(appId: number, user: string): Promise<Account | undefined>
  findInScope(scope: Scope, id: number): Promise<Account | undefined>
  findById(appId: number, id: number): Promise<Account | undefined>
  /** Checks in the order of the refusals: qq, user, ip. An empty ip never collides. */
  taken(appId: number, wanted: { user: string; qq: string; ip: string }): Promise<Taken | undefined>
  /** The creation time of the application's newest account. Undefined without accounts. */
  newestAt(appId: number): Promise<number | undefined>
  /** @returns undefined when a unique member is taken; `taken` tells which one */
  insert(account: Omit<Account, 'id'>): Promise<Account | undefined>
  /** @returns undefined for an unknown id, or when a unique member is taken */
  update(id: number, change: AccountChange): Promise<Account | undefined>
  delete(id: number): Promise<boolean>
  /** The existing accounts of these ids in the scope. At most some hundred at a time. */
  ofIds(scope: Scope, ids: readonly number[]): Promise<Account[]>
  /** All accounts of the list with this filter and search, in the order of ids, after `afterId`. */
  idsAfter(
    scope: Scope,
    filter: AccountFilter,
    search: string | undefined,
    afterId: number,
    limit: number,
  ): Promise<number[]>
  /**
   * Changes members of each account, and extends its time by `seconds`. With `seconds`, a permanent account
   * stays unchanged.
   * @returns the changed accounts
   */
  updateMany(
    ids: readonly number[],
    change: AccountChange,
    seconds: number | undefined,
    now: number,
  ): Promise<Account[]>
  list(scope: Scope, filter: AccountFilter, query: ListQuery<AccountSort>): Promise<Page<Account>>
}
