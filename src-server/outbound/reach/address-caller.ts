import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { checkServerIdentity, connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls'
import type { AddressCaller, CallOutcome, SeenCertificate } from '../../contract/reach-ports.ts'

const CALL_MS = 8000
const LONGEST = 4096

/** Calls addresses that the owner set. */
export const addressCaller: AddressCaller = {
  async call(url): Promise<CallOutcome> {
    try {
      const response = await send(new URL(url))
      const text = await readStart(response)
      return { status: response.statusCode ?? 0, text }
    } catch (error) {
      return { failed: reasonOf(error) }
    }
  },

  async certificate(url): Promise<SeenCertificate | { readonly failed: string }> {
    try {
      return await readCertificate(new URL(url))
    } catch (error) {
      return { failed: reasonOf(error) }
    }
  },
}

function send(url: URL): Promise<IncomingMessage> {
  const isTls = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const outgoing = (isTls ? requestHttps : requestHttp)(
      url,
      {
        // No proxy of the environment: a customer has another one, or none.
        agent: false,
        headers: { 'accept-encoding': 'identity', 'user-agent': 'Pulsekey/1' },
        signal: AbortSignal.timeout(CALL_MS),
        rejectUnauthorized: false,
      },
      resolve,
    )

    outgoing.on('error', reject)
    outgoing.end()
  })
}

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= LONGEST) break
  }
  return Buffer.concat(chunks).subarray(0, LONGEST).toString('utf8')
}

function readCertificate(url: URL): Promise<SeenCertificate> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = url.port === '' ? 443 : Number(url.port)
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      rejectUnauthorized: false,
      ...(isIP(host) === 0 && { servername: host }),
      timeout: CALL_MS,
    })
    const end = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    // eslint-disable-next-line local/guarded-callbacks -- it catches its errors
    socket.on('secureConnect', () => {
      try {
        resolve(describe(socket, host))
        socket.destroy()
      } catch (error) {
        end(error instanceof Error ? error : new Error(String(error)))
      }
    })
    // eslint-disable-next-line local/guarded-callbacks -- `end` never throws
    socket.on('error', end)
    // eslint-disable-next-line local/guarded-callbacks -- `end` never throws
    socket.on('timeout', () => {
      end(Object.assign(new Error('timeout'), { code: 'timeout' }))
    })
  })
}

function describe(socket: TLSSocket, host: string): SeenCertificate {
  const peer = socket.getPeerCertificate(true)
  const names = (peer.subjectaltname ?? '')
    .split(', ')
    .map((name) => name.replace(/^(?:DNS|IP Address):/, ''))
    .filter((name) => name !== '')
  return {
    names: names.length > 0 ? names : [firstOf(peer.subject.CN)],
    issuer: issuerOf(peer),
    from: Date.parse(peer.valid_from) / 1000,
    until: Date.parse(peer.valid_to) / 1000,
    // Node's type says Error, and its value is the code of OpenSSL.
    refusal: socket.authorized ? '' : codeOf(socket.authorizationError),
    fitsName: checkServerIdentity(host, peer) === undefined,
  }
}

/** The name is checked apart from the rest. */
function codeOf(refusal: unknown): string {
  const code = refusal instanceof Error && 'code' in refusal ? String(refusal.code) : String(refusal)
  return code === 'ERR_TLS_CERT_ALTNAME_INVALID' ? '' : code
}

function issuerOf({ issuer }: DetailedPeerCertificate): string {
  return firstOf(issuer.O) || firstOf(issuer.CN)
}

function firstOf(name: string | string[] | undefined): string {
  return typeof name === 'string' ? name : (name?.[0] ?? '')
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'timeout'
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
