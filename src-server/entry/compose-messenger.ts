import type { MessengerServices } from '../ajax/console/messenger.ts'
import type { BotInspector, Clock, Log, Messenger, MessengerInbound, Random } from '../contract/ports.ts'
import { BindRequests } from '../services/requests/bind-requests.ts'
import { MessengerBridge } from '../services/messenger/messenger-bridge.ts'
import { MessengerInbox } from '../services/messenger/messenger-inbox.ts'
import { MessengerSetup } from '../services/messenger/messenger-setup.ts'
import type { Services } from './compose-services.ts'
import type { Stores } from './open-stores.ts'
import type { Chore } from './schedule.ts'

export interface MessengerParts {
  readonly stores: Stores
  readonly services: Pick<Services, 'registry' | 'devices' | 'console'>
  readonly messenger: Messenger & BotInspector
  readonly inbound: MessengerInbound
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly onResume: (hook: () => void) => () => void
}

/** The messenger's set-up, and the server's own bridge to the bots of its applications. */
export function composeMessenger(parts: MessengerParts): {
  readonly console: MessengerServices
  readonly chores: readonly Chore[]
  begin(): void
  /** Ends the connections and finishes what was heard. */
  close(): Promise<void>
} {
  const { messenger, inbound, clock, random, log, onResume } = parts
  const { store } = parts.stores
  const { registry, devices, console } = parts.services
  const { applications } = console
  const inbox = new MessengerInbox({ store, devices, clock })
  const bridge = new MessengerBridge({ applications: registry, inbound, inbox, clock, log })
  let stopResuming = (): void => undefined
  return {
    console: {
      messengerSetup: new MessengerSetup({ store, applications, messenger, bridge, clock, random }),
      bindRequests: new BindRequests({ store, applications: registry, devices, clock }),
    },
    chores: [
      {
        name: 'messenger bridge',
        everyMs: 1000,
        run: () => {
          bridge.look()
        },
      },
      { name: 'messenger events', everyMs: 3_600_000, run: () => inbox.forgetOld() },
    ],
    begin: () => {
      bridge.begin()
      stopResuming = onResume(() => {
        bridge.resume()
      })
    },
    close: async () => {
      stopResuming()
      await bridge.close()
    },
  }
}
