import type { ChannelCheck, ChannelConfig, ServiceKind } from './channel-names.ts'
import type { MailFailure, MailSecurity } from './outgoing-names.ts'
import type { AddressRefusal, PostFailure } from './outside-names.ts'

/** The ports through which the outside world comes in. Their adapters are in entry/adapters. */

export interface Clock {
  /** Unix seconds, whole. */
  now(): number
  /** Unix milliseconds. */
  nowMs(): number
}

/** The two clocks of a machine, milliseconds. */
export interface MachineClocks {
  readonly wallMs: () => number
  readonly steadyMs: () => number
}

export interface Scheduler {
  /** Calls `tick` again and again, each time after so many milliseconds. @returns a function that stops it */
  every(ms: number, tick: () => void): () => void
}

export interface Random {
  /** Cryptographically strong bytes. */
  bytes(length: number): Uint8Array
  /** An unbiased whole number in 0 ≤ n < limit. */
  below(limit: number): number
}

export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>

/** One line for each event. Never pass a secret: no parameter values, no keys, no cookies. */
export interface Log {
  info(event: string, fields?: LogFields): void
  warn(event: string, fields?: LogFields): void
  error(event: string, error: unknown, fields?: LogFields): void
}

/** A bot of a messenger service. */
export interface MessengerBot {
  /** The service's address, such as `https://open.feishu.cn`. Empty means this one. */
  readonly base: string
  readonly appId: string
  readonly appSecret: string
}

/** A person known by an open_id, and the bot that writes to them. open_ids differ from bot to bot. */
export interface MessengerRecipient extends MessengerBot {
  readonly openId: string
}

/**
 * `base` (the address isn't allowed), `credentials`, `setup` (the bot lacks an ability or a scope),
 * `recipient`, `refused`: another attempt would fail too. `rate`, `unreachable`: another attempt may succeed.
 * After `unreachable` the message may have arrived all the same.
 */
export type MessengerFailure =
  | 'base'
  | 'credentials'
  | 'setup'
  | 'recipient'
  | 'refused'
  | 'rate'
  | 'unreachable'

export interface MessengerMessage {
  readonly text: string
  /** The service accepts a key only once within an hour. At most 50 characters. */
  readonly key: string
  /** The number of attempts while the service is unreachable, within the time limit. 1 when left out. */
  readonly tries?: number
}

/**
 * `code` is the service's own code, for the log. `retryAfter` is the pause that it asks for, seconds.
 * `unsent` with `unreachable`: the message never left, so it can't have arrived.
 */
export type MessengerOutcome =
  | 'sent'
  | {
      readonly failed: MessengerFailure
      readonly code?: number
      readonly retryAfter?: number
      readonly unsent?: true
    }

/** Sends a text to one person. Answers within 10 s, never throws. */
export interface Messenger {
  /** Whether the messenger may call this address. */
  allows(base: string): boolean
  send(to: MessengerRecipient, message: MessengerMessage): Promise<MessengerOutcome>
}

/** The state of one need of a bot. `code` is the service's own code. */
export interface BotFinding {
  readonly state: 'ok' | 'missing' | 'unknown'
  readonly code?: number
}

/**
 * The needs of a bot that are met: an allowed address, valid credentials, its ability, scopes to send and to
 * receive.
 */
export type BotReport = Readonly<
  Record<'base' | 'credentials' | 'ability' | 'sendScope' | 'listenScope', BotFinding>
>

/** Inspects a bot without sending anything. Answers within 10 s, never throws. */
export interface BotInspector {
  inspect(bot: MessengerBot): Promise<BotReport>
}

/** A person's private message to a bot. */
export interface InboundText {
  /** The service's own id of the message, because the service sends some messages more than once. */
  readonly messageId: string
  readonly openId: string
  readonly text: string
}

/**
 * `waiting`: not connected, with another attempt to come. `refused`: the service refuses, and `code` says
 * why. `app_id`, `base`: not tried, because it can't succeed.
 */
export type InboundState =
  | { readonly state: 'connecting' | 'connected' | 'waiting' | 'app_id' | 'base' }
  | { readonly state: 'refused'; readonly code?: number }

/** The receiver of a bot's events. It is called at once, so that the service gets its answer in time. */
export interface InboundListener {
  received(message: InboundText): void
  /** An event came that isn't handled, such as a message in a group. */
  ignored(): void
  changed(state: InboundState): void
}

export interface InboundConnection {
  /** Closes at once. No event is delivered afterwards. */
  close(): void
}

/** Receives messages to bots. Never throws. */
export interface MessengerInbound {
  connect(bot: MessengerBot, listener: InboundListener): InboundConnection
}

/** A mail server, and the sender of its mails. */
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
  /** Becomes the Message-ID, by which mailboxes drop a repeated mail. */
  readonly key: string
}

/**
 * `detail` is the mail server's own text, without anything of the sign-in. After `unreachable` the mail may
 * have arrived all the same.
 */
export type MailOutcome = 'sent' | { readonly failed: MailFailure; readonly detail: string }

/** Hands a mail to a mail server. Answers within 60 s, never throws. */
export interface Mailer {
  send(server: MailServer, mail: Mail): Promise<MailOutcome>
}

/** A person's channel, as its service needs it. Its addresses were checked. */
export interface ChannelTarget {
  readonly kind: ServiceKind
  readonly config: ChannelConfig
}

export interface ChannelText {
  /** The name of the sender, for services that show a title. */
  readonly title: string
  readonly text: string
}

/** `rest`: the service wants no other message for so long, seconds. */
export interface ChannelAnswer {
  readonly outcome: MessengerOutcome
  readonly rest?: number
}

/** The state of one need of a channel, and the name that the service gives it. */
export interface ChannelFinding extends BotFinding {
  readonly check: ChannelCheck
  readonly name?: string
}

/** Calls the services of people's channels. Answers within 10 s, never throws, names no address and no key. */
export interface AlertServices {
  send(target: ChannelTarget, message: ChannelText): Promise<ChannelAnswer>
  /** Looks without sending. */
  inspect(target: ChannelTarget): Promise<readonly ChannelFinding[]>
}

/** Finds the file behind a page of a file-sharing service. Never throws. */
export interface LinkResolver {
  /** Whether an address is a page of a supported service. */
  isShared(url: string): boolean
  /** @param password the page's access password, or empty */
  resolve(url: string, password: string): Promise<{ readonly url: string } | { readonly failed: string }>
}

/** A POST to an address that an operator named. */
export interface OutsidePost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /**
   * The owner's list of origins, such as `http://192.168.1.20:8080`. They may be plain, in a private network, and on any
   * port.
   */
  readonly listed: readonly string[]
}

/** `text` is the beginning of the answer, at most 16 KB. `retryAfter` is the pause that the answer asks for, seconds. */
export interface OutsideReply {
  readonly status: number
  readonly text: string
  readonly retryAfter: number | undefined
}

/** `detail` is the system's own text, without the address and the headers. */
export type OutsideOutcome = OutsideReply | { readonly failed: PostFailure; readonly detail: string }

/**
 * Calls addresses that operators name: only public ones, and those of the owner's list. Connects to an address that it
 * checked, and follows no redirect. Answers within 10 s, never throws.
 */
export interface OutsidePoster {
  /** The reason why an address is refused before it is looked up. undefined: nothing in it forbids the call. */
  refuses(url: string, listed: readonly string[]): AddressRefusal | undefined
  post(call: OutsidePost): Promise<OutsideOutcome>
}
