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
  /** The application's accounts with one of these names or QQ numbers, in any order. */
  alike(appId: number, wanted: readonly Pick<Account, 'user' | 'qq'>[]): Promise<Account[]>
  /** The creation time of the application's newest account. Undefined without accounts. */
  newestAt(appId: number): Promise<number | undefined>
  /** @returns undefined when a unique member is taken; `taken` tells which one */
  insert(account: Omit<Account, 'id'>): Promise<Account | undefined>
  /**
   * Inserts some hundred accounts at most, in their order.
   * @returns those whose unique members were free, in the order of ids
   */
  insertMany(accounts: readonly Omit<Account, 'id'>[]): Promise<Account[]>
  /** @returns undefined for an unknown id, or when a unique member is taken */
  update(id: number, change: AccountChange): Promise<Account | undefined>
  /** @returns the ids of those that were there */
  delete(ids: readonly number[]): Promise<number[]>
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
