import { findingOf, readStatus, secondsIn, throttled, type AlertService } from './service.ts'

/** A webhook of a Discord channel. */
export const discord: AlertService = {
  request: ({ url = '' }, { text }) => {
    const address = new URL(url)
    // Without it the service answers before it has looked at the message.
    address.searchParams.set('wait', 'true')
    return { url: address.href, body: { content: text, allowed_mentions: { parse: [] } } }
  },

  read: ({ status, json, header }) => {
    if (status === 429)
      return throttled(status, secondsIn(json?.['retry_after']) ?? secondsIn(header('retry-after')))
    const { outcome } = readStatus(status)
    const isLast = header('x-ratelimit-remaining') === '0'
    const rest = isLast ? secondsIn(header('x-ratelimit-reset-after')) : undefined
    return { outcome, ...(rest !== undefined && { rest }) }
  },

  inspect: async ({ url = '' }, call) => {
    const reply = await call({ url })
    const json = 'unsent' in reply ? undefined : reply.json
    return [findingOf('key', reply, 'status' in reply && reply.status === 200, json?.['name'])]
  },
}
