/** The ports through which the server looks at the way from outside: router, firewall, names, its own public address. */

export const MAPPING_PROTOCOLS = ['pcp', 'nat_pmp', 'upnp'] as const
export type MappingProtocol = (typeof MAPPING_PROTOCOLS)[number]

/**
 * `no_gateway`: this machine has no router. `no_answer`: no protocol is answered. `conflict`: the port leads to another
 * device. `denied`: the router forbids mappings. `no_address`: the router has no address outside. `refused`: anything
 * else.
 */
export const MAPPING_FAILURES = [
  'no_gateway',
  'no_answer',
  'conflict',
  'denied',
  'no_address',
  'refused',
] as const

export interface MappingFailure {
  readonly failed: (typeof MAPPING_FAILURES)[number]
  /** The router's own words or code, or the device that has the port. */
  readonly detail: string
}

/** A port of the router and the port of this machine behind it. TCP. */
export interface PortPair {
  readonly external: number
  readonly internal: number
}

/** `secret`: 12 bytes by which a router knows the owner of a mapping again, also after a crash of this server. */
export interface WantedMapping extends PortPair {
  readonly secret: Uint8Array
}

export interface Mapping extends PortPair {
  readonly protocol: MappingProtocol
  /** The router's address outside. Empty where the router doesn't say it. */
  readonly externalAddress: string
  /** This machine's address in the home. */
  readonly host: string
  /** How long the router keeps the mapping from now on, seconds. 0: until somebody removes it. */
  readonly seconds: number
}

/** A mapping that a router carries out. No method throws. */
export interface OpenMapping {
  readonly mapping: Mapping
  /** Renews the mapping, or makes it again where the router has forgotten it. */
  keep(): Promise<OpenMapping | MappingFailure>
  /** Removes it. It gives up after a second and a half: a server that ends can't wait. */
  close(): Promise<void>
}

export interface PortRouter {
  /** Asks the router for a mapping, by the protocol that it speaks. Answers within 10 s. */
  open(wanted: WantedMapping): Promise<OpenMapping | MappingFailure>
  /** Asks the router only who it is. It changes nothing there. */
  look(): Promise<{ readonly protocol: MappingProtocol; readonly externalAddress: string } | MappingFailure>
}

/** An address of this machine. */
export interface OwnAddress {
  readonly name: string
  readonly address: string
  readonly family: 4 | 6
}

export interface MachineNetwork {
  /** Without loopback and link-local addresses. */
  addresses(): readonly OwnAddress[]
  /** The IPv4 address of the router. */
  gateway(): Promise<string | undefined>
}

export const FIREWALL_TOOLS = ['windows', 'macos', 'ufw', 'firewalld', 'nftables', 'none'] as const
export type FirewallTool = (typeof FIREWALL_TOOLS)[number]

export interface FirewallState {
  readonly tool: FirewallTool
  /** `off`: there is one, and it lets everything in. `unknown`: this user may not read it. */
  readonly state: 'open' | 'closed' | 'off' | 'unknown'
  /** The command that lets the port in. Empty where none is known. */
  readonly command: string
}

/** Reads the firewall of this machine. Answers within 10 s, never throws. */
export interface FirewallReader {
  read(port: number): Promise<FirewallState>
}

export interface NameAddresses {
  readonly ipv4: readonly string[]
  readonly ipv6: readonly string[]
  /** `none`: no such name. `silent`: no name server answers. */
  readonly failed?: 'none' | 'silent'
}

/** Asks the name servers, as somebody outside does. Answers within 8 s, never throws. */
export interface NameLookup {
  lookUp(name: string): Promise<NameAddresses>
}

/** The answer to a call, or why there was none: Node's code, such as ECONNREFUSED, or `timeout`. */
export type CallOutcome = { readonly status: number; readonly text: string } | { readonly failed: string }

export interface SeenCertificate {
  /** The names that it is for. */
  readonly names: readonly string[]
  readonly issuer: string
  /** Unix seconds. */
  readonly from: number
  readonly until: number
  /** Why programs refuse it: OpenSSL's code, such as DEPTH_ZERO_SELF_SIGNED_CERT. Empty: they accept it. */
  readonly refusal: string
  readonly fitsName: boolean
}

/** Calls addresses that the owner set. Answers within 8 s, never throws. */
export interface AddressCaller {
  /** Follows no redirect, and does not check the certificate: `certificate` does. Reads 4 KB. */
  call(url: string): Promise<CallOutcome>
  certificate(url: string): Promise<SeenCertificate | { readonly failed: string }>
}
