import { X509Certificate } from 'node:crypto'
import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock, Log, Random, Scheduler } from '../../contract/ports.ts'
import type { Steward } from '../../copies/stewardship.ts'
import type { HttpsState } from '../../contract/records/https.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { AcmeAuthority, type Directory } from '../../outbound/acme/authority.ts'
import { AcmeRefused } from '../../outbound/acme/refused.ts'
import type { Store } from '../../store/store.ts'
import { audit } from '../platform/audit-trail.ts'
import type { Listeners } from '../platform/listeners.ts'
import { Refused } from '../refused.ts'
import type { Renewals } from './acme/renewals.ts'
import type { CertificateAlerts } from './certificate-alerts.ts'
import type { CertificateWatch } from './certificate-watch.ts'
import { CertificateRefused } from './files/certificate-problem.ts'
import { factsOf, nameIn, type TlsIdentity } from './files/identity.ts'
import { readIdentity } from './files/read-identity.ts'
import type { KeptKeys } from './kept-keys.ts'
import type { SecureDoor } from './secure-door.ts'

interface Parts {
  readonly store: Store
  readonly steward: Pick<Steward, 'holds'>
  readonly listeners: Listeners
  readonly trustAll: () => void
  readonly door: SecureDoor
  readonly keys: KeptKeys
  readonly watch: CertificateWatch
  readonly alerts: CertificateAlerts
  readonly renewals: Renewals
  readonly settings: { readonly current: PlatformSettings }
  readonly clock: Clock
  readonly random: Random
  readonly scheduler: Scheduler
  readonly log: Log
}

/** A certificate that a person uploads. */
export interface Upload {
  readonly cert: Buffer
  readonly certName: string
  /** Undefined where the first file has the key. */
  readonly key: Buffer | undefined
  readonly keyName: string
  readonly passPhrase: string
}

/** HTTPS beside the plain port: the certificate, where it comes from, and what is wrong with it. */
export class HttpsService {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Whether the certificate can't be renewed, the files can't be used, or the port can't be opened. */
  get isFailing(): boolean {
    const { alerts, renewals, door } = this.#parts
    return alerts.isProblemLasting || renewals.isFailing || door.portProblem !== undefined
  }

  /** Every few seconds: files may have been replaced, and certificates become due. */
  async look(): Promise<void> {
    const { door, settings, alerts, renewals, steward } = this.#parts
    await door.lookAtPublic()
    await door.look(() => settings.current)
    // Each copy of the server has its own door, and one of them orders the certificate.
    if (!steward.holds()) return
    await renewals.look()
    await alerts.look(renewals.failure)
  }

  async state(): Promise<HttpsState> {
    const { listeners, door, watch, renewals, settings } = this.#parts
    const { https, trust } = settings.current
    return {
      mode: https.mode,
      url: listeners.urls.secure,
      port_problem: door.portProblem ?? null,
      served: watch.served(),
      problem: door.problem ?? null,
      ...(await renewals.state()),
      authorities: trust.authorities.map((pem) => describeAuthority(new X509Certificate(pem))),
    }
  }

  /** Keeps an uploaded certificate. It is served where the settings name no files. @throws Refused 422 */
  async upload(actor: Actor, upload: Upload): Promise<void> {
    const { store, keys, clock } = this.#parts
    const identity = await readUpload(upload)
    const { names, until, sha256 } = factsOf(identity.leaf)
    await store.write(
      async (unit) => {
        await keys.keep(unit, 'uploaded', identity)
        await audit(unit, actor, clock.now(), {
          action: 'https_upload',
          subject: { kind: 'settings', id: 'https', label: names.join(', ') },
          after: { until, sha256 },
        })
      },
      { durable: true },
    )
    await this.look()
  }

  /** What an authority says of itself, before its terms are agreed to. @throws Refused 422 naming `directory` */
  async directory(address: string): Promise<Directory> {
    this.#parts.trustAll()
    try {
      return await AcmeAuthority.directory(address)
    } catch (error) {
      if (!(error instanceof AcmeRefused)) throw error
      throw new Refused(CONSOLE.invalid, `${error.failure}: ${error.message}`, { directory: error.failure })
    }
  }

  /** Orders a certificate now, or checks the records of the order under way now. */
  async order(actor: Actor): Promise<void> {
    const { store, clock, settings, renewals } = this.#parts
    if (settings.current.https.mode !== 'automatic')
      throw new Refused(CONSOLE.conflict, 'Certificates are not automatic')
    await store.write(
      (unit) =>
        audit(unit, actor, clock.now(), {
          action: 'https_order',
          subject: { kind: 'settings', id: 'https', label: '' },
          after: { ordered: true },
        }),
      { durable: true },
    )
    await renewals.now()
  }

  /** The file of a proof, for the authority. */
  proofOf(token: string): string | undefined {
    return this.#parts.renewals.proofOf(token)
  }

  async close(): Promise<void> {
    await this.#parts.renewals.close()
  }
}

async function readUpload({ cert, certName, key, keyName, passPhrase }: Upload): Promise<TlsIdentity> {
  try {
    const second = key && { name: keyName, bytes: key }
    return await readIdentity({ name: certName, bytes: cert }, second, passPhrase)
  } catch (error) {
    if (!(error instanceof CertificateRefused)) throw error
    const { kind, file } = error.problem
    const isPhrase = kind === 'encrypted' || kind === 'wrong_pass_phrase'
    const member = isPhrase ? 'pass_phrase' : file === keyName && key !== undefined ? 'key' : 'cert'
    throw new Refused(CONSOLE.invalid, error.message, { [member]: kind })
  }
}

export function describeAuthority(certificate: X509Certificate): HttpsState['authorities'][number] {
  const { sha256, until } = factsOf(certificate)
  return { name: nameIn(certificate.subject), sha256, until }
}
