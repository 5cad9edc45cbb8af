import type { MappingFailure, OpenMapping, PortPair } from '../../contract/reach-ports.ts'
import { findDescriptions } from './find-upnp.ts'
import { ASK_MS, CLOSE_MS, LEASE_SECONDS, type RouterParts } from './router-parts.ts'
import { localAddressTo } from './udp-exchange.ts'
import { envelope, readXml, servicesIn, textOf, type UpnpService } from './upnp-service.ts'

/** UPnP codes. */
const NOT_AUTHORISED = '606'
const CONFLICT = '718'
const ONLY_PERMANENT = '725'
const DESCRIPTION = 'Pulsekey'

interface Said {
  readonly xml: string
  /** The code of a refusal; empty: done. */
  readonly code: string
}

type Ask = (action: string, args?: Readonly<Record<string, string>>, ms?: number) => Promise<Said>

/** The address outside of a router that speaks UPnP. undefined where it doesn't. */
export async function askUpnpAddress(parts: RouterParts, router: string): Promise<string | undefined> {
  const service = await findService(parts, router)
  return service === undefined ? undefined : addressOf(askAt(service, parts))
}

/** Maps by UPnP, both versions of the gateway device. */
export async function mapByUpnp(
  service: UpnpService,
  wanted: PortPair,
  parts: RouterParts,
): Promise<OpenMapping | MappingFailure> {
  const ask = askAt(service, parts)
  const place = { NewRemoteHost: '', NewExternalPort: String(wanted.external), NewProtocol: 'TCP' }
  try {
    const host = await localAddressTo(service.control.hostname)
    const mapped = (await findOwn(ask, place, host, wanted.internal)) ?? (await add(ask, place, host, wanted))
    if ('failed' in mapped) return mapped
    return {
      mapping: {
        ...wanted,
        protocol: 'upnp',
        externalAddress: await addressOf(ask),
        host,
        seconds: mapped.seconds,
      },
      keep: () => mapByUpnp(service, wanted, parts),
      close: async () => {
        await ask('DeletePortMapping', place, CLOSE_MS).catch(() => undefined)
      },
    }
  } catch (error) {
    return { failed: 'no_answer', detail: error instanceof Error ? error.message : '' }
  }
}

/**
 * The mapping as the router has it, with more than half of its time left. Some routers write each new mapping into a
 * memory that wears out, so it is not made again and again.
 * @returns undefined where it has to be made
 */
async function findOwn(
  ask: Ask,
  place: Readonly<Record<string, string>>,
  host: string,
  internal: number,
): Promise<{ readonly seconds: number } | MappingFailure | undefined> {
  const { code, xml } = await ask('GetSpecificPortMappingEntry', place)
  const owner = textOf(xml, 'NewInternalClient')
  if (code !== '' || owner === '') return undefined
  if (owner !== host) return { failed: 'conflict', detail: owner }
  const seconds = Number(textOf(xml, 'NewLeaseDuration'))
  const isFresh = seconds === 0 || seconds > LEASE_SECONDS / 2
  return isFresh && textOf(xml, 'NewInternalPort') === String(internal) ? { seconds } : undefined
}

async function add(
  ask: Ask,
  place: Readonly<Record<string, string>>,
  host: string,
  { internal }: PortPair,
): Promise<{ readonly seconds: number } | MappingFailure> {
  for (const seconds of [LEASE_SECONDS, 0]) {
    const { code, xml } = await ask('AddPortMapping', {
      ...place,
      NewInternalPort: String(internal),
      NewInternalClient: host,
      NewEnabled: '1',
      NewPortMappingDescription: DESCRIPTION,
      NewLeaseDuration: String(seconds),
    })
    if (code === '') return { seconds }
    if (code === CONFLICT) return { failed: 'conflict', detail: '' }
    const detail = `UPnP ${code} ${textOf(xml, 'errorDescription')}`.trim()
    if (code === NOT_AUTHORISED) return { failed: 'denied', detail }
    if (code !== ONLY_PERMANENT) return { failed: 'refused', detail }
  }
  return { failed: 'refused', detail: `UPnP ${ONLY_PERMANENT}` }
}

async function addressOf(ask: Ask): Promise<string> {
  try {
    const { xml } = await ask('GetExternalIPAddress')
    const address = textOf(xml, 'NewExternalIPAddress')
    return address === '0.0.0.0' ? '' : address
  } catch {
    return ''
  }
}

/** The service of this machine's own router. Other devices that answer may be routers of other networks. */
export async function findService(parts: RouterParts, router: string): Promise<UpnpService | undefined> {
  const isOwn = (url: URL) => url.hostname === router
  for (const url of (await findDescriptions(parts, isOwn)).filter(isOwn)) {
    try {
      const response = await parts.fetch(url, { redirect: 'error', signal: AbortSignal.timeout(ASK_MS) })
      const services = servicesIn(await readXml(response), url)
      for (const service of services) if (await isConnected(service, parts)) return service
      if (services[0] !== undefined) return services[0]
    } catch {
      // The next device may answer.
    }
  }
  return undefined
}

/** A router often has two such services, of which one has the line. */
async function isConnected(service: UpnpService, parts: RouterParts): Promise<boolean> {
  return (await addressOf(askAt(service, parts))) !== ''
}

function askAt({ type, control }: UpnpService, { fetch }: RouterParts): Ask {
  return async (action, args = {}, ms = ASK_MS) => {
    const response = await fetch(control, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'text/xml; charset="utf-8"', soapaction: `"${type}#${action}"` },
      body: envelope(type, action, args),
      signal: AbortSignal.timeout(ms),
    })
    const xml = await readXml(response)
    const code = textOf(xml, 'errorCode')
    return { xml, code: response.ok ? '' : code === '' ? String(response.status) : code }
  }
}
