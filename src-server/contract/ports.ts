import type { MailFailure, MailSecurity } from './outgoing-names.ts'

/** The ports through which the world comes in (architecture.md, rule 4). Their adapters are in entry/adapters. */

export interface Clock {
  /** Unix seconds, whole. */
  now(): number
  /** Unix milliseconds. */
  nowMs(): number
}

export interface Scheduler {
  /** Rings again and again, after so many milliseconds each time. @returns the way to end it */
  every(ms: number, tick: () => void): () => void
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

/** A bot of a messenger's service. */
export interface MessengerBot {
  /** The service's address, such as `https://open.feishu.cn`; empty is that one. */
  readonly base: string
  readonly appId: string
  readonly appSecret: string
}

/** Somebody a messenger knows by an open_id, and the bot that speaks to him: open_ids differ from bot to bot. */
export interface MessengerRecipient extends MessengerBot {
  readonly openId: string
}

/**
 * `base`: the address isn't on the allow list. `credentials`, `setup` (the bot lacks an ability or a scope), `recipient`,
 * `refused`: it won't be better another time.
 * `rate`, `unreachable`: it may be; after `unreachable` the message may have arrived all the same.
 */
export type MessengerFailure =
  'base' | 'credentials' | 'setup' | 'recipient' | 'refused' | 'rate' | 'unreachable'

export interface MessengerMessage {
  readonly text: string
  /** The service takes two messages of one key once, within an hour; at most 50 characters. */
  readonly key: string
  /** Attempts while it is unreachable, within the time there is; 1 when left out. */
  readonly tries?: number
}

/**
 * `code` is the service's own, for the log; `retryAfter` what it asks to be waited, seconds. `unsent` of `unreachable`: the
 * message itself never left, so that it can't have arrived.
 */
export type MessengerOutcome =
  | 'sent'
  | {
      readonly failed: MessengerFailure
      readonly code?: number
      readonly retryAfter?: number
      readonly unsent?: true
    }

/** Delivers a text to one person. Answers within 10 s, never throws. */
export interface Messenger {
  /** Whether it would call this address at all. */
  allows(base: string): boolean
  send(to: MessengerRecipient, message: MessengerMessage): Promise<MessengerOutcome>
}

/** What is known of something a bot needs. `code` is the service's own. */
export interface BotFinding {
  readonly state: 'ok' | 'missing' | 'unknown'
  readonly code?: number
}

/** What a bot has of what it needs: an address on the allow list, good credentials, its ability, scopes to send and to listen. */
export type BotReport = Readonly<
  Record<'base' | 'credentials' | 'ability' | 'sendScope' | 'listenScope', BotFinding>
>

/** Looks at a bot without sending anything. Answers within 10 s, never throws. */
export interface BotInspector {
  inspect(bot: MessengerBot): Promise<BotReport>
}

/** Something a person wrote to a bot, the two of them alone. */
export interface InboundText {
  /** The service's own id of the message: it tells one more than once. */
  readonly messageId: string
  readonly openId: string
  readonly text: string
}

/**
 * `waiting`: not connected, and tried again. `refused`: the service won't have it, `code` says why. `app_id`, `base`: not
 * tried, since it can't be.
 */
export type InboundState =
  | { readonly state: 'connecting' | 'connected' | 'waiting' | 'app_id' | 'base' }
  | { readonly state: 'refused'; readonly code?: number }

/** Who listens to a bot. Called at once, so that the service gets its answer in time. */
export interface InboundListener {
  heard(message: InboundText): void
  /** Something came that isn't heard, such as what was written in a group. */
  ignored(): void
  changed(state: InboundState): void
}

export interface InboundConnection {
  /** At once; nothing is heard any more. */
  close(): void
}

/** Listens to what people write to a bot. Never throws. */
export interface MessengerInbound {
  connect(bot: MessengerBot, listener: InboundListener): InboundConnection
}

/** A mail server, and who its mails are from. */
export interface MailServer {
  readonly host: string
  readonly port: number
  readonly security: MailSecurity
  /** Empty: no sign-in. */
  readonly user: string
  readonly password: string
  readonly fromAddress: string
  readonly fromName: string
}

export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
  /** Becomes the Message-ID: mailboxes drop a second one. */
  readonly key: string
}

/** `detail` is the mail server's own words, without anything of the sign-in; after `unreachable` the mail may have arrived all the same. */
export type MailOutcome = 'sent' | { readonly failed: MailFailure; readonly detail: string }

/** Hands a mail to a mail server. Answers within 60 s, never throws. */
export interface Mailer {
  send(server: MailServer, mail: Mail): Promise<MailOutcome>
}

/** Finds the file behind the page of a file-sharing service. Never throws. */
export interface LinkResolver {
  /** Whether an address is a page of a service whose pages it can read. */
  isShared(url: string): boolean
  /** @param password the page's access password, empty where it has none */
  resolve(url: string, password: string): Promise<{ readonly url: string } | { readonly failed: string }>
}
