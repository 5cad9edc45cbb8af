import type { ServiceContext } from '../services/service-context.ts'

/**
 * Reads anew what other copies told while this one could not hear. Commits come with the change feed, and pulses with the
 * next one of each account.
 */
export function readMissed({ bus, steward, stream, watches, log }: ServiceContext): void {
  bus.onMissed(() => {
    stream.reset()
    // The steward counts the events itself.
    if (steward.isMine) return
    watches.events.load().catch((error: unknown) => {
      log.error('copies.missed', error)
    })
  })
}
