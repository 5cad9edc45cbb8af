import type { Clock, Log, Random } from '../../contract/ports.ts'
import type {
  AddressCaller,
  FirewallReader,
  MachineNetwork,
  NameLookup,
  PortRouter,
} from '../../contract/reach-ports.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { Store } from '../../store/store.ts'
import type { DnsProviderName } from '../dns-providers/dns-provider.ts'
import type { OutsideCalls } from './outside-calls.ts'
import type { OwnCalls } from './own-calls.ts'

export interface PublicAddressState {
  readonly url: string
  readonly isSet: boolean
  readonly reach: 'public' | 'private' | 'loopback'
}

/** The world around the server, as far as its reach is concerned. */
export interface ReachWorld {
  readonly network: MachineNetwork
  readonly router: PortRouter
  readonly firewall: FirewallReader
  readonly names: NameLookup
  readonly caller: AddressCaller
  readonly fetch: typeof globalThis.fetch
  /** The addresses of DNS providers. Tests name their stand-ins. */
  readonly dnsBases?: Partial<Readonly<Record<DnsProviderName, string>>> | undefined
}

export interface ReachHost {
  readonly reachWorld: ReachWorld
  readonly ownCalls: OwnCalls
  readonly outsideCalls: OutsideCalls
}

export interface ReachParts extends ReachHost {
  readonly store: Store
  readonly settings: () => PlatformSettings
  readonly address: () => PublicAddressState
  /** The address of the open public listener. */
  readonly publicUrl: () => string
  /** The address of the open HTTPS listener beside it. Empty while it is closed. */
  readonly secureUrl: () => string
  /** The open port for an authority's proofs; undefined while no order needs it. */
  readonly proofPort: () => number | undefined
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
}
