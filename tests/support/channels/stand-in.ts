import type { ChannelConfig, ServiceKind } from '../../../src-server/contract/channel-names.ts'

/** A request as a service reads it. */
export interface StandInRequest {
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
  /** Unix milliseconds. */
  readonly now: number
}

export interface StandInReply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The entrance of a service to its webhooks, chats and phones. */
export interface Inbox {
  /** Takes a text. @returns the seconds to wait where the limits are used up; 0 where it is delivered */
  take(to: string, text: string): number
}

/** The documented behaviour of one service. */
export interface StandIn {
  readonly kind: ServiceKind
  /** The fields of a channel that leads here. Each number is another webhook, chat or phone. */
  fields(base: string, number: number): ChannelConfig
  /** The same with a key that the service doesn't know. */
  wrong(base: string): ChannelConfig
  /** The documented limit of one webhook, chat or phone, and the time out for one that exceeds it. */
  readonly limit: { readonly most: number; readonly spanMs: number; readonly outSeconds?: number }
  /** Whether the service takes a text of this length. */
  fits(text: string): boolean
  /** @returns undefined for a path of another service */
  answer(request: StandInRequest, inbox: Inbox): StandInReply | undefined
  /** The answer of a service that is over its limit, wherever the limit comes from. */
  throttle(seconds: number): StandInReply
  /** The keys of its channels: nothing may show them. */
  readonly keys: readonly string[]
}
