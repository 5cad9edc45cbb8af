import { setTimeout as pause } from 'node:timers/promises'
import type { PlatformServices } from '../ajax/console/platform.ts'
import { createSelfService, type PublicReply, type PublicRequest } from '../ajax/selfservice/dispatch.ts'
import type { Clock, Log } from '../contract/ports.ts'
import { AccountRecharges } from '../services/accounts/account-recharges.ts'
import { FloodLimits } from '../services/selfservice/flood-limits.ts'
import type { Requests } from '../services/requests/requests.ts'
import { SelfServiceCodes } from '../services/selfservice/self-service-codes.ts'
import { SelfServiceDevices } from '../services/selfservice/self-service-devices.ts'
import { SelfServicePeople } from '../services/selfservice/self-service-people.ts'
import type { Services } from './compose-services.ts'
import type { Stores } from './open-stores.ts'

export interface SelfServiceParts {
  readonly stores: Stores
  readonly services: Pick<Services, 'registry' | 'bans' | 'devices' | 'journal'>
  readonly platform: Pick<PlatformServices, 'platformSettings' | 'certifications'>
  readonly requests: Requests
  readonly clock: Clock
  readonly log: Log
  /** Tests don't wait. */
  readonly pause?: (ms: number) => Promise<void>
}

/** What answers the public actions of ajax.php. */
export function composeSelfService(
  parts: SelfServiceParts,
): (request: PublicRequest) => Promise<PublicReply | undefined> {
  const { requests, clock, log } = parts
  const { store } = parts.stores
  const { registry, bans, devices, journal } = parts.services
  const { platformSettings, certifications } = parts.platform
  const accountRecharges = new AccountRecharges({ store, registry, bans, journal, clock })
  return createSelfService({
    services: {
      limits: new FloodLimits(),
      registry,
      platformSettings,
      people: new SelfServicePeople(store),
      certifications,
      codes: new SelfServiceCodes({ store, registry, devices, bans, requests, clock }),
      devices: new SelfServiceDevices({ registry, devices, requests, clock }),
      requests,
      accountRecharges,
    },
    clock,
    log,
    pause: parts.pause ?? pause,
  })
}
