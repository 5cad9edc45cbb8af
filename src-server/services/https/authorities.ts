import { X509Certificate } from 'node:crypto'
import { CONSOLE } from '../../contract/error-codes.ts'
import type { Actor } from '../../domain/access/scope.ts'
import { trustSettings, type PlatformSettings, type SettingsChange } from '../../contract/records/settings.ts'
import { Refused } from '../refused.ts'
import { readContent } from './files/read-blocks.ts'

interface Parts {
  readonly settings: {
    readonly current: PlatformSettings
    set(actor: Actor, change: SettingsChange, action: string): Promise<void>
  }
}

/** Authorities that this server trusts in addition to the usual ones, for everything that it calls. */
export class Authorities {
  readonly #settings: Parts['settings']

  constructor({ settings }: Parts) {
    this.#settings = settings
  }

  /** Adds the certificates of a file. @throws Refused 422 naming `data` */
  async add(actor: Actor, bytes: Buffer): Promise<void> {
    const { certificates, instead } = readContent({ name: '', bytes })
    if (certificates.length === 0) throw refused(instead ?? 'no_certificate')
    // A server's own certificate may be trusted too: that is how people mend a certificate that signed itself.
    const known = this.#settings.current.trust.authorities
    const added = certificates.map(String).filter((pem) => !known.includes(pem))
    const wanted = [...known, ...new Set(added)]
    if (!trustSettings.safeParse({ authorities: wanted }).success) throw refused('too_many')
    await this.#keep(actor, wanted, 'authority_add')
  }

  /** @throws Refused 404 */
  async remove(actor: Actor, sha256: string): Promise<void> {
    const known = this.#settings.current.trust.authorities
    const left = known.filter((pem) => new X509Certificate(pem).fingerprint256 !== sha256)
    if (left.length === known.length) throw new Refused(CONSOLE.notFound, 'There is no such authority')
    await this.#keep(actor, left, 'authority_remove')
  }

  #keep(actor: Actor, authorities: string[], action: string): Promise<void> {
    return this.#settings.set(actor, { trust: { authorities } }, action)
  }
}

function refused(kind: string): Refused {
  const text = kind === 'too_many' ? 'Ten authorities at most' : 'The file has no certificate'
  return new Refused(CONSOLE.invalid, text, { data: kind })
}
