import type { AlertServices, Mailer } from '../../contract/ports.ts'
import type { DeliveryRounds } from '../messenger/delivery-rounds.ts'
import type { ServiceContext } from '../service-context.ts'
import { ChannelPace } from './channel-pace.ts'
import type { ChannelSettings } from './channel-rules.ts'
import { ChannelSender } from './channel-sender.ts'
import { ChannelSetup } from './channel-setup.ts'
import { Channels } from './channels.ts'

type Deps = Pick<ServiceContext, 'store' | 'copy' | 'steward' | 'clock' | 'random' | 'log'> & {
  readonly settings: ChannelSettings
  readonly alertServices: AlertServices
  readonly mailer: Mailer
}

export type ChannelServices = ReturnType<typeof createChannelServices>

/** The ways in which alerts reach people, besides the messengers of applications. */
export function createChannelServices({ alertServices: services, ...deps }: Deps) {
  const pace = new ChannelPace()
  return {
    channels: new Channels(deps),
    channelSetup: new ChannelSetup({ ...deps, counters: deps.copy.counters, services, pace }),
    makeChannelSender: (rounds: DeliveryRounds) => new ChannelSender({ ...deps, services, pace, rounds }),
  }
}
