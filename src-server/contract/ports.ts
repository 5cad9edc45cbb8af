/** The ports through which the world comes in (architecture.md, rule 4). Their adapters are in entry/adapters. */

export interface Clock {
  /** Unix seconds, whole. */
  now(): number
  /** Unix milliseconds. */
  nowMs(): number
}

export interface Random {
  /** Cryptographically strong bytes. */
  bytes(length: number): Uint8Array
  /** An unbiased whole number in 0 ≤ n < limit. */
  below(limit: number): number
}

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** One line an event. Never give it a secret: no parameter values, no keys, no cookies. */
export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, error: unknown, fields?: LogFields): void
}

/** Somebody a messenger knows by an open_id, and the bot that speaks to him: open_ids differ from bot to bot. */
export interface MessengerRecipient {
  /** The service's address, such as `https://open.feishu.cn`. */
  readonly base: string
  readonly appId: string
  readonly appSecret: string
  readonly openId: string
}

/**
 * `base`: the address isn't on the allow list. `credentials`, `recipient`, `refused`: it won't be better another time.
 * `rate`, `unreachable`: it may be; after `unreachable` the message may have arrived all the same.
 */
export type MessengerFailure = 'base' | 'credentials' | 'recipient' | 'refused' | 'rate' | 'unreachable'

/** Delivers a text to one person. Answers within 10 s, never throws. */
export interface Messenger {
  /** `code` is the service's own, for the log. */
  send(
    to: MessengerRecipient,
    text: string,
  ): Promise<'sent' | { readonly failed: MessengerFailure; readonly code?: number }>
}

/** Finds the file behind the page of a file-sharing service. Never throws. */
export interface LinkResolver {
  /** Whether an address is a page of a service whose pages it can read. */
  isShared(url: string): boolean
  /** @param password the page's access password, empty where it has none */
  resolve(url: string, password: string): Promise<{ readonly url: string } | { readonly failed: string }>
}
