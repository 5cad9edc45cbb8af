import type { Clock } from '../../contract/ports.ts'
import { alertStage } from '../../domain/https/renewal.ts'
import { certificateMail, type CertificateTrouble } from '../../domain/outbox/certificate-message.ts'
import type { OwnerAlert, OwnerAlerts } from '../platform/owner-alerts.ts'
import { describeProblem } from './files/certificate-problem.ts'
import type { CertificateWatch } from './certificate-watch.ts'
import type { KeptFailure } from './acme/order-store.ts'
import type { SecureDoor } from './secure-door.ts'

interface Parts {
  readonly alerts: OwnerAlerts
  readonly watch: CertificateWatch
  readonly door: SecureDoor
  readonly clock: Clock
}

/** Two files are replaced one after the other: only a problem that lasts is told, seconds. */
const LASTS = 600

/** Informs the owner of certificates that will end without another one, once for each certificate and trouble. */
export class CertificateAlerts {
  readonly #parts: Parts
  readonly #sent = new Set<string>()
  #problemSince: number | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Whether the files that the settings name can't be used, and not just for a moment. */
  get isProblemLasting(): boolean {
    return this.#problemSince !== undefined && this.#parts.clock.now() >= this.#problemSince + LASTS
  }

  async look(failure: KeptFailure | undefined): Promise<void> {
    const { watch, door, clock } = this.#parts
    const now = clock.now()
    this.#problemSince = door.problem === undefined ? undefined : (this.#problemSince ?? now)
    const served = watch.served()
    const [certificate] = served
    if (this.isProblemLasting && certificate !== undefined) await this.#send('replaced', certificate, failure)
    for (const each of served) {
      const stage = each.source === 'automatic' ? alertStage(failure?.times ?? 0, each, now) : undefined
      if (stage !== undefined) await this.#send(stage, each, failure)
    }
    if (!watch.isEnding()) return
    const next = served.toSorted((one, other) => one.until - other.until)[0]
    if (next !== undefined) await this.#send('ending', next, failure)
  }

  async #send(
    trouble: CertificateTrouble,
    { names, until }: { readonly names: readonly string[]; readonly until: number },
    failure: KeptFailure | undefined,
  ): Promise<void> {
    const { alerts, door, clock } = this.#parts
    const cause = `${trouble}:${until}`
    if (this.#sent.has(cause)) return
    const at = clock.now()
    const file = door.problem === undefined ? '' : describeProblem(door.problem)
    const news = {
      trouble,
      names,
      until,
      nextTry: failure?.nextTry,
      failure: failure?.kind,
      detail: failure?.detail ?? file,
    }
    const write: OwnerAlert['write'] = (language, own) =>
      certificateMail(language, { ...news, utcOffset: own(at) })
    await alerts.send({ purpose: 'certificate', name: 'certificate', cause, write, at })
    this.#sent.add(cause)
  }
}
