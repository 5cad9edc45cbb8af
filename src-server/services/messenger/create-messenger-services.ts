import type { BotInspector, Mailer, Messenger, MessengerInbound } from '../../contract/ports.ts'
import { addressForOthers } from '../../contract/public-address.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { Applications } from '../applications/applications.ts'
import type { ServiceContext } from '../service-context.ts'
import { Deliveries, type Sender } from './deliveries.ts'
import type { DeliveryRounds } from './delivery-rounds.ts'
import { MailSender } from './mail-sender.ts'
import { Messages } from './messages.ts'
import { MessengerBridge } from './messenger-bridge.ts'
import { MessengerInbox } from './messenger-inbox.ts'
import { MessengerSender } from './messenger-sender.ts'
import { MessengerSetup } from './messenger-setup.ts'

type Deps = Pick<
  ServiceContext,
  'store' | 'copy' | 'bus' | 'steward' | 'registry' | 'devices' | 'messengerPace' | 'clock' | 'random' | 'log'
> & {
  readonly applications: Applications
  readonly settings: { readonly current: PlatformSettings }
  readonly messenger: Messenger & BotInspector
  readonly inbound: MessengerInbound
  readonly mailer: Mailer
  /** The senders of other areas. */
  readonly makeSenders: (rounds: DeliveryRounds) => readonly Sender[]
}

export type MessengerServices = ReturnType<typeof createMessengerServices>

/** Messages in both directions: the outbox and its deliveries, the set-up of messenger bots, the bridge that receives from them. */
export function createMessengerServices(deps: Deps) {
  const { store, bus, steward, registry, devices, messengerPace: pace, settings, clock, random, log } = deps
  const { counters } = deps.copy
  const { applications, messenger, inbound, mailer } = deps
  const inbox = new MessengerInbox({
    store,
    counters,
    clock,
    page: () => addressForOthers(settings.current.site.public_address),
  })
  const bridge = new MessengerBridge({ applications: registry, inbound, inbox, bus, clock, log })
  return {
    messages: new Messages({ store, registry, devices, settings, clock }),
    messengerSetup: new MessengerSetup({ store, applications, messenger, bridge, counters, clock, random }),
    messengerBridge: bridge,
    messengerInbox: inbox,
    deliveries: new Deliveries({ store, bus, steward, clock, log }, (rounds) => [
      new MessengerSender({ store, steward, registry, messenger, pace, rounds, clock, random, log }),
      new MailSender({ store, steward, settings, mailer, rounds, clock, random, log }),
      ...deps.makeSenders(rounds),
    ]),
  }
}
