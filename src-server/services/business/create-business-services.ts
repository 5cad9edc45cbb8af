import type { Devices } from '../devices/devices.ts'
import type { ServiceContext } from '../service-context.ts'
import { Business } from './business.ts'
import { Overview } from './overview.ts'

type Deps = Pick<ServiceContext, 'store' | 'registry' | 'clock' | 'utcOffset'> & {
  readonly deviceService: Devices
}

export type BusinessServices = ReturnType<typeof createBusinessServices>

/** The figures of the business: what is sold, renewed and left. */
export function createBusinessServices(deps: Deps) {
  return { business: new Business(deps), overview: new Overview(deps) }
}
