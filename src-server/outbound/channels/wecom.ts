import { inspectNothing, SENT, readStrange, throttled, type AlertService } from './service.ts'

/** The service counts by the minute, and names no wait. */
const THROTTLED_SECONDS = 60
const THROTTLED: ReadonlySet<number> = new Set([45009, 45033])
/** The key is unknown, or the robot was taken out of its group. */
const UNKNOWN_KEY: ReadonlySet<number> = new Set([93000, 93008, 93017, 40001, 40014])

/** The robot of a WeCom group. The replies come with the status 200. */
export const wecom: AlertService = {
  request: ({ url = '' }, { text }) => ({
    url,
    // `<@all>` in a text rings every member's phone, and anybody can write an account's name.
    body: { msgtype: 'text', text: { content: text.replaceAll('<@', '＜@') } },
  }),

  read: ({ status, json }) => {
    const code = json?.['errcode']
    if (typeof code !== 'number') return readStrange(status)
    if (code === 0) return SENT
    if (THROTTLED.has(code)) return throttled(code, THROTTLED_SECONDS)
    if (code === -1) return { outcome: { failed: 'unreachable', code } }
    return { outcome: { failed: UNKNOWN_KEY.has(code) ? 'credentials' : 'refused', code } }
  },

  inspect: inspectNothing,
}
