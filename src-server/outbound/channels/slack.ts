import { inspectNothing, readStatus, secondsIn, throttled, type AlertService } from './service.ts'

/** Slack's own control characters. Others that take its webhooks read them in the same way. */
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Words of the reply that say that the channel behind the webhook is gone. */
const GONE = /channel_not_found|channel_is_archived|user_not_found/

/** An incoming webhook of Slack, Mattermost, Rocket.Chat and others. */
export const slack: AlertService = {
  request: ({ url = '' }, { text }) => ({
    url,
    body: { text: text.replaceAll(/[&<>]/g, (letter) => ESCAPES[letter] ?? letter), mrkdwn: false },
  }),

  read: ({ status, text, header }) => {
    if (status === 429) return throttled(status, secondsIn(header('retry-after')))
    if (status >= 400 && status < 500 && GONE.test(text))
      return { outcome: { failed: 'recipient', code: status } }
    return readStatus(status)
  },

  inspect: inspectNothing,
}
