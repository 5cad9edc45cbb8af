import type { StandIn } from './stand-in.ts'

const TOKEN = 'standInTokenOfTheWebhook_0123456789-abcdefghijklmnopqrstuvwxyzABCDEF'

/** A webhook: five requests in two seconds. */
export const discord: StandIn = {
  kind: 'discord',
  keys: [TOKEN],
  fields: (base, number) => ({ url: `${base}/api/webhooks/${9000 + number}/${TOKEN}` }),
  wrong: (base) => ({ url: `${base}/api/webhooks/9000/anotherToken` }),
  limit: { most: 5, spanMs: 2000 },
  fits: (text) => text.length > 0 && text.length <= 2000,
  throttle: (seconds) => ({
    status: 429,
    headers: { 'retry-after': String(seconds), 'x-ratelimit-remaining': '0' },
    body: { message: 'You are being rate limited.', retry_after: seconds, global: false },
  }),

  answer: ({ path, query, body }, inbox) => {
    const [, id, token] = /^\/api\/webhooks\/([0-9]+)\/([^/]+)$/.exec(path) ?? []
    if (id === undefined) return undefined
    if (token !== TOKEN) return { status: 401, body: { message: 'Invalid Webhook Token', code: 50027 } }
    if (Object.keys(body).length === 0)
      return { status: 200, body: { id, type: 1, name: 'Alerts', channel_id: '1', token } }
    const content = String(body['content'])
    if (!discord.fits(content)) return { status: 400, body: { message: 'Invalid Form Body', code: 50035 } }
    const mentions = body['allowed_mentions'] as { parse?: unknown[] } | undefined
    if (mentions?.parse?.length !== 0) return { status: 400, body: { message: 'would ring everybody' } }
    const wait = inbox.take(id, content)
    if (wait > 0) return discord.throttle(wait)
    return query.get('wait') === 'true'
      ? { status: 200, body: { id: '1', content } }
      : { status: 204, body: '' }
  },
}
