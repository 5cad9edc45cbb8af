import type { LiveFeed } from '../../services/live-feed.ts'

/** GET ajax.php?act=live: the one console action that isn't a POST (console-api.md). */
export type Live = Pick<LiveFeed, 'open' | 'isOpen'>

export function createLive(feed: LiveFeed): Live {
  return {
    open: (token, makeSink, lastEventId) => feed.open(token, makeSink, lastEventId),
    isOpen: (token) => feed.isOpen(token),
  }
}
