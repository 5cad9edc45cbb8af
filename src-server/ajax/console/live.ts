import type { LiveFeed } from '../../services/live-feed.ts'

/** GET ajax.php?act=live: the one console action that isn't a POST (console-api.md). */
export type OpenLive = LiveFeed['open']

export function createLive(feed: LiveFeed): OpenLive {
  return (token, makeSink, lastEventId) => feed.open(token, makeSink, lastEventId)
}
