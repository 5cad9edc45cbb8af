import type { MessagePurpose } from '../../contract/outgoing-names.ts'
import type { ListQuery, Page } from '../../contract/paging.ts'
import type { Scope } from '../../domain/access/scope.ts'
import type { Claim } from '../../domain/outbox/claim.ts'
import type { OutboxMessage, OutboxRow } from '../../domain/outbox/message.ts'
import type { Verdict } from '../../domain/outbox/verdict.ts'
import type { MESSAGE } from '../../contract/subjects/message.ts'
import type { FilterOf } from '../../contract/subjects/subject.ts'

export type MessageFilter = FilterOf<typeof MESSAGE>

export interface OutboxCounts {
  readonly waiting: number
  readonly dead: number
  /**
   * A number that changes whenever a message in the scope is added, is tried or changes its state, even when the
   * number of waiting messages stays the same.
   */
  readonly changes: number
}

export interface OutboxRepository {
  /** @returns false when a message with this key exists already */
  add(message: OutboxMessage): Promise<boolean>
  /** Stores a message that was sent, or failed, without waiting in the outbox. */
  record(
    message: OutboxMessage,
    outcome: Pick<OutboxRow, 'state' | 'lastError' | 'parcel' | 'sentAt'>,
  ): Promise<void>
  /** The number of messages added for an application since then. */
  countSince(purpose: MessagePurpose, appId: number, since: number): Promise<number>
  /** The newest messages of an application. */
  newest(appId: number, limit: number): Promise<OutboxRow[]>

  /** Applications with waiting messenger messages and an id above `after`, in order. */
  waitingApps(after: number, limit: number): Promise<number[]>
  /** Recipients of an application's waiting messages after `after`, in order. */
  waitingRecipients(appId: number, after: string, limit: number): Promise<string[]>
  /** The waiting messages of a recipient, in the order of sending. */
  waitingFor(appId: number, openId: string, limit: number): Promise<OutboxRow[]>
  /** Channels with waiting messages and an id above `after`, in order. */
  waitingChannels(after: number, limit: number): Promise<number[]>
  /** The waiting messages of a channel, in the order of sending. */
  waitingForChannel(channelId: number, limit: number): Promise<OutboxRow[]>
  /** The newest message to a channel. */
  lastOfChannel(channelId: number): Promise<OutboxRow | undefined>
  /** The mails that are due, the oldest first. */
  dueMails(now: number, limit: number): Promise<OutboxRow[]>
  /** The waiting messages of a parcel. */
  ofParcel(parcel: string): Promise<OutboxRow[]>
  /**
   * Puts waiting messages without a parcel into one parcel, for a copy that sends it.
   * @returns false when one of them no longer fits that description, and then claims none
   */
  claim(ids: readonly number[], parcel: string, claim: Claim): Promise<boolean>
  /** Claims a parcel for another attempt. @returns false while another copy may be sending it */
  claimAgain(parcel: string, claim: Claim): Promise<boolean>
  /** Ends the claims of a copy, or of all copies: it sends nothing any more. */
  dropClaims(by?: string): Promise<void>
  /** Applies the verdict of an attempt to the parcel's waiting messages, if the copy that made it still has them. */
  settle(parcel: string, verdict: Verdict, claim: Claim): Promise<void>
  /** Gives up those of these messages that wait. */
  bury(ids: readonly number[], error: string): Promise<void>
  /** Gives up the waiting messages added before that time that aren't being sent. */
  buryBefore(createdAt: number, error: string): Promise<void>

  list(scope: Scope, filter: MessageFilter, query: ListQuery<'id'>): Promise<Page<OutboxRow>>
  counts(scope: Scope): Promise<OutboxCounts>
  /** The messages of these ids in the scope. */
  byIds(scope: Scope, ids: readonly number[]): Promise<OutboxRow[]>
  /** Makes given-up messages wait again, without earlier attempts. @returns their ids */
  revive(ids: readonly number[], now: number): Promise<number[]>
  /** Deletes given-up messages. @returns their ids */
  discard(ids: readonly number[]): Promise<number[]>
  /**
   * Deletes messages sent before the first time, and those given up and added before the second, at most
   * `limit`.
   */
  forget(sentBefore: number, deadBefore: number, limit: number): Promise<void>
}
