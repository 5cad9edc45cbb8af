import type { ListQuery, Page } from '../../contract/paging.ts'
import type { RequestState } from '../../contract/request-names.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { Request } from '../../domain/aftersales/request.ts'
import type { REQUEST } from '../../contract/subjects/request.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

export type RequestFilter = FilterOf<typeof REQUEST>

/** A row with whose it is now: the code's or trading account's agent. */
export type ResponsibleRequest = Request & { readonly agentId: number | null }

/** What of another request counts beside one. */
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

/** What ends a request. */
export type RequestEnd = Pick<Request, 'endedAt'> &
  Partial<
    Pick<
      Request,
      'decidedBy' | 'decidedByName' | 'answer' | 'waived' | 'takenSeconds' | 'takenUses' | 'freedMachine'
    >
  > & { readonly state: Exclude<RequestState, 'pending'> }

export interface RequestRepository {
  /** @returns undefined when one is open for the same code or trading account. */
  insert(request: Omit<Request, 'id'>): Promise<Request | undefined>
  findByNumber(number: string): Promise<Request | undefined>
  /** The open one of a code or a trading account. */
  findOpen(subject: { readonly codeId: number } | { readonly deviceId: number }): Promise<Request | undefined>
  findInScope(scope: Scope, id: number): Promise<ResponsibleRequest | undefined>
  list(
    scope: Scope,
    filter: RequestFilter,
    query: ListQuery<'id' | 'created_at' | 'ended_at'>,
  ): Promise<Page<ResponsibleRequest>>
  /** At most `limit` open ones that a filter shows, the oldest first. */
  openIds(scope: Scope, filter: RequestFilter, search: string | undefined, limit: number): Promise<number[]>
  counts(
    scope: Scope,
    now: number,
    dueBefore: number,
  ): Promise<{ pending: number; overdue: number; oldestAt: number | null }>
  /** Ends an open one; undefined when it isn't open any more. */
  end(id: number, to: RequestEnd): Promise<Request | undefined>
  /** Takes an approved rebind back, once. */
  reverse(
    id: number,
    by: Pick<Request, 'reversedAt' | 'reversedByName' | 'answer'>,
  ): Promise<Request | undefined>
  /** Open ones that were made after the one moment and up to the other, in the order they came. */
  openBetween(after: number, upTo: number, limit: number): Promise<Request[]>
  /** Open ones whose time is over. */
  due(now: number, limit: number): Promise<Request[]>
  /** Others of the same subject, contact or address in sight, the newest first; at most `limit` of each. */
  alike(scope: Scope, request: Request, limit: number): Promise<AlikeRequest[]>
  /** How many were made since then from an address, and for a code or trading account. */
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
  /** In the order they were made. */
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
