import { createSocket } from 'node:dgram'
import { isIPv4 } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { RouterParts } from './router-parts.ts'

const MULTICAST = { host: '239.255.255.250', port: 1900 }
/** Routers answer a search within the seconds that it names. */
const WAIT_SECONDS = 2
/** The first packet after a pause is often lost on a wireless network. */
const TIMES = 2
const PAUSE_MS = 300
const SEARCHED = [
  'urn:schemas-upnp-org:device:InternetGatewayDevice:1',
  'urn:schemas-upnp-org:device:InternetGatewayDevice:2',
]
/** A real network has one. More are noise. */
const MOST = 8

/**
 * Searches routers that speak UPnP.
 * @param place where to search, and how hastily. Tests have their own
 * @param enough ends the search early with a description of this router
 * @returns the addresses of their descriptions
 */
export async function findDescriptions(
  { search = MULTICAST, haste = 1 }: Pick<RouterParts, 'search' | 'haste'>,
  enough: (url: URL) => boolean,
): Promise<readonly URL[]> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true })
  const found = new Map<string, URL>()
  const done = new AbortController()
  // eslint-disable-next-line local/guarded-callbacks -- reading a text never throws
  socket.on('message', (packet, { address }) => {
    const url = locationOf(packet.toString('latin1'), address)
    if (url === undefined || found.size >= MOST) return
    found.set(url.href, url)
    if (enough(url)) done.abort()
  })
  // eslint-disable-next-line local/guarded-callbacks -- it aborts, which never throws
  socket.on('error', () => {
    done.abort()
  })
  try {
    for (let time = 0; time < TIMES; time++) {
      for (const type of SEARCHED) socket.send(question(type), search.port, search.host, ignore)
      await wait((time === 0 ? PAUSE_MS : WAIT_SECONDS * 1000) / haste, undefined, { signal: done.signal })
    }
  } catch {
    // Found, or there is no network.
  } finally {
    socket.close()
  }
  return [...found.values()]
}

const ignore = () => undefined

function question(type: string): string {
  const lines = [
    'M-SEARCH * HTTP/1.1',
    'HOST: 239.255.255.250:1900',
    'MAN: "ssdp:discover"',
    `MX: ${WAIT_SECONDS}`,
    `ST: ${type}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** A device may describe itself, and no other host: else any device of the home could send the server anywhere. */
function locationOf(text: string, sender: string): URL | undefined {
  if (!/^HTTP\/1\.[01] 200/.test(text)) return undefined
  const [, location = ''] = /^location:\s*(\S+)\s*$/im.exec(text) ?? []
  const url = URL.parse(location)
  return url?.protocol === 'http:' && isIPv4(url.hostname) && url.hostname === sender ? url : undefined
}
