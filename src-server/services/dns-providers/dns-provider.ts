import type { DnsProviderName } from '../../contract/https-names.ts'
export type { DnsProviderName }
import type { Clock, Random } from '../../contract/ports.ts'

/**
 * The access to the records of a provider. Cloudflare: an API token in `secret`, no `id`. DNSPod: the number and the text
 * of a token. Aliyun: AccessKey ID and AccessKey Secret.
 */
export interface DnsAccess {
  readonly provider: DnsProviderName
  readonly id: string
  readonly secret: string
}

/** The DNS records of the domains of one person at their provider. Every method throws DnsRefused. */
export interface DnsProvider {
  /** Adds a TXT record beside others of the same name. A record that exists is fine. */
  setTxt(name: string, value: string): Promise<void>
  /** Removes the TXT record with this value. A record that is gone is fine. */
  removeTxt(name: string, value: string): Promise<void>
  /**
   * Lets the name lead to an IPv4 or IPv6 address. It changes the one A or AAAA record of the name, or makes one. Several
   * such records are refused: they may belong to another service.
   * @returns whether the record changed
   */
  setAddress(name: string, address: string): Promise<boolean>
}

/**
 * `credentials`: the provider doesn't accept the token, or the token may not change the domain. `no_zone`: no domain of
 * this person ends the name. `several`: the name has several addresses. `rate`: too many calls. `refused`: anything else
 * that the provider says. `unreachable`: no answer that can be read.
 */
export const DNS_FAILURES = ['credentials', 'no_zone', 'several', 'rate', 'refused', 'unreachable'] as const
export type DnsFailure = (typeof DNS_FAILURES)[number]

export class DnsRefused extends Error {
  override readonly name = 'DnsRefused'
  readonly failure: DnsFailure
  readonly detail: string

  /** @param detail the provider's own words */
  constructor(failure: DnsFailure, detail = '') {
    super(detail === '' ? failure : `${failure}: ${detail}`)
    this.failure = failure
    this.detail = detail
  }
}

export interface DnsParts {
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
  readonly random: Random
  /** The addresses of the providers' services. Tests name their stand-ins. */
  readonly bases?: Partial<Readonly<Record<DnsProviderName, string>>> | undefined
}

/**
 * The domains that may hold a name, the longest first: the name itself and its parents with at least two labels.
 * `_acme-challenge` and other names with `_` are no domains of their own.
 */
export function zonesOf(name: string): string[] {
  const labels = name.split('.')
  return labels
    .slice(0, -1)
    .map((_, start) => labels.slice(start).join('.'))
    .filter((zone) => !zone.startsWith('_') && !zone.startsWith('*'))
}

/** The part of the name before its domain. `@` is the domain itself. */
export function hostIn(zone: string, name: string): string {
  return name === zone ? '@' : name.slice(0, -zone.length - 1)
}

export function addressType(address: string): 'A' | 'AAAA' {
  return address.includes(':') ? 'AAAA' : 'A'
}
