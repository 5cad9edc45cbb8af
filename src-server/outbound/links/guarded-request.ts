import { lookup as dnsLookup, type LookupAddress, type LookupAllOptions } from 'node:dns'
import { request as requestHttp, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isAllowedAddress } from './address-guard.ts'

export interface GuardedRequest {
  readonly url: URL
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Ends the request at any stage. */
  readonly signal: AbortSignal
  /** For tests only. Never where others name the address. */
  readonly allowLoopback: boolean
}

export interface GuardedReply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Only the text of a page is read. */
  readonly kind: 'redirect' | 'file' | 'text'
  readonly text: string
}

/** The system's look-up of names: all addresses of one. */
export type LookUp = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const PORTS: ReadonlySet<string> = new Set(['', '80', '443', '8443'])
const MOST_BYTES = 256 * 1024
const TEXT_TYPE = /^(?:text\/|application\/(?:json|xhtml\+xml|javascript))/i

/**
 * @returns the reason why the server doesn't call an address, or undefined when nothing in the URL forbids it
 */
export function refuseUrl(url: URL, allowLoopback: boolean): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'only http and https are followed'
  if (url.username !== '' || url.password !== '') return 'an address with a user name is not followed'
  // URL has already normalized every spelling of an IP address.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) !== 0 && !isAllowedAddress(host, allowLoopback))
    return 'the address is not on the public internet'
  const isTestHost = allowLoopback && host.startsWith('127.')
  return PORTS.has(url.port) || isTestHost ? undefined : 'only the ports 80, 443 and 8443 are followed'
}

/**
 * Makes one request, without following redirects, to public addresses only: checks every address of the name,
 * and connects to a checked one. No cookies, no proxy, 256 KB.
 * @throws Error with a message for people
 */
export async function requestGuarded(request: GuardedRequest): Promise<GuardedReply> {
  const { url, allowLoopback } = request
  const refusal = refuseUrl(url, allowLoopback)
  if (refusal !== undefined) throw new Error(refusal)
  const response = await openGuarded(request, (address) => isAllowedAddress(address, allowLoopback))
  const { statusCode: status = 0, headers } = response
  const kind = kindOf(status, headers)
  if (kind === 'text') return { status, headers, kind, text: await readText(response) }
  response.destroy()
  return { status, headers, kind, text: '' }
}

function kindOf(status: number, headers: IncomingHttpHeaders): GuardedReply['kind'] {
  if (status >= 300 && status < 400) return 'redirect'
  if (/^\s*attachment/i.test(headers['content-disposition'] ?? '')) return 'file'
  return TEXT_TYPE.test(headers['content-type'] ?? '') ? 'text' : 'file'
}

/** The name of an address leads to one that is not allowed. */
export class NotPublic extends Error {
  constructor() {
    super('the address is not on the public internet')
  }
}

/** Sends a request, and answers when the headers of the reply are there. @param allows asked for each address of the name */
export function openGuarded(
  { url, method = 'GET', headers, body, signal }: Omit<GuardedRequest, 'allowLoopback'>,
  allows: (address: string) => boolean,
  lookUp: LookUp = dnsLookup,
): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const outgoing = send(
      url,
      // Without an agent of its own, Node would use the proxy of the environment, which would resolve the
      // name itself.
      {
        method,
        headers: { 'accept-encoding': 'identity', ...headers },
        agent: false,
        lookup: guardedLookup(allows, lookUp),
        signal,
      },
      resolve,
    )
    // eslint-disable-next-line local/guarded-callbacks -- a promise's own function never throws
    outgoing.on('error', (error) => {
      reject(signal.aborted ? new Error('it took too long') : error)
    })
    outgoing.end(body)
  })
}

/** Refuses a name when one of its addresses isn't public, because the next attempt might use that one. */
function guardedLookup(allows: (address: string) => boolean, lookUp: LookUp): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) {
        callback(error, [])
        return
      }
      const [first] = addresses
      if (first === undefined || !addresses.every(({ address }) => allows(address))) {
        callback(new NotPublic(), [])
        return
      }
      if (options.all === true) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MOST_BYTES) {
      response.destroy()
      throw new Error('the page is too large')
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
