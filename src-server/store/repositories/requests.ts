import type { ListQuery, Page } from '../../contract/paging.ts'
import type { RequestState } from '../../contract/request-names.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { Request } from '../../domain/aftersales/request.ts'
import type { REQUEST } from '../../contract/subjects/request.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

export type RequestFilter = FilterOf<typeof REQUEST>

/** A request with the agent now responsible: that of the code or trading account. */
export type ResponsibleRequest = Request & { readonly agentId: number | null }

/** The members of a similar request that matter beside another request. */
export type AlikeRequest = Pick<
  Request,
  | 'id'
  | 'kind'
  | 'state'
  | 'appId'
  | 'codeId'
  | 'deviceId'
  | 'subject'
  | 'newKey'
  | 'contact'
  | 'ip'
  | 'createdAt'
  | 'decidedByName'
>

/** The members that end a request. */
export type RequestEnd = Pick<Request, 'endedAt'> &
  Partial<
    Pick<
      Request,
      'decidedBy' | 'decidedByName' | 'answer' | 'waived' | 'takenSeconds' | 'takenUses' | 'freedMachine'
    >
  > & { readonly state: Exclude<RequestState, 'pending'> }

export interface RequestRepository {
  /** @returns undefined when the same code or trading account has an open request */
  insert(request: Omit<Request, 'id'>): Promise<Request | undefined>
  findByNumber(number: string): Promise<Request | undefined>
  /** The open request of a code or a trading account. */
  findOpen(subject: { readonly codeId: number } | { readonly deviceId: number }): Promise<Request | undefined>
  findInScope(scope: Scope, id: number): Promise<ResponsibleRequest | undefined>
  list(
    scope: Scope,
    filter: RequestFilter,
    query: ListQuery<'id' | 'created_at' | 'ended_at'>,
  ): Promise<Page<ResponsibleRequest>>
  /** The open requests of a filter, the oldest first, at most `limit`. */
  openIds(scope: Scope, filter: RequestFilter, search: string | undefined, limit: number): Promise<number[]>
  counts(
    scope: Scope,
    now: number,
    dueBefore: number,
  ): Promise<{ pending: number; overdue: number; oldestAt: number | null }>
  /** Ends an open request. Undefined when it is no longer open. */
  end(id: number, to: RequestEnd): Promise<Request | undefined>
  /** Reverses an approved rebind, once. */
  reverse(
    id: number,
    by: Pick<Request, 'reversedAt' | 'reversedByName' | 'answer'>,
  ): Promise<Request | undefined>
  /** Open requests created after the first time and up to the second, in the order of creation. */
  openBetween(after: number, upTo: number, limit: number): Promise<Request[]>
  /** Open requests whose time is over. */
  due(now: number, limit: number): Promise<Request[]>
  /**
   * Other requests in the scope with the same subject, contact or address, the newest first. At most `limit`
   * of each.
   */
  alike(scope: Scope, request: Request, limit: number): Promise<AlikeRequest[]>
  /** The number of requests since then from an address, or for a code or trading account. */
  countSince(
    since: number,
    of: { readonly ip: string } | { readonly codeId: number } | { readonly deviceId: number },
  ): Promise<number>
}

export interface ReplyTemplate {
  readonly id: number
  readonly operatorId: number
  readonly title: string
  readonly text: string
  readonly createdAt: number
}

export interface ReplyTemplateRepository {
  /** In the order of creation. */
  list(operatorId: number): Promise<ReplyTemplate[]>
  find(operatorId: number, id: number): Promise<ReplyTemplate | undefined>
  insert(template: Omit<ReplyTemplate, 'id'>): Promise<ReplyTemplate>
  update(
    operatorId: number,
    id: number,
    change: Pick<ReplyTemplate, 'title' | 'text'>,
  ): Promise<ReplyTemplate | undefined>
  delete(operatorId: number, id: number): Promise<ReplyTemplate | undefined>
}
