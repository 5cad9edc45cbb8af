import type { ChannelConfig } from '../../contract/channel-names.ts'
import type { ChannelAnswer, ChannelFinding, ChannelText } from '../../contract/ports.ts'
import type { NoReply, WebhookCall, WebhookReply } from './call-webhook.ts'

export type CallWebhook = (call: WebhookCall) => Promise<WebhookReply | NoReply>

/** One service: how it is called, and what its replies mean. */
export interface AlertService {
  /** @param nowMs Unix milliseconds, for a signature */
  request(config: ChannelConfig, message: ChannelText, nowMs: number): WebhookCall
  /** Reads a reply that isn't a redirect. */
  read(reply: WebhookReply): ChannelAnswer
  inspect(config: ChannelConfig, call: CallWebhook): Promise<readonly ChannelFinding[]>
}

export const SENT: ChannelAnswer = { outcome: 'sent' }

/** The meaning of a status alone, as most services use it. After a 5xx the message may have arrived. */
export function readStatus(status: number): ChannelAnswer {
  if (status >= 200 && status < 300) return SENT
  if (status === 429) return throttled(429, undefined)
  if (status === 401 || status === 403 || status === 404 || status === 410)
    return { outcome: { failed: 'credentials', code: status } }
  if (status >= 300 && status < 400) return { outcome: { failed: 'base', code: status } }
  return { outcome: { failed: status >= 500 ? 'unreachable' : 'refused', code: status } }
}

/** A reply without the service's own code: a gateway on the way answered, whatever its status says. */
export function readStrange(status: number): ChannelAnswer {
  return readStatus(status >= 200 && status < 300 ? 502 : status)
}

export function throttled(code: number, retryAfter: number | undefined): ChannelAnswer {
  return { outcome: { failed: 'rate', code, ...(retryAfter !== undefined && { retryAfter }) } }
}

/** Seconds of a header such as Retry-After. */
export function secondsIn(text: unknown): number | undefined {
  const seconds = typeof text === 'number' ? text : Number(text ?? NaN)
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

/** The findings about a service that has no call to ask whether it knows a key. */
export const inspectNothing: AlertService['inspect'] = async () => [{ check: 'key', state: 'unknown' }]

/** A finding by a reply: the service knows the key, refuses it, or says nothing about it. */
export function findingOf(
  check: ChannelFinding['check'],
  reply: WebhookReply | NoReply,
  isRight: boolean,
  name?: unknown,
): ChannelFinding {
  if ('unsent' in reply || reply.status === 429 || reply.status >= 500) return { check, state: 'unknown' }
  if (!isRight) return { check, state: 'missing', code: reply.status }
  return { check, state: 'ok', ...(typeof name === 'string' && { name }) }
}
