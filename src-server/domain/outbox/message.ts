import type { MessageKind, MessagePurpose, MessageState } from '../../contract/outgoing-names.ts'

/** A message that leaves the machine. Every message goes through the outbox. Times are Unix seconds. */
export interface OutboxMessage {
  /** Messages with the same key are one message. */
  readonly key: string
  readonly kind: MessageKind
  readonly purpose: MessagePurpose
  /** null for the platform's own messages. */
  readonly appId: number | null
  /** The trading account of the message. null for none. */
  readonly deviceId: number | null
  /** The console operator who gets a mail. The server looks up the mailbox when it sends. */
  readonly operatorId: number | null
  /** The person's channel that gets it. null, or left out, for none. */
  readonly channelId?: number | null
  /** The messenger's recipient. Empty for a mail. */
  readonly openId: string
  readonly subject: string
  readonly text: string
  readonly createdAt: number
}

/** A message in the outbox. */
export interface OutboxRow extends OutboxMessage {
  readonly id: number
  readonly channelId: number | null
  readonly state: MessageState
  readonly attempts: number
  /** The time of the next attempt. */
  readonly nextAt: number
  /** A word and the service's own code. Empty while nothing has failed. */
  readonly lastError: string
  /**
   * The id of the parcel: the messages that leave together as one. Set at the first attempt, empty before.
   * The provider's idempotency key is derived from it, so an attempt after a crash is the same message.
   */
  readonly parcel: string
  /** The copy of the server that sends it now, empty for none, and the end of its time for that. */
  readonly claimedBy: string
  readonly claimedUntil: number
  readonly sentAt: number | null
}
