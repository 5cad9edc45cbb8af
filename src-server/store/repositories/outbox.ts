import type { OutboxMessage } from '../../domain/outbox/message.ts'

export interface OutboxRepository {
  /** @returns false when a message of that key is there already. */
  add(message: OutboxMessage): Promise<boolean>
  /** How many of a kind were added for an application since then. */
  countSince(kind: OutboxMessage['kind'], appId: number, since: number): Promise<number>
  /** The newest of an application, for tests and for the console. */
  newest(appId: number, limit: number): Promise<OutboxMessage[]>
}
