import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { OUTSIDE_PORTS, type AddressRefusal, type PostFailure } from '../contract/outside-names.ts'
import type { OutsideOutcome, OutsidePost, OutsidePoster, OutsideReply } from '../contract/ports.ts'
import { isAllowedAddress, isOwnNetwork } from './links/address-guard.ts'
import { NotPublic, openGuarded, type LookUp } from './links/guarded-request.ts'

interface Options {
  /** Allows calls to 127.0.0.0/8 on any port and without HTTPS, for the tests' servers. */
  readonly allowLoopback: boolean
  /** Milliseconds for a whole call. */
  readonly limitMs?: number
  /** Instead of the system's look-up, for tests. */
  readonly lookUp?: LookUp
}

const LIMIT_MS = 10_000
const MOST_TEXT = 16 * 1024
/** A longer pause is taken for a mistake of the answer, seconds. */
const LONGEST_WAIT = 86_400

/** Calls addresses that operators name, without reaching the server's own network. */
export function createOutsidePoster({ allowLoopback, limitMs = LIMIT_MS, lookUp }: Options): OutsidePoster {
  const refusalOf = (given: string, listed: readonly string[]) => refuse(given, listed, allowLoopback)
  return {
    refuses: refusalOf,

    async post({ url: given, headers, body, listed }: OutsidePost): Promise<OutsideOutcome> {
      const refusal = refusalOf(given, listed)
      if (refusal !== undefined)
        return { failed: refusal === 'private' ? 'private' : 'address', detail: refusal }
      const url = new URL(given)
      const isListed = listed.includes(url.origin)
      const allows = (address: string) =>
        isAllowedAddress(address, allowLoopback) || (isListed && isOwnNetwork(address))
      const signal = AbortSignal.timeout(limitMs)
      try {
        const request = { url, method: 'POST', headers, body, signal } as const
        return await readReply(await openGuarded(request, allows, lookUp))
      } catch (error) {
        return { failed: signal.aborted ? 'timeout' : failureOf(error), detail: codeOf(error) }
      }
    },
  }
}

function refuse(
  given: string,
  listed: readonly string[],
  allowLoopback: boolean,
): AddressRefusal | undefined {
  const url = URL.parse(given)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'format'
  if (url.username !== '' || url.password !== '') return 'user'
  // URL has already normalized every spelling of an IP address.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (allowLoopback && host.startsWith('127.')) return undefined
  if (listed.includes(url.origin))
    return isIP(host) === 0 || isAllowedAddress(host, false) || isOwnNetwork(host) ? undefined : 'private'
  if (isIP(host) !== 0 && !isAllowedAddress(host, false)) return 'private'
  if (url.protocol !== 'https:') return 'https'
  return OUTSIDE_PORTS.includes(url.port === '' ? 443 : Number(url.port)) ? undefined : 'port'
}

/** The status decides. A body that breaks off or never ends takes nothing away from it. */
async function readReply(response: IncomingMessage): Promise<OutsideReply> {
  const { statusCode: status = 0, headers } = response
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= MOST_TEXT) break
    }
  } catch {
    // The part that came is the text.
  }
  response.destroy()
  const text = Buffer.concat(chunks).subarray(0, MOST_TEXT).toString('utf8')
  return { status, text, retryAfter: readWait(headers['retry-after']) }
}

function readWait(header: string | undefined): number | undefined {
  const seconds = Math.ceil(Number(header ?? ''))
  return seconds > 0 ? Math.min(seconds, LONGEST_WAIT) : undefined
}

/** Codes of OpenSSL and Node for a certificate that is not trusted, or not the host's. */
const CERTIFICATE = /CERT|SIGNED|ISSUER|ALTNAME|VERIFY|EPROTO|^ERR_SSL|^ERR_TLS/

function failureOf(error: unknown): PostFailure {
  if (error instanceof NotPublic) return 'private'
  const code = codeOf(error)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA') return 'name'
  return CERTIFICATE.test(code) ? 'certificate' : 'unreachable'
}

/** Only the code: messages of Node hold addresses of the network. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
