import { createHmac } from 'node:crypto'
import type { StandIn, StandInReply } from './stand-in.ts'

const SECRET = 'SECstandInSecretOfTheRobot0123456789abcdef'
const tokenOf = (number: number) => `${'d'.repeat(56)}${String(number).padStart(8, '0')}`
const answer = (errcode: number, errmsg: string): StandInReply => ({ status: 200, body: { errcode, errmsg } })

/** A robot that wants a signature. One that sends more than 20 messages in a minute is silent for ten. */
export const dingtalk: StandIn = {
  kind: 'dingtalk',
  keys: [SECRET, 'd'.repeat(56)],
  fields: (base, number) => ({
    url: `${base}/robot/send?access_token=${tokenOf(number)}`,
    secret: SECRET,
  }),
  wrong: (base) => ({ url: `${base}/robot/send?access_token=${'e'.repeat(64)}`, secret: SECRET }),
  limit: { most: 20, spanMs: 60_000, outSeconds: 600 },
  fits: (text) => Buffer.byteLength(text) <= 20_000,
  throttle: () => answer(130101, 'send too fast, exceed 20 times per minute'),

  answer: ({ path, query, body, now }, inbox) => {
    if (path !== '/robot/send') return undefined
    const token = query.get('access_token') ?? ''
    if (!/^d{56}[0-9]{8}$/.test(token)) return answer(300005, 'token is not exist')
    const timestamp = query.get('timestamp') ?? ''
    if (Math.abs(Number(timestamp) - now) > 3_600_000) return answer(310000, 'invalid timestamp')
    const right = createHmac('sha256', SECRET).update(`${timestamp}\n${SECRET}`).digest('base64')
    if (query.get('sign') !== right) return answer(310000, 'sign not match')
    if (body['msgtype'] !== 'text') return answer(400105, 'unsupported msgtype')
    const { content } = body['text'] as { content: string }
    if (!dingtalk.fits(content)) return answer(460101, 'message too long')
    return inbox.take(token, content) > 0 ? dingtalk.throttle(0) : answer(0, 'ok')
  },
}
