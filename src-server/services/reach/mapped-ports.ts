import type { PortPair } from '../../contract/reach-ports.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'

interface Doors {
  /** The port of the open plain listener. */
  readonly plain: number
  /** The port of the open HTTPS listener; undefined where it is closed. */
  readonly secure: number | undefined
  /** The port by which customers reach the router. */
  readonly external: number
  /** Whether the public address begins with https. */
  readonly isSecure: boolean
}

/** The port that authorities of certificates call. */
const PROOF_PORT = 80

/**
 * The ports of the router that lead to this server, by what each is for. `main` is the one of the public address. Old
 * programs call the plain port beside HTTPS. An authority calls port 80 before it issues a certificate, and the plain
 * listener answers.
 */
export function mappedPorts(
  { router_mapping, https }: Pick<PlatformSettings, 'router_mapping' | 'https'>,
  { plain, secure, external, isSecure }: Doors,
): { readonly main?: PortPair; readonly plain?: PortPair; readonly proof?: PortPair } {
  if (!router_mapping.on) return {}
  const taken = new Set([external])
  const pair = (wanted: number, internal: number): PortPair | undefined => {
    if (taken.has(wanted)) return undefined
    taken.add(wanted)
    return { external: wanted, internal }
  }
  const isBeside = isSecure && secure !== undefined
  const besides = isBeside ? pair(plain, plain) : undefined
  const isProved = https.mode === 'automatic' && https.challenge === 'http'
  const proof = isProved ? pair(PROOF_PORT, plain) : undefined
  return {
    main: { external, internal: isBeside ? secure : plain },
    ...(besides && { plain: besides }),
    ...(proof && { proof }),
  }
}
