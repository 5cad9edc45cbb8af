import type { ListQuery, Page } from '../../contract/paging.ts'
import type { ACCOUNT } from '../../contract/subjects/account.ts'
import type { FilterOf, SortOf } from '../../contract/subjects/subject.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { Account } from '../../domain/account/account.ts'

export type AccountChange = Partial<Omit<Account, 'id' | 'appId' | 'createdAt'>>

/** Which of an application's unique members another account has already. */
export type Taken = 'user' | 'qq' | 'ip'

export type AccountFilter = FilterOf<typeof ACCOUNT>
export type AccountSort = SortOf<typeof ACCOUNT>

export interface AccountRepository {
  find(appId: number, user: string): Promise<Account | undefined>
  findInScope(scope: Scope, id: number): Promise<Account | undefined>
  findById(appId: number, id: number): Promise<Account | undefined>
  /** In the order in which they are refused: qq, user, ip. An empty ip is nobody's. */
  taken(appId: number, wanted: { user: string; qq: string; ip: string }): Promise<Taken | undefined>
  /** When the application's newest account was made; undefined for none. */
  newestAt(appId: number): Promise<number | undefined>
  /** @returns undefined when a unique member is taken: ask `taken` which. */
  insert(account: Omit<Account, 'id'>): Promise<Account | undefined>
  /** @returns undefined for none, or when a unique member is taken. */
  update(id: number, change: AccountChange): Promise<Account | undefined>
  delete(id: number): Promise<boolean>
  /** Those of the ids that are there and in the scope. At most some hundred at a time. */
  ofIds(scope: Scope, ids: readonly number[]): Promise<Account[]>
  /** All that the list shows with this filter and search, in the order of ids, after `afterId`. */
  idsAfter(
    scope: Scope,
    filter: AccountFilter,
    search: string | undefined,
    afterId: number,
    limit: number,
  ): Promise<number[]>
  /**
   * Members and a longer time for each of the ids, unless it is for ever already and `seconds` are given: such a one
   * stays as it is. @returns those that were changed
   */
  updateMany(
    ids: readonly number[],
    change: AccountChange,
    seconds: number | undefined,
    now: number,
  ): Promise<Account[]>
  list(scope: Scope, filter: AccountFilter, query: ListQuery<AccountSort>): Promise<Page<Account>>
}
