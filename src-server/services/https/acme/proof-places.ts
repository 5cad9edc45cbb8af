import type { Log } from '../../../contract/ports.ts'
import type { PlatformSettings } from '../../../contract/records/settings.ts'
import { AcmeRefused } from '../../../outbound/acme/refused.ts'
import type { Proof } from '../../../outbound/acme/authority.ts'
import { createDnsProvider } from '../../dns-providers/create-dns-provider.ts'
import { DnsRefused, type DnsParts, type DnsProvider } from '../../dns-providers/dns-provider.ts'

/** Answers proofs at a port of its own while an order runs. `anyPort`: the router leads the authority there. */
export type OpenProofPort = (
  answer: (token: string) => string | undefined,
  options?: { readonly anyPort: boolean },
) => Promise<{ readonly port: number; readonly close: () => Promise<void> } | { readonly failed: string }>

export interface ProofRecord {
  readonly name: string
  readonly value: string
}

interface Parts {
  readonly dns: DnsParts
  /** Undefined where the public port is the one that authorities call. */
  readonly openPort: OpenProofPort | undefined
  readonly log: Log
}

/** Where proofs are put so that the authority finds them. */
export class ProofPlaces {
  readonly #parts: Parts
  readonly #files = new Map<string, string>()
  #port: { readonly close: () => Promise<void> } | undefined
  /** Why the port for proofs isn't open. */
  portProblem = ''

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The content of a proof's file, for every listener. */
  fileOf(token: string): string | undefined {
    return this.#files.get(token)
  }

  async offerFiles(proofs: readonly Proof[]): Promise<void> {
    for (const { token, value } of proofs) this.#files.set(token, value)
    if (this.#port !== undefined || this.#parts.openPort === undefined) return
    const opened = await this.#parts.openPort((token) => this.fileOf(token))
    if ('failed' in opened) this.portProblem = opened.failed
    else {
      this.#port = opened
      this.portProblem = ''
    }
  }

  async removeFiles(): Promise<void> {
    this.#files.clear()
    const port = this.#port
    this.#port = undefined
    await port?.close()
  }

  /** @throws AcmeRefused */
  async setRecords(https: PlatformSettings['https'], records: readonly ProofRecord[]): Promise<void> {
    const provider = this.#provider(https)
    try {
      for (const { name, value } of records) await provider.setTxt(name, value)
    } catch (error) {
      if (error instanceof DnsRefused) throw new AcmeRefused('dns_provider', error.message)
      throw error
    }
  }

  /** A record that stays does no harm, so a failure is only logged. */
  async removeRecords(https: PlatformSettings['https'], records: readonly ProofRecord[]): Promise<void> {
    if (https.challenge !== 'dns') return
    const provider = this.#provider(https)
    try {
      for (const { name, value } of records) await provider.removeTxt(name, value)
    } catch (error) {
      if (!(error instanceof DnsRefused)) throw error
      this.#parts.log.warn('https.record_left', { why: error.failure })
    }
  }

  #provider({
    dns_provider: provider,
    dns_id: id,
    dns_secret: secret,
  }: PlatformSettings['https']): DnsProvider {
    return createDnsProvider({ provider, id, secret }, this.#parts.dns)
  }
}
