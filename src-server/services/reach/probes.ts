import type {
  CallOutcome,
  FirewallState,
  MappingFailure,
  MappingProtocol,
  NameAddresses,
  OwnAddress,
  SeenCertificate,
} from '../../contract/reach-ports.ts'
import type { ReachCheckName, ReachFact } from '../../contract/reach-names.ts'
import type { PublicAddressState } from './reach-parts.ts'
import type { DynamicDnsState } from './dynamic-dns.ts'
import type { MappingState } from './router-mapping.ts'
import type { OutsideCall } from './outside-calls.ts'

/** What the server's call of its own public address met. */
export interface OwnCall {
  readonly outcome: CallOutcome
  /** Whether that very call arrived here. */
  readonly arrived: boolean
}

/** Everything that one test saw. The checks judge it, and ask nobody themselves. */
export interface Probes {
  readonly now: number
  readonly startedAt: number
  readonly address: PublicAddressState
  /** Without brackets. */
  readonly hostname: string
  readonly isTls: boolean
  readonly listening: { readonly host: string; readonly port: number }
  readonly own: readonly OwnAddress[]
  /** undefined: the address is a number, or is not set. */
  readonly names: NameAddresses | undefined
  readonly mapping: MappingState
  /** The port of the router that leads here, or should. */
  readonly externalPort: number
  /** What the router says of itself. undefined: the background doesn't ask a router that does nothing for this server. */
  readonly router:
    | { readonly protocol: MappingProtocol; readonly externalAddress: string }
    | MappingFailure
    | undefined
  /** This network's address, by the service that the owner named. */
  readonly outsideAddress: string | undefined
  readonly firewall: FirewallState
  readonly certificate: SeenCertificate | { readonly failed: string } | undefined
  readonly ownCall: OwnCall | undefined
  readonly outsideCall: OutsideCall | undefined
  readonly dynamicDns: DynamicDnsState
}

/** The port of the public address. */
export function portOf(url: string): number {
  const { port = '', protocol = 'http:' } = URL.parse(url) ?? {}
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/** What a check found. Its state and its words follow from the fact. */
export interface Found<C extends ReachCheckName> {
  readonly fact: ReachFact<C>
  readonly values?: Readonly<Record<string, string | number>>
  readonly command?: string
}

/** Judges what a test saw. */
export type Check<C extends ReachCheckName> = (probes: Probes) => Found<C>
