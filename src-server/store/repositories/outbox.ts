import type { MessagePurpose } from '../../contract/outgoing-names.ts'
import type { OutboxMessage, OutboxRow } from '../../domain/outbox/message.ts'

export interface OutboxRepository {
  /** @returns false when a message of that key is there already. */
  add(message: OutboxMessage): Promise<boolean>
  /** How many were added for an application since then. */
  countSince(purpose: MessagePurpose, appId: number, since: number): Promise<number>
  /** The newest of an application. */
  newest(appId: number, limit: number): Promise<OutboxRow[]>
}
