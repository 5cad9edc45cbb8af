import type { ServiceContext } from '../services/service-context.ts'

/**
 * Reads anew what other copies told while this one could not hear. Commits come with the change feed, and pulses with the
 * next one of each account.
 */
export function readMissed(context: ServiceContext): void {
  const { bus, copy, steward, devices, stream, watches, log } = context
  const readAnew = async () => {
    // The steward counts the events itself. Only the steps of commands are news from others.
    if (!steward.isMine) await watches.events.load()
    else if (!devices.isFilling && (await copy.standing.catchUp())) watches.closes.resume(devices.all())
  }
  bus.onMissed(() => {
    missPulses(context)
    readAnew()
      .catch((error: unknown) => {
        log.error('copies.missed', error)
      })
      .finally(() => {
        stream.reset()
      })
  })
}

/** This copy may not know pulses that others received: an account that seems silent is perhaps not. */
export function missPulses({
  watches,
  rules,
  clock,
}: Pick<ServiceContext, 'watches' | 'rules' | 'clock'>): void {
  watches.silences.missed(clock.now())
  rules.sweep.missed(clock.now())
}
