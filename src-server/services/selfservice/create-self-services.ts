import type { Requests } from '../requests/requests.ts'
import type { ServiceContext } from '../service-context.ts'
import { FloodLimits } from './flood-limits.ts'
import { SelfServiceCodes } from './self-service-codes.ts'
import { SelfServiceDevices } from './self-service-devices.ts'
import { SelfServicePeople } from './self-service-people.ts'

type Deps = Pick<ServiceContext, 'store' | 'copy' | 'registry' | 'devices' | 'bans' | 'clock'> & {
  readonly requests: Requests
}

/** The look-ups of customers on the public pages, and their limits. */
export function createSelfServices(deps: Deps) {
  return {
    limits: new FloodLimits(deps.copy.counters),
    people: new SelfServicePeople(deps.store),
    codes: new SelfServiceCodes(deps),
    devices: new SelfServiceDevices(deps),
  }
}
