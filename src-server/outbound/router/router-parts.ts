import type { MappingFailure, OpenMapping } from '../../contract/reach-ports.ts'

export interface RouterParts {
  /** The router's address. */
  readonly gateway: () => Promise<string | undefined>
  /** Loads a description or calls an action of a router by HTTP. */
  readonly fetch: typeof globalThis.fetch
  /** Where PCP and NAT-PMP are asked. Tests have their own port. */
  readonly mapPort?: number
  /** Divides the pauses of searches and repeated packets. Tests are in a hurry. */
  readonly haste?: number
  /** Where UPnP is searched. Tests have their own place. */
  readonly search?: { readonly host: string; readonly port: number }
}

/** How long the router is asked to keep a mapping, seconds. It may choose a shorter time. */
export const LEASE_SECONDS = 3600
/** Both protocols, RFC 6887 19.4. */
export const MAP_PORT = 5351
/** How long a server that ends waits for the removal. */
export const CLOSE_MS = 1500
/** How long one protocol is asked. */
export const ASK_MS = 4000

export function isFailure(outcome: OpenMapping | MappingFailure): outcome is MappingFailure {
  return 'failed' in outcome
}
