import type { ListQuery, Page } from '../../contract/paging.ts'
import type { CodeState, CodeType } from '../../contract/records/code.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { Code } from '../../domain/code/code.ts'
import type { CodeChange } from '../../domain/code/login.ts'

export type NewCode = Pick<
  Code,
  'appId' | 'kami' | 'type' | 'seconds' | 'left' | 'note' | 'agentId' | 'batchId' | 'createdAt'
>

/** Machine and IP are cleared, the unbind counted and stamped; these are the rest. */
export type UnbindChange = Pick<Code, 'endTime' | 'left'> & { readonly lastUnbind: number }

export interface Batch {
  readonly appId: number
  readonly type: CodeType
  readonly seconds: number
  readonly left: number | null
  readonly count: number
  readonly note: string
  readonly createdBy: string
  readonly createdAt: number
}

export interface CodeFilter {
  readonly app?: number | undefined
  readonly type?: CodeType | undefined
  readonly state?: CodeState | undefined
  readonly batch?: number | undefined
  readonly agent?: number | undefined
  readonly kami?: string | undefined
}

export interface CodeRepository {
  /** Matched exactly, case included. */
  find(appId: number, kami: string): Promise<Code | undefined>
  /** Writes the change when the code is still at `revision`; undefined when somebody else changed it meanwhile. */
  change(id: number, revision: number, change: CodeChange): Promise<Code | undefined>
  /** What an unbind makes of the code, when it is still at `revision`; undefined when it was changed meanwhile. */
  unbind(id: number, revision: number, to: UnbindChange): Promise<Code | undefined>
  /** Marks the code as used up for an account, when it is still at `revision`. */
  recharge(id: number, revision: number, accountId: number, at: number): Promise<Code | undefined>
  /**
   * A trading account goes by another name now: the codes used for it are bound to that one, from whatever address.
   * @returns how many
   */
  followAccount(appId: number, from: string, to: string): Promise<number>
  /** A code as it was elsewhere. @returns false when the application has it already. */
  importOne(code: Omit<Code, 'id' | 'revision' | 'recycledAt'>): Promise<boolean>
  insertBatch(batch: Batch): Promise<number>
  /** @returns false when the application has that code already. */
  insert(code: NewCode): Promise<boolean>
  list(
    scope: Scope,
    filter: CodeFilter,
    query: ListQuery<'id' | 'kami' | 'created_at' | 'use_time' | 'end_time'>,
    now: number,
  ): Promise<Page<Code>>
}
