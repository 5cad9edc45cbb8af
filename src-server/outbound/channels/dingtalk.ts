import { createHmac } from 'node:crypto'
import type { MessengerFailure } from '../../contract/ports.ts'
import { inspectNothing, SENT, readStrange, throttled, type AlertService } from './service.ts'

/** A robot that sent too much is silent for ten minutes. */
const THROTTLED_SECONDS = 600
const THROTTLED: ReadonlySet<number> = new Set([130101, 410100, 90030])

/** The replies come with the status 200. The code is in the body. */
const FAILURES: Readonly<Record<number, MessengerFailure>> = {
  // The token is unknown, or the robot or its group is gone.
  300005: 'credentials',
  400101: 'credentials',
  400106: 'credentials',
  400013: 'recipient',
  // The robot is switched off.
  400102: 'setup',
  // The content is refused.
  430101: 'refused',
  430102: 'refused',
  430103: 'refused',
  430104: 'refused',
}
/** The robot's own protection: a signature, a keyword or an address. */
const PROTECTED = 310000

/** The robot of a DingTalk group. */
export const dingtalk: AlertService = {
  request: ({ url = '', secret = '' }, { text }, nowMs) => ({
    url: secret === '' ? url : sign(url, secret, nowMs),
    body: { msgtype: 'text', text: { content: text } },
  }),

  read: ({ status, json }) => {
    const code = json?.['errcode']
    if (typeof code !== 'number') return readStrange(status)
    if (code === 0) return SENT
    if (THROTTLED.has(code)) return throttled(code, THROTTLED_SECONDS)
    if (code === -1) return { outcome: { failed: 'unreachable', code } }
    if (code === PROTECTED) {
      const isSignature = /sign|timestamp|token/i.test(String(json?.['errmsg']))
      return { outcome: { failed: isSignature ? 'credentials' : 'setup', code } }
    }
    return { outcome: { failed: FAILURES[code] ?? 'refused', code } }
  },

  inspect: inspectNothing,
}

/** HMAC-SHA256 over time and secret. The service accepts a signature for an hour. */
function sign(address: string, secret: string, nowMs: number): string {
  const url = new URL(address)
  const signature = createHmac('sha256', secret).update(`${nowMs}\n${secret}`).digest('base64')
  url.searchParams.set('timestamp', String(nowMs))
  url.searchParams.set('sign', signature)
  return url.href
}
