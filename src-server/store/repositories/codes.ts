import type { ListQuery, Page } from '../../contract/paging.ts'
import type { CODE } from '../../contract/subjects/code.ts'
import type { FilterOf, SortOf } from '../../contract/subjects/subject.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { Code } from '../../domain/code/code.ts'
import type { EditableCode } from '../../domain/code/edit.ts'
import type { CodeChange } from '../../domain/code/login-decision.ts'

export type NewCode = Pick<
  Code,
  'appId' | 'kami' | 'type' | 'seconds' | 'left' | 'note' | 'agentId' | 'batchId' | 'createdAt'
>

/** Machine and IP are cleared, the unbind counted and stamped; these are the rest. */
export type UnbindChange = Pick<Code, 'endTime' | 'left'> & { readonly lastUnbind: number }

export type CodeSort = SortOf<typeof CODE>
export type CodeFilter = FilterOf<typeof CODE>

/** Which codes, by filter and search as the list has them. */
export interface CodeSelection {
  readonly filter: CodeFilter
  readonly search?: string | undefined
}

export interface CodeRepository {
  /** Matched exactly, case included. */
  find(appId: number, kami: string): Promise<Code | undefined>
  /** Those of all applications that have this text and aren't recycled, in the order of applications. */
  findEverywhere(kami: string): Promise<Code[]>
  /** @returns whether the change was written: only when the code is still at `revision` */
  change(id: number, revision: number, change: CodeChange): Promise<boolean>
  /** What an unbind makes of the code, when it is still at `revision`; undefined when it was changed meanwhile. */
  unbind(id: number, revision: number, to: UnbindChange): Promise<Code | undefined>
  /** Marks the code as used up for an account, when it is still at `revision`. */
  recharge(id: number, revision: number, accountId: number, at: number): Promise<Code | undefined>
  /** How many codes were used for these trading accounts; those in the recycle bin don't count. */
  countOfAccounts(deviceIds: readonly number[]): Promise<number>
  /** Other permanent codes that acted on the same record and weren't refunded. */
  permanentsOf(code: Pick<Code, 'id' | 'appId' | 'accountKey'>): Promise<Code[]>
  /** A record got an end from the vendor after other permanent codes than this one: those give nothing any more. */
  voidPermanents(code: Pick<Code, 'id' | 'appId' | 'accountKey'>): Promise<void>
  /** The end that the record has without this permanent code, Unix seconds. */
  setEndBeneath(id: number, end: number): Promise<void>
  /** Spends and disables the codes that were used for a trading account. @returns those that were not disabled yet */
  spendOfAccount(appId: number, accountKey: string): Promise<number[]>
  /** The codes that were used for a trading account are unused again, with all their time. Disabled ones stay disabled. @returns which */
  releaseOfAccount(appId: number, accountKey: string): Promise<number[]>
  /**
   * A trading account goes by another name now: the codes used for it are bound to that one, from whatever address.
   * @returns how many
   */
  followAccount(appId: number, from: string, to: string): Promise<number>
  /** A code as it was elsewhere. @returns false when the application has it already. */
  importOne(code: Omit<Code, 'id' | 'revision' | 'recycledAt'>): Promise<boolean>
  /** @returns its number; undefined when the application has that code already. */
  insert(code: NewCode): Promise<number | undefined>
  list(scope: Scope, filter: CodeFilter, query: ListQuery<CodeSort>, now: number): Promise<Page<Code>>
  get(scope: Scope, id: number): Promise<Code | undefined>
  /** Those of these that the scope holds, in the order of ids. */
  byIds(scope: Scope, ids: readonly number[]): Promise<Code[]>
  /** All that are selected with `after` < id ≤ `upTo`, in that order: for walking through all codes in bounded slices. */
  between(
    scope: Scope,
    selection: CodeSelection,
    now: number,
    slice: { readonly after: number; readonly upTo: number },
  ): Promise<Code[]>
  /** The highest number a code has; 0 for none. */
  lastId(): Promise<number>
  /** Writes the members when the code is still at `revision`. @returns whether it was */
  edit(id: number, revision: number, members: EditableCode): Promise<boolean>
  /** Deletes a code of the recycle bin, when it is still at `revision`. @returns whether it was */
  purge(id: number, revision: number): Promise<boolean>
}
