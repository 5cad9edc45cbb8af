import type { Mapping, MappingFailure, OpenMapping, WantedMapping } from '../../contract/reach-ports.ts'
import { answersMap, isOlder, readMap, writeMap, type PcpAnswer, type PcpRequest } from './pcp-packet.ts'
import { ASK_MS, CLOSE_MS, LEASE_SECONDS, MAP_PORT, type RouterParts } from './router-parts.ts'
import { exchange } from './udp-exchange.ts'

const NOT_AUTHORISED = 2
const UNKNOWN_OPTION = 5
const NETWORK_FAILURE = 7
const CANNOT_PROVIDE = 11

interface Asked {
  readonly answer: PcpAnswer
  readonly host: string
}

/**
 * Maps by PCP. The secret is the nonce of the mapping: only its owner can renew or remove it.
 * @returns undefined where the router doesn't speak PCP
 */
export async function mapByPcp(
  { secret: nonce, ...wanted }: WantedMapping,
  parts: RouterParts,
  router: string,
): Promise<OpenMapping | MappingFailure | undefined> {
  const ask = (seconds: number, strict = false) => send(router, { ...wanted, seconds, nonce, strict }, parts)
  const first = await ask(LEASE_SECONDS, true)
  const asked = first?.answer.code === UNKNOWN_OPTION ? await ask(LEASE_SECONDS) : first
  if (asked === undefined) return undefined
  const { answer, host } = asked
  if (answer.code !== 0) return failureOf(answer.code)
  if (answer.external !== wanted.external) {
    await ask(0)
    return { failed: 'conflict', detail: '' }
  }
  const mapping: Mapping = {
    ...wanted,
    protocol: 'pcp',
    externalAddress: answer.address,
    host,
    seconds: answer.seconds,
  }
  return {
    mapping,
    keep: async () =>
      (await mapByPcp({ ...wanted, secret: nonce }, parts, router)) ?? {
        failed: 'no_answer',
        detail: router,
      },
    close: async () => {
      await ask(0)
    },
  }
}

async function send(
  router: string,
  request: Omit<PcpRequest, 'client'>,
  { mapPort = MAP_PORT, haste }: RouterParts,
): Promise<Asked | undefined> {
  const exchanged = await exchange(
    { host: router, port: mapPort, haste },
    (client) => writeMap({ ...request, client }),
    (packet) => answersMap(packet, request.nonce),
    AbortSignal.timeout(request.seconds === 0 ? CLOSE_MS : ASK_MS),
  )
  if (exchanged === undefined || isOlder(exchanged.reply)) return undefined
  return { answer: readMap(exchanged.reply), host: exchanged.host }
}

function failureOf(code: number): MappingFailure {
  const detail = `PCP ${code}`
  if (code === NOT_AUTHORISED) return { failed: 'denied', detail }
  if (code === NETWORK_FAILURE) return { failed: 'no_address', detail }
  return { failed: code === CANNOT_PROVIDE ? 'conflict' : 'refused', detail }
}
