import type { ServerServices } from '../ajax/console/servers.ts'
import type { Clock } from '../contract/ports.ts'
import type { ApplicationRegistry } from '../services/applications/application-registry.ts'
import type { Applications } from '../services/applications/applications.ts'
import { ServerRenames } from '../services/devices/server-renames.ts'
import { Servers } from '../services/devices/servers.ts'
import type { UnknownServers } from '../services/devices/unknown-servers.ts'
import type { Store } from '../store/store.ts'
import type { DeviceRegistry } from '../telemetry/registry.ts'

/** The use cases of the MT5 servers that trading accounts are on. */
export function composeServers(parts: {
  readonly store: Store
  readonly devices: DeviceRegistry
  readonly registry: ApplicationRegistry
  readonly applications: Applications
  readonly unknownServers: UnknownServers
  readonly clock: Clock
}): ServerServices {
  return { servers: new Servers(parts), serverRenames: new ServerRenames(parts) }
}
