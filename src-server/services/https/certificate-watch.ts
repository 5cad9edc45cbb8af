import type { X509Certificate } from 'node:crypto'
import type { Clock } from '../../contract/ports.ts'
import type { HttpsState } from '../../contract/records/https.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { Listeners } from '../platform/listeners.ts'
import { factsOf, warningsOf, type TlsIdentity } from './files/identity.ts'
import type { CertificateSource, SecureDoor } from './secure-door.ts'

interface Parts {
  readonly listeners: Listeners
  readonly door: SecureDoor
  readonly settings: { readonly current: PlatformSettings }
  /** The host of the public address. Empty: not set. */
  readonly publicHost: () => string
  readonly roots: () => readonly X509Certificate[]
  readonly clock: Clock
}

type ServedCertificate = HttpsState['served'][number]

/** How long before its end a certificate from files counts as ending: renewing tools act a month before, seconds. */
const NOTICE = 14 * 86_400

/** The certificates that the server serves now, and what is wrong with them. */
export class CertificateWatch {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  served(): ServedCertificate[] {
    const { listeners, door, settings } = this.#parts
    const found: ServedCertificate[] = []
    const { publicIdentity } = listeners
    if (publicIdentity !== undefined)
      found.push(this.#describe('public', 'files', publicIdentity, settings.current.listeners.tls_cert))
    const { served } = door
    if (served !== undefined)
      found.push(this.#describe('https', served.source, served.identity, settings.current.https.cert))
    return found
  }

  /** Whether a certificate ends soon, or has ended. */
  isEnding(): boolean {
    const now = this.#parts.clock.now()
    return this.served().some(({ source, from, until }) => until < now + noticeOf(source, until - from))
  }

  #describe(
    door: ServedCertificate['door'],
    source: CertificateSource,
    identity: TlsIdentity,
    path: string,
  ): ServedCertificate {
    const { publicHost, roots, clock } = this.#parts
    const about = { file: source === 'files' ? path : '', now: clock.now(), host: publicHost(), roots }
    return { ...factsOf(identity.leaf), door, source, warnings: warningsOf(identity, about) }
  }
}

/** The server renews its own certificates after two thirds of their life: at a quarter, attempts have failed for long. */
function noticeOf(source: CertificateSource, life: number): number {
  return source === 'automatic' ? Math.min(NOTICE, life / 4) : NOTICE
}
