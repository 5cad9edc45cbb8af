import { createHash } from 'node:crypto'
import { request } from 'node:https'
import { Readable } from 'node:stream'
import { connect, type DetailedPeerCertificate } from 'node:tls'

import { ownScheme } from './schemes.ts'
import { strict } from './strict.ts'

type Handler = (...args: unknown[]) => unknown
type VerifyProc = (
  certified: {
    hostname: string
    certificate: { fingerprint: string; data: string }
    verificationResult: string
    isIssuedByKnownRoot: boolean
  },
  answer: (result: number) => void,
) => void

/** Only this machine exists. */
const NEAR = ['127.0.0.1', 'localhost']

interface Seen {
  readonly fingerprint: string
  /** PEM. */
  readonly data: string
  readonly isTrusted: boolean
}

/** The certificate at an address, by its own handshake. */
function checkView(hostname: string, port: number): Promise<Seen> {
  return new Promise((done, fail) => {
    const socket = connect({ host: hostname, port, rejectUnauthorized: false }, () => {
      const { raw } = socket.getPeerCertificate() as DetailedPeerCertificate
      const hash = createHash('sha256').update(raw).digest('base64')
      const data = `-----BEGIN CERTIFICATE-----\n${raw.toString('base64')}\n-----END CERTIFICATE-----\n`
      const seen = { fingerprint: `sha256/${hash}`, data, isTrusted: socket.authorized }
      socket.end(() => {
        done(seen)
      })
    })
    socket.on('error', () => {
      fail(new Error('net::ERR_CONNECTION_REFUSED'))
    })
  })
}

type Serve = (request: Request) => Promise<Response>

/** The handlers of own schemes. */
class StandInProtocol {
  readonly #handlers = new Map<string, Serve>()

  handle(scheme: string, serve: Serve): void {
    if (this.#handlers.has(scheme)) throw new Error(`The scheme ${scheme} is handled already`)
    this.#handlers.set(scheme, serve)
  }
  isProtocolHandled(scheme: string): boolean {
    return this.#handlers.has(scheme)
  }
  async answer(request: Request): Promise<Response | undefined> {
    return this.#handlers.get(ownScheme(request.url) ?? '')?.(request)
  }
}

/** A session stores its settings. Cookies and caches are shared: Chromium is one context here. */
class StandInSession {
  /** The registered handlers. Chromium does not obey them: a test calls them itself. */
  readonly permissionHandlers: Partial<Record<'request' | 'check' | 'device', Handler>> = {}
  /** The settings of the last call. No proxy is used. */
  proxy: unknown
  readonly protocol = new StandInProtocol()
  checksSpelling = true
  /** What was removed, in order. */
  readonly cleared: string[] = []
  #verify: VerifyProc | null = null
  /** As in Chromium, the verdict about a certificate is asked for once and then remembered. */
  readonly #verdicts = new Map<string, number>()

  setSpellCheckerEnabled(isOn: boolean): void {
    this.checksSpelling = isOn
  }
  clearStorageData(): Promise<void> {
    this.cleared.push('storage')
    return Promise.resolve()
  }
  clearCache(): Promise<void> {
    this.cleared.push('cache')
    return Promise.resolve()
  }

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
    const { fingerprint, data, isTrusted } = await checkView(hostname, Number(port || 443))
    const verify = this.#verify
    if (verify === null) return isTrusted
    const verificationResult = isTrusted ? 'net::OK' : 'net::ERR_CERT_AUTHORITY_INVALID'
    const known = this.#verdicts.get(`${hostname} ${fingerprint}`)
    if (known !== undefined) return known === 0
    const certificate = { fingerprint, data }
    return new Promise((done) => {
      // The authorities that Node.js knows stand for the public ones.
      verify({ hostname, certificate, verificationResult, isIssuedByKnownRoot: isTrusted }, (result) => {
        this.#verdicts.set(`${hostname} ${fingerprint}`, result)
        done(result === 0)
      })
    })
  }

  async fetch(url: string, { method = 'GET', signal }: RequestInit = {}): Promise<Response> {
    if (!(await this.accepts(url))) throw new Error('net::ERR_FAILED')
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
