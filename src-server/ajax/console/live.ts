import type { LiveFeed } from '../../services/devices/live-feed.ts'

/** GET ajax.php?act=live: the one console action that isn't a POST (console-api.md). */
export type Live = Pick<LiveFeed, 'open'> & {
  /** Aborted when every viewer has to come again. */
  readonly ended: AbortSignal
}

export function createLive(feed: LiveFeed, ended: AbortSignal): Live {
  return { ended, open: (token, makeSink, lastEventId) => feed.open(token, makeSink, lastEventId) }
}
