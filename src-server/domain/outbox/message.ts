import type { MessageKind, MessagePurpose, MessageState } from '../../contract/outgoing-names.ts'

/** Something that is to leave the machine (architecture.md, rule 6: effects leave through the outbox). Times are Unix seconds. */
export interface OutboxMessage {
  /** Two messages of one key are one. */
  readonly key: string
  readonly kind: MessageKind
  readonly purpose: MessagePurpose
  /** null for the platform's own. */
  readonly appId: number | null
  /** The trading account it is about; null for none. */
  readonly deviceId: number | null
  /** The console user a mail is for; its mailbox is looked up when it is sent. */
  readonly operatorId: number | null
  /** The messenger's recipient, empty for a mail. */
  readonly openId: string
  readonly subject: string
  readonly text: string
  readonly createdAt: number
}

/** A message in the outbox. */
export interface OutboxRow extends OutboxMessage {
  readonly id: number
  readonly state: MessageState
  readonly attempts: number
  /** When it is to be tried next. */
  readonly nextAt: number
  /** A word and the service's own code; empty where nothing failed. */
  readonly lastError: string
  /**
   * What messages that leave as one share, from the first attempt on: the provider's idempotency key is made of it, so an attempt after a
   * crash is the same message. Empty before.
   */
  readonly parcel: string
  readonly sentAt: number | null
}
