import { targetAddress } from '../../domain/channels/channel-address.ts'
import type { ChannelConfig } from '../../contract/channel-names.ts'
import type { WebhookReply } from './call-webhook.ts'
import {
  findingOf,
  readStatus,
  readStrange,
  SENT,
  secondsIn,
  throttled,
  type AlertService,
} from './service.ts'

const method = (config: ChannelConfig, name: string) =>
  `${targetAddress('telegram', config)}/bot${config.token ?? ''}/${name}`

/** Telegram's Bot API: `sendMessage` as plain text. */
export const telegram: AlertService = {
  request: (config, { text }) => ({
    url: method(config, 'sendMessage'),
    body: { chat_id: config.chat, text, link_preview_options: { is_disabled: true } },
  }),

  read: ({ status, json }) => {
    if (json === undefined) return readStrange(status)
    if (json['ok'] === true) return SENT
    const code = typeof json['error_code'] === 'number' ? json['error_code'] : status
    // An unknown token is 401 in its proper form, and 404 in any other.
    if (code === 401 || code === 404) return { outcome: { failed: 'credentials', code } }
    if (code === 429) return throttled(code, retryAfter(json['parameters']))
    if (code === 403 || (code === 400 && /chat|peer|PEER/.test(String(json['description']))))
      return { outcome: { failed: 'recipient', code } }
    return readStatus(code)
  },

  inspect: async (config, call) => {
    const me = await call({ url: method(config, 'getMe') })
    const key = findingOf('key', me, isOk(me), resultOf(me)['username'])
    if (key.state !== 'ok') return [key, { check: 'chat', state: 'unknown' }]
    const chat = await call({ url: method(config, 'getChat'), body: { chat_id: config.chat } })
    const { title, first_name: firstName, username } = resultOf(chat)
    return [key, findingOf('chat', chat, isOk(chat), title ?? firstName ?? username)]
  },
}

function isOk(reply: object): boolean {
  return jsonOf(reply)['ok'] === true
}

function resultOf(reply: object): Readonly<Record<string, unknown>> {
  const { result } = jsonOf(reply)
  return typeof result === 'object' && result !== null ? { ...result } : {}
}

function jsonOf(reply: Partial<WebhookReply>): Readonly<Record<string, unknown>> {
  return reply.json ?? {}
}

function retryAfter(parameters: unknown): number | undefined {
  const isGiven = typeof parameters === 'object' && parameters !== null && 'retry_after' in parameters
  return isGiven ? secondsIn(parameters.retry_after) : undefined
}
