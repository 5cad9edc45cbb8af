import type { PortPair } from '../../contract/reach-ports.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'

export interface Doors {
  /** The port of the open public listener. */
  readonly plain: number
  /** Whether that listener speaks TLS itself. */
  readonly isPlainTls: boolean
  /** The port of the open HTTPS listener beside it; undefined where it is closed. */
  readonly secure: number | undefined
  /** The open port for an authority's proofs; undefined while no order needs it. */
  readonly proof: number | undefined
  /** The port by which customers reach the router. */
  readonly external: number
  /** Whether the public address begins with https. */
  readonly isSecure: boolean
}

export interface MappedPorts {
  readonly main?: PortPair
  readonly plain?: PortPair
  readonly proof?: PortPair
}

/** The port that authorities of certificates call. */
const PROOF_PORT = 80

/** The port by which customers come in, and the listener that answers there: HTTPS where the public address says so. */
export function mainPorts({ plain, secure, external, isSecure }: Doors): PortPair {
  return { external, internal: isSecure && secure !== undefined ? secure : plain }
}

/**
 * The ports of the router that lead to this server. `main` is the one of the public address. Old programs call the
 * `plain` port beside HTTPS. An authority calls port 80 during an order. A router knows a mapping by its port here, so
 * two mappings never lead to one port.
 */
export function mappedPorts(
  { router_mapping: { on, external_port: chosen } }: Pick<PlatformSettings, 'router_mapping'>,
  doors: Doors,
): MappedPorts {
  if (!on) return {}
  const { plain, isPlainTls, secure, proof, isSecure } = doors
  // The HTTPS port has nothing behind it before there is a certificate.
  const isAwaited = isSecure && secure === undefined && !isPlainTls && chosen === 0
  const main = isAwaited ? { external: plain, internal: plain } : mainPorts(doors)
  const isPlainBeside = main.internal !== plain && main.external !== plain
  const isProofFree = main.external !== PROOF_PORT && !(isPlainBeside && plain === PROOF_PORT)
  return {
    main,
    ...(isPlainBeside && { plain: { external: plain, internal: plain } }),
    ...(proof !== undefined && isProofFree && { proof: { external: PROOF_PORT, internal: proof } }),
  }
}
