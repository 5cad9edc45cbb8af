import type { Applications } from '../applications/applications.ts'
import type { ServiceContext } from '../service-context.ts'
import type { Sessions } from '../session/sessions.ts'
import { AccountCodes } from './account-codes.ts'
import { DeviceChanges } from './device-changes.ts'
import { DeviceControls } from './device-controls.ts'
import { DeviceTransfers } from './device-transfers.ts'
import { Devices } from './devices.ts'
import { GroupActs } from './group-acts.ts'
import { LiveFeed } from './live-feed.ts'
import { ServerRenames } from './server-renames.ts'
import { Servers } from './servers.ts'

type Deps = Pick<
  ServiceContext,
  | 'store'
  | 'telemetry'
  | 'registry'
  | 'devices'
  | 'commands'
  | 'agentRights'
  | 'journal'
  | 'stream'
  | 'jobs'
  | 'watches'
  | 'markets'
  | 'clock'
> & { readonly applications: Applications; readonly sessions: Sessions }

export type DeviceServices = ReturnType<typeof createDeviceServices>

/** Trading accounts, the MT5 servers that they are on, and the live feed of both. */
export function createDeviceServices(deps: Deps) {
  const { store, registry, devices, commands, journal, stream, jobs, applications, sessions, clock } = deps
  const { unknownServers } = deps.watches
  const service = new Devices(deps)
  return {
    devices: service,
    deviceChanges: new DeviceChanges({
      store,
      registry: devices,
      devices: service,
      codes: new AccountCodes(journal),
      jobs,
      clock,
    }),
    deviceControls: new DeviceControls({
      store,
      registry: devices,
      devices: service,
      commands,
      rights: deps.agentRights,
      jobs,
      clock,
    }),
    groupActs: new GroupActs({ ...deps, rights: deps.agentRights }),
    deviceTransfers: new DeviceTransfers({
      store,
      devices: service,
      applications,
      clock,
    }),
    servers: new Servers({ devices, registry, unknownServers }),
    serverRenames: new ServerRenames({ store, devices, registry, applications, unknownServers, clock }),
    liveFeed: new LiveFeed({ sessions, stream }),
  }
}
