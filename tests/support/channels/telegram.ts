import type { StandIn, StandInReply } from './stand-in.ts'

const TOKEN = '7123456789:AAH-standInTokenOfTheBot_0123456789a'
const refusal = (code: number, description: string, more: object = {}): StandInReply => ({
  status: code,
  body: { ok: false, error_code: code, description, ...more },
})

/** The Bot API: a bot writes to chats that it knows, with at most one message a second to each. */
export const telegram: StandIn = {
  kind: 'telegram',
  keys: [TOKEN],
  fields: (base, number) => ({ base, token: TOKEN, chat: String(5000 + number) }),
  wrong: (base) => ({ base, token: '7123456789:AAH-wrongTokenWrongTokenWrongTok', chat: '5000' }),
  limit: { most: 1, spanMs: 1000 },
  fits: (text) => text.length > 0 && text.length <= 4096,
  throttle: (seconds) =>
    refusal(429, `Too Many Requests: retry after ${seconds}`, { parameters: { retry_after: seconds } }),

  answer: ({ path, body }, inbox) => {
    const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? []
    if (token === undefined) return undefined
    if (token !== TOKEN) return refusal(401, 'Unauthorized')
    if (method === 'getMe') return ok({ id: 7_123_456_789, is_bot: true, username: 'gold_alert_bot' })
    const chat = String(body['chat_id'])
    if (!/^-?[0-9]+$/.test(chat)) return refusal(400, 'Bad Request: chat not found')
    if (chat === '6666') return refusal(403, 'Forbidden: bot was blocked by the user')
    if (method === 'getChat') return ok({ id: Number(chat), type: 'private', first_name: 'Mei' })
    const text = String(body['text'])
    if (!telegram.fits(text)) return refusal(400, 'Bad Request: message is too long')
    const wait = inbox.take(chat, text)
    return wait > 0 ? telegram.throttle(wait) : ok({ message_id: 1, chat: { id: Number(chat) }, text })
  },
}

function ok(result: object): StandInReply {
  return { status: 200, body: { ok: true, result } }
}
