/** Something that is to leave the machine (architecture.md, rule 6: effects leave through the outbox). */
export interface OutboxMessage {
  /** Two messages of one key are one. */
  readonly key: string
  readonly kind: 'mail' | 'messenger'
  readonly appId: number | null
  /** The console user a mail is for. */
  readonly operatorId: number | null
  /** The messenger's recipient, empty for a mail. */
  readonly openId: string
  readonly subject: string
  readonly text: string
  readonly createdAt: number
}

/** `dead`: given up. */
export type OutboxState = 'waiting' | 'sent' | 'dead'
