import { targetAddress } from '../../domain/channels/channel-address.ts'
import { findingOf, readStatus, secondsIn, throttled, type AlertService } from './service.ts'

/** Words of the reply when Apple no longer knows the phone, or the server never did. */
const GONE = /device token|Unregistered|BadDeviceToken|ExpiredToken|DeviceTokenNotForTopic/i

/** Bark on an iPhone, by its own server or another one. */
export const bark: AlertService = {
  request: (config, { title, text }) => ({
    url: `${targetAddress('bark', config)}/push`,
    // The message shows on the locked screen and breaks through a focus mode.
    body: { device_key: config.key, title, body: text, group: title, level: 'timeSensitive' },
  }),

  read: ({ status, json, header }) => {
    const code = typeof json?.['code'] === 'number' ? json['code'] : status
    if (code === 429) return throttled(code, secondsIn(header('retry-after')))
    if (code >= 400 && GONE.test(String(json?.['message'])))
      return { outcome: { failed: 'credentials', code } }
    if (code >= 400 && /PayloadTooLarge/i.test(String(json?.['message'])))
      return { outcome: { failed: 'refused', code } }
    return readStatus(json === undefined && code < 300 ? 502 : code)
  },

  inspect: async (config, call) => {
    const base = targetAddress('bark', config)
    const ping = await call({ url: `${base}/ping` })
    const address = findingOf('address', ping, 'status' in ping && ping.status === 200)
    if (address.state !== 'ok') return [address, { check: 'key', state: 'unknown' }]
    const key = await call({ url: `${base}/register/${encodeURIComponent(config.key ?? '')}` })
    return [address, findingOf('key', key, 'status' in key && key.status === 200)]
  },
}
