import { createHash } from 'node:crypto'
import { request } from 'node:https'
import { Readable } from 'node:stream'
import { connect, type DetailedPeerCertificate } from 'node:tls'

import { strict } from './strict.ts'

type Handler = (...args: unknown[]) => unknown
type VerifyProc = (
  certified: { hostname: string; certificate: { fingerprint: string }; verificationResult: string },
  answer: (result: number) => void,
) => void

/** Only this machine exists. */
const NEAR = ['127.0.0.1', 'localhost']

interface Seen {
  readonly fingerprint: string
  readonly isTrusted: boolean
}

/** The certificate at an address, by its own handshake. */
function checkView(hostname: string, port: number): Promise<Seen> {
  return new Promise((done, fail) => {
    const socket = connect({ host: hostname, port, rejectUnauthorized: false }, () => {
      const { raw } = socket.getPeerCertificate() as DetailedPeerCertificate
      const hash = createHash('sha256').update(raw).digest('base64')
      const seen = { fingerprint: `sha256/${hash}`, isTrusted: socket.authorized }
      socket.end(() => {
        done(seen)
      })
    })
    socket.on('error', () => {
      fail(new Error('net::ERR_CONNECTION_REFUSED'))
    })
  })
}

/** A session stores its settings. Cookies and caches are shared: Chromium is one context here. */
class StandInSession {
  /** The registered handlers. Chromium does not obey them: a test calls them itself. */
  readonly permissionHandlers: Partial<Record<'request' | 'check' | 'device', Handler>> = {}
  /** The settings of the last call. No proxy is used. */
  proxy: unknown
  #verify: VerifyProc | null = null

  setPermissionRequestHandler(handler: Handler): void {
    this.permissionHandlers.request = handler
  }
  setPermissionCheckHandler(handler: Handler): void {
    this.permissionHandlers.check = handler
  }
  setDevicePermissionHandler(handler: Handler): void {
    this.permissionHandlers.device = handler
  }
  setProxy(config: unknown): Promise<void> {
    this.proxy = config
    return Promise.resolve()
  }
  setCertificateVerifyProc(proc: VerifyProc | null): void {
    this.#verify = proc
  }

  /** Like Chromium before it loads or fetches: whether the certificate there is accepted. */
  async accepts(url: string): Promise<boolean> {
    const { hostname, port } = new URL(url)
    if (!NEAR.includes(hostname)) throw new Error('net::ERR_NAME_NOT_RESOLVED')
    const { fingerprint, isTrusted } = await checkView(hostname, Number(port || 443))
    const verify = this.#verify
    if (verify === null) return isTrusted
    const verificationResult = isTrusted ? 'net::OK' : 'net::ERR_CERT_AUTHORITY_INVALID'
    return new Promise((done) => {
      verify({ hostname, certificate: { fingerprint }, verificationResult }, (result) => {
        done(result === 0)
      })
    })
  }

  async fetch(url: string, { method = 'GET', signal }: RequestInit = {}): Promise<Response> {
    if (!(await this.accepts(url))) throw new Error('net::ERR_CERT_INVALID')
    return new Promise((done, fail) => {
      const asked = request(
        url,
        { method, rejectUnauthorized: false, ...(signal && { signal }) },
        (answer) => {
          const body = method === 'HEAD' ? null : (Readable.toWeb(answer) as ReadableStream)
          if (body === null) answer.resume()
          done(new Response(body, { status: answer.statusCode ?? 0 }))
        },
      )
      asked.on('error', fail)
      asked.end()
    })
  }
}

const sessions = new Map<string, StandInSession>()

/** @param partition undefined for the default session */
export function sessionOf(partition = ''): StandInSession {
  const known = sessions.get(partition) ?? new StandInSession()
  sessions.set(partition, known)
  return known
}

export const session = strict('session', {
  defaultSession: strict('session', sessionOf()),
  fromPartition: (partition: string) => strict('session', sessionOf(partition)),
})

/** Asks as the default session does. */
export const net = strict('net', {
  fetch: (url: string, init?: RequestInit) => session.defaultSession.fetch(url, init),
})
