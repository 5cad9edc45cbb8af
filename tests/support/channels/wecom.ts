import type { StandIn, StandInReply } from './stand-in.ts'

const KEY = '693a91f6-7a0c-4bc4-97a0'
const answer = (errcode: number, errmsg: string): StandInReply => ({ status: 200, body: { errcode, errmsg } })

/** A group's robot: 20 messages a minute, texts of at most 2048 bytes. */
export const wecom: StandIn = {
  kind: 'wecom',
  keys: [KEY],
  fields: (base, number) => ({
    url: `${base}/cgi-bin/webhook/send?key=${KEY}-${String(number).padStart(12, '0')}`,
  }),
  wrong: (base) => ({ url: `${base}/cgi-bin/webhook/send?key=00000000-0000-0000-0000-000000000000` }),
  limit: { most: 20, spanMs: 60_000 },
  fits: (text) => Buffer.byteLength(text) <= 2048,
  throttle: () => answer(45009, 'api freq out of limit'),

  answer: ({ path, query, body }, inbox) => {
    if (path !== '/cgi-bin/webhook/send') return undefined
    const key = query.get('key') ?? ''
    if (!key.startsWith(KEY)) return answer(93000, 'invalid webhook url, hint: [1700000000]')
    if (body['msgtype'] !== 'text') return answer(40008, 'invalid message type')
    const { content } = body['text'] as { content: string }
    if (!wecom.fits(content)) return answer(45002, 'content size out of limit')
    return inbox.take(key, content) > 0 ? wecom.throttle(0) : answer(0, 'ok')
  },
}
