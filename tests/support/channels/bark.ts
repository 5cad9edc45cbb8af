import type { StandIn, StandInReply } from './stand-in.ts'

const KEY = 'standInKeyOfThePhone'
const answer = (code: number, message: string): StandInReply => ({
  status: code,
  body: { code, message, timestamp: 1_700_000_000 },
})

/** A Bark server: a message is at most the 4096 bytes of Apple's service. It states no limit of messages. */
export const bark: StandIn = {
  kind: 'bark',
  keys: [KEY],
  fields: (base, number) => ({ base, key: `${KEY}${number}` }),
  wrong: (base) => ({ base, key: 'noPhoneHasThisKey' }),
  limit: { most: 10, spanMs: 1000 },
  fits: (text) => Buffer.byteLength(text) <= 3500,
  throttle: (seconds) => ({
    ...answer(429, 'too many requests'),
    headers: { 'retry-after': String(seconds) },
  }),

  answer: ({ path, body }, inbox) => {
    if (path === '/ping') return answer(200, 'pong')
    const [, asked] = /^\/register\/(\w+)$/.exec(path) ?? []
    if (asked !== undefined)
      return asked.startsWith(KEY) ? answer(200, 'success') : answer(400, 'device not found')
    if (path !== '/push') return undefined
    const key = String(body['device_key'])
    if (!key.startsWith(KEY))
      return answer(400, `failed to get device token: failed to get [${key}] device token from database`)
    if (Buffer.byteLength(JSON.stringify(body)) > 4096) return answer(500, 'push failed: PayloadTooLarge')
    const wait = inbox.take(key, String(body['body']))
    return wait > 0 ? bark.throttle(wait) : answer(200, 'success')
  },
}
