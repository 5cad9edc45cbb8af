import * as tls from 'node:tls'

let usual: readonly string[] | undefined
/** The process has one list for all connections. */
let inUse: string | undefined

/**
 * Trusts the usual authorities, those of the system, and those of the owner, in every connection that this process makes.
 * To read the system's list takes a tenth of a second, so that waits for the first call to the outside.
 */
export class TrustedAuthorities {
  #own: readonly string[] = []

  /** @param own PEM */
  trust(own: readonly string[]): void {
    this.#own = own
    if (inUse !== undefined) this.load()
  }

  /** Called before each call to the outside. */
  load(): void {
    const wanted = this.#own.join('')
    if (inUse === wanted) return
    usual ??= [...tls.getCACertificates('bundled'), ...tls.getCACertificates('extra'), ...systems()]
    tls.setDefaultCACertificates([...new Set([...usual, ...this.#own])])
    inUse = wanted
  }
}

/** A system without a store that can be read has none. */
function systems(): string[] {
  try {
    return tls.getCACertificates('system')
  } catch {
    return []
  }
}
