import type { StandIn } from './stand-in.ts'

const KEY = 'standInKeyOfHook0123456'

/** An incoming webhook: one message a second. It answers in plain text. */
export const slack: StandIn = {
  kind: 'slack',
  keys: [KEY],
  fields: (base, number) => ({
    url: `${base}/services/T00000000/B${String(number).padStart(8, '0')}/${KEY}`,
  }),
  wrong: (base) => ({ url: `${base}/services/T00000000/B00000000/wrongKey` }),
  limit: { most: 1, spanMs: 1000 },
  fits: (text) => text.length > 0 && text.length <= 40_000,
  throttle: (seconds) => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
    body: { ok: false, error: 'rate_limited' },
  }),

  answer: ({ path, body }, inbox) => {
    const [, id, key] = /^\/services\/\w+\/(\w+)\/(\w+)$/.exec(path) ?? []
    if (id === undefined) return undefined
    if (key !== KEY) return { status: 404, body: 'no_service' }
    const text = typeof body['text'] === 'string' ? body['text'] : ''
    if (text === '') return { status: 400, body: 'no_text' }
    if (!slack.fits(text)) return { status: 400, body: 'msg_too_long' }
    if (/<[!@#]/.test(text)) return { status: 400, body: 'would ring everybody' }
    const wait = inbox.take(id, text)
    return wait > 0 ? slack.throttle(wait) : { status: 200, body: 'ok' }
  },
}
