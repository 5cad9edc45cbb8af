import type { Applications } from '../applications/applications.ts'
import type { Listeners } from '../platform/listeners.ts'
import type { OwnPreferences } from '../platform/own-preferences.ts'
import type { PublicAddressService } from '../platform/public-address.ts'
import type { ServiceContext } from '../service-context.ts'
import { DemoAccounts } from './demo-accounts.ts'
import { FirstStartService } from './first-start.ts'

type Deps = Pick<
  ServiceContext,
  | 'store'
  | 'registry'
  | 'devices'
  | 'commands'
  | 'writeBehind'
  | 'sharedPulses'
  | 'stream'
  | 'clock'
  | 'random'
  | 'log'
> & {
  readonly applications: Applications
  readonly publicAddress: PublicAddressService
  readonly listeners: Listeners
  readonly ownPreferences: OwnPreferences
}

export type StartServices = ReturnType<typeof createStartServices>

/** The first hour with the product: its steps, and accounts that move for a trial. */
export function createStartServices(deps: Deps) {
  const demoAccounts = new DemoAccounts(deps)
  return { demoAccounts, firstStart: new FirstStartService({ ...deps, demoAccounts }) }
}
