import type { MappingFailure, OpenMapping, PortPair } from '../../contract/reach-ports.ts'
import {
  answersAddress,
  answersMap,
  readAddress,
  readMap,
  writeAddressRequest,
  writeMapRequest,
} from './nat-pmp-packet.ts'
import { ASK_MS, CLOSE_MS, LEASE_SECONDS, MAP_PORT, type RouterParts } from './router-parts.ts'
import { exchange, type Exchange } from './udp-exchange.ts'

const NOT_AUTHORISED = 2
const NETWORK_FAILURE = 3

/** Maps by NAT-PMP. @returns undefined where the router doesn't speak it */
export async function mapByNatPmp(
  wanted: PortPair,
  parts: RouterParts,
  router: string,
): Promise<OpenMapping | MappingFailure | undefined> {
  const { internal, external } = wanted
  const asked = await ask(router, parts, internal, external, LEASE_SECONDS)
  if (asked === undefined) return undefined
  const { code, external: given, seconds } = readMap(asked.reply)
  if (code !== 0) return failureOf(code)
  const close = async () => {
    // The removal of one mapping names no external port.
    await ask(router, parts, internal, 0, 0)
  }
  if (given !== external) {
    await close()
    return { failed: 'conflict', detail: '' }
  }
  return {
    mapping: {
      ...wanted,
      protocol: 'nat_pmp',
      externalAddress: await askAddress(parts, router),
      host: asked.host,
      seconds,
    },
    keep: async () => (await mapByNatPmp(wanted, parts, router)) ?? { failed: 'no_answer', detail: router },
    close,
  }
}

/** The router's address outside. @returns undefined without an answer, and an empty text where it has none */
export async function askAddressIfSpoken(
  { mapPort = MAP_PORT, haste }: RouterParts,
  router: string,
): Promise<string | undefined> {
  const asked = await exchange(
    { host: router, port: mapPort, haste },
    writeAddressRequest,
    answersAddress,
    AbortSignal.timeout(ASK_MS),
  )
  return asked === undefined ? undefined : readAddress(asked.reply)
}

async function askAddress(parts: RouterParts, router: string): Promise<string> {
  return (await askAddressIfSpoken(parts, router)) ?? ''
}

function ask(
  router: string,
  { mapPort = MAP_PORT, haste }: RouterParts,
  internal: number,
  external: number,
  seconds: number,
): Promise<Exchange | undefined> {
  return exchange(
    { host: router, port: mapPort, haste },
    () => writeMapRequest(internal, external, seconds),
    (packet) => answersMap(packet, internal),
    AbortSignal.timeout(seconds === 0 ? CLOSE_MS : ASK_MS),
  )
}

function failureOf(code: number): MappingFailure {
  const detail = `NAT-PMP ${code}`
  if (code === NOT_AUTHORISED) return { failed: 'denied', detail }
  return { failed: code === NETWORK_FAILURE ? 'no_address' : 'refused', detail }
}
