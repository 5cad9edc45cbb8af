import type { MessagePurpose } from '../../contract/outgoing-names.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { OutboxMessage, OutboxRow } from '../../domain/outbox/message.ts'
import type { Verdict } from '../../domain/outbox/verdict.ts'
import type { MESSAGE } from '../../contract/subjects/message.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

export type MessageFilter = FilterOf<typeof MESSAGE>

export interface OutboxCounts {
  readonly waiting: number
  readonly dead: number
  /** Another number than before: something in sight came, fared otherwise, or went, though as many may wait as before. */
  readonly changes: number
}

export interface OutboxRepository {
  /** @returns false when a message of that key is there already. */
  add(message: OutboxMessage): Promise<boolean>
  /** Keeps a message that was sent, or wasn't, without having waited here. */
  record(
    message: OutboxMessage,
    outcome: Pick<OutboxRow, 'state' | 'lastError' | 'parcel' | 'sentAt'>,
  ): Promise<void>
  /** How many were added for an application since then. */
  countSince(purpose: MessagePurpose, appId: number, since: number): Promise<number>
  /** The newest of an application. */
  newest(appId: number, limit: number): Promise<OutboxRow[]>

  /** Applications with messenger messages that wait, those behind `after`, in order. */
  waitingApps(after: number, limit: number): Promise<number[]>
  /** Recipients of an application's messages that wait, those behind `after`, in order. */
  waitingRecipients(appId: number, after: string, limit: number): Promise<string[]>
  /** What waits for a recipient, in the order he is to be told it. */
  waitingFor(appId: number, openId: string, limit: number): Promise<OutboxRow[]>
  /** Mails that are due, the oldest first. */
  dueMails(now: number, limit: number): Promise<OutboxRow[]>
  /** What waits of a parcel. */
  ofParcel(parcel: string): Promise<OutboxRow[]>
  /** Makes messages that wait, and are of no parcel, one. @returns false when one isn't such any more: then none is */
  claim(ids: readonly number[], parcel: string): Promise<boolean>
  /** What became of an attempt, told to those of the parcel that still wait. */
  settle(parcel: string, verdict: Verdict, now: number): Promise<void>
  /** Gives up those of these that wait. */
  bury(ids: readonly number[], error: string): Promise<void>
  /** Gives up what was added before, and waits without being under way. */
  buryBefore(createdAt: number, error: string): Promise<void>

  list(scope: Scope, filter: MessageFilter, query: ListQuery<'id'>): Promise<Page<OutboxRow>>
  counts(scope: Scope): Promise<OutboxCounts>
  /** Of these, those in sight. */
  byIds(scope: Scope, ids: readonly number[]): Promise<OutboxRow[]>
  /** Those given up wait anew, as nothing had been tried. @returns which */
  revive(ids: readonly number[], now: number): Promise<number[]>
  /** Those given up are gone. @returns which */
  discard(ids: readonly number[]): Promise<number[]>
  /** At most `limit` of what was sent before the one time, or given up and added before the other. */
  forget(sentBefore: number, deadBefore: number, limit: number): Promise<void>
}
