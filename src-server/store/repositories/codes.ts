import type { ListQuery, Page } from '../../contract/paging.ts'
import type { CODE } from '../../contract/subjects/code.ts'
import type { FilterOf, SortOf } from '../../contract/subjects/subject.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { Code } from '../../domain/code/code.ts'
import type { EditableCode } from '../../domain/code/edit.ts'
import type { CodeChange } from '../../domain/code/login-decision.ts'

export type NewCode = Pick<
  Code,
  | 'appId'
  | 'kami'
  | 'type'
  | 'seconds'
  | 'left'
  | 'note'
  | 'tags'
  | 'fields'
  | 'seats'
  | 'agentId'
  | 'batchId'
  | 'createdAt'
>

/** A code at a revision: a statement changes it only while it has that one. */
export type CodeAt = Pick<Code, 'id' | 'revision'>

/** A trading account of an application. */
export type OfAccount = Pick<Code, 'appId' | 'accountKey'>

/** A code, and the trading account that it was used for. */
export type CodeOfAccount = Pick<Code, 'id'> & OfAccount

/** The end that an account's record has without a permanent code, Unix seconds. */
export type EndBeneath = CodeOfAccount & { readonly end: number }

/** A trading account that gets another key. */
export interface AccountMove {
  readonly appId: number
  readonly from: string
  readonly to: string
}

/** An unbind clears machine and IP, and counts and dates itself. These are its other members. */
export type UnbindChange = Pick<Code, 'endTime' | 'left'> & { readonly lastUnbind: number }

export type CodeSort = SortOf<typeof CODE>
export type CodeFilter = FilterOf<typeof CODE>

/** A set of codes by filter and search, as in the list. */
export interface CodeSelection {
  readonly filter: CodeFilter
  readonly search?: string | undefined
}

export interface CodeRepository {
  /** Whether there is any code at all, in the bin or not. */
  any(): Promise<boolean>
  /** Exact match, case included. */
  find(appId: number, kami: string): Promise<Code | undefined>
  /** The codes of an application with these texts, in any order. */
  findMany(appId: number, kamis: readonly string[]): Promise<Code[]>
  /** As `find`. Until the unit ends, no other unit changes the code. A store with one writer makes no difference. */
  findHeld(appId: number, kami: string): Promise<Code | undefined>
  /** Until the unit ends, no other unit changes these codes. Call it before they are read. */
  hold(ids: readonly number[]): Promise<void>
  /** The codes of all applications with this text that aren't recycled, in the order of applications. */
  findEverywhere(kami: string): Promise<Code[]>
  /** @returns whether the change was written, which needs the code to be still at `revision` */
  change(id: number, revision: number, change: CodeChange): Promise<boolean>
  /** Unbinds the code, if it is still at `revision`. Undefined when it has changed. */
  unbind(id: number, revision: number, to: UnbindChange): Promise<Code | undefined>
  /** Marks the code as used up for a user account, if it is still at `revision`. */
  recharge(id: number, revision: number, accountId: number, at: number): Promise<Code | undefined>
  /** The number of codes used for these trading accounts, without those in the recycle bin. */
  countOfAccounts(deviceIds: readonly number[]): Promise<number>
  /** For each code, the other permanent codes that acted on the same record and weren't refunded. */
  permanentsOf(codes: readonly CodeOfAccount[]): Promise<Code[][]>
  /**
   * After the vendor set the record's end, the other permanent codes of the record count as having given
   * nothing.
   */
  voidPermanents(code: CodeOfAccount): Promise<void>
  setEndsBeneath(ends: readonly EndBeneath[]): Promise<void>
  /** Spends and disables the codes used for trading accounts. @returns those that weren't disabled before */
  spendOfAccounts(accounts: readonly OfAccount[]): Promise<CodeOfAccount[]>
  /**
   * Makes the codes used for trading accounts unused again, with all their time. Disabled codes stay disabled.
   * @returns them
   */
  releaseOfAccounts(accounts: readonly OfAccount[]): Promise<CodeOfAccount[]>
  /** Binds the codes of trading accounts to their new keys, from any address. @returns their number */
  followAccounts(moves: readonly AccountMove[]): Promise<number>
  /** Stores codes with their states from elsewhere. @returns their ids; undefined for one that the application already has */
  importMany(codes: readonly Omit<Code, 'id' | 'revision' | 'recycledAt'>[]): Promise<(number | undefined)[]>
  /** Gives a code the state from elsewhere, if it is still at `revision`. @returns whether it was */
  replaceOne(
    id: number,
    revision: number,
    code: Omit<Code, 'id' | 'appId' | 'revision' | 'recycledAt' | 'createdAt'>,
  ): Promise<boolean>
  /** Creates equal codes with different texts. @returns their ids; undefined for a text that the application already has */
  insertMany(code: Omit<NewCode, 'kami'>, kamis: readonly string[]): Promise<(number | undefined)[]>
  list(scope: Scope, filter: CodeFilter, query: ListQuery<CodeSort>, now: number): Promise<Page<Code>>
  get(scope: Scope, id: number): Promise<Code | undefined>
  /** The codes of these ids in the scope, in the order of ids. */
  byIds(scope: Scope, ids: readonly number[]): Promise<Code[]>
  /**
   * All selected codes with `after` < id ≤ `upTo`, in the order of ids: for walking through all codes in
   * slices of limited size.
   */
  between(
    scope: Scope,
    selection: CodeSelection,
    now: number,
    slice: { readonly after: number; readonly upTo: number },
  ): Promise<Code[]>
  /** The ids in a slice whose codes have a value of a custom field, in the recycle bin too. */
  withField(
    scope: Scope,
    field: number,
    slice: { readonly after: number; readonly upTo: number },
  ): Promise<number[]>
  /** Removes the values of a custom field from codes. */
  dropField(ids: readonly number[], field: number): Promise<void>
  /** The highest id of a code. 0 without codes. */
  lastId(): Promise<number>
  /** Writes the members of each code that is still at its revision. @returns the ids of those that were */
  edit(codes: readonly (CodeAt & EditableCode)[]): Promise<number[]>
  /** Deletes those codes of the recycle bin that are still at their revision. @returns the ids of those that were */
  purge(codes: readonly CodeAt[]): Promise<number[]>
  /** As `purge`, for codes that aren't in the recycle bin. */
  remove(codes: readonly CodeAt[]): Promise<number[]>
}
