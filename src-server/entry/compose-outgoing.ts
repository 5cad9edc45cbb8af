import type { MessageServices } from '../ajax/console/messages.ts'
import type { PlatformServices } from '../ajax/console/platform.ts'
import type { Clock, Log, Mailer, Messenger, Random } from '../contract/ports.ts'
import { Deliveries } from '../services/messenger/deliveries.ts'
import { MailCourier } from '../services/messenger/mail-courier.ts'
import { MessengerCourier } from '../services/messenger/messenger-courier.ts'
import { Messages } from '../services/messenger/messages.ts'
import type { Services } from './compose-services.ts'
import type { Stores } from './open-stores.ts'
import type { Chore } from './schedule.ts'

export interface Outgoing {
  readonly console: Pick<MessageServices, 'messages'>
  readonly chores: readonly Chore[]
  /** Ends what is under way, before the store closes. */
  stop(): Promise<void>
}

/** What takes the outbox's messages to the services outside, and shows how they fared. */
export function composeOutgoing(parts: {
  readonly stores: Stores
  readonly services: Pick<Services, 'registry' | 'devices' | 'stream' | 'messengerPace'>
  readonly platform: Pick<PlatformServices, 'platformSettings'>
  readonly messenger: Messenger
  readonly mailer: Mailer
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}): Outgoing {
  const { messenger, mailer, clock, random, log } = parts
  const { store } = parts.stores
  const { registry, devices, stream, messengerPace: pace } = parts.services
  const settings = parts.platform.platformSettings
  const deliveries = new Deliveries({ store, clock, log }, (rounds) => [
    new MessengerCourier({ store, registry, messenger, pace, rounds, clock, random, log }),
    new MailCourier({ store, settings, mailer, rounds, clock, random, log }),
  ])
  const messages = new Messages({ store, registry, devices, settings, clock })
  return {
    console: { messages },
    chores: [
      { name: 'deliveries', everyMs: 250, atStart: true, run: () => deliveries.look() },
      {
        name: 'messages',
        everyMs: 2000,
        run: () => stream.messages((scope) => messages.countsIn(scope)),
      },
      { name: 'old messages', everyMs: 600_000, atStart: true, run: () => deliveries.tidy() },
    ],
    stop: () => deliveries.stop(),
  }
}
