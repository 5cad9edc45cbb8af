import { isIP } from 'node:net'
import type { Clock } from '../../contract/ports.ts'
import type { AddressCaller, OwnAddress } from '../../contract/reach-ports.ts'
import type { DynamicDnsSettings } from '../../contract/records/reach-settings.ts'
import { isPublicAddress } from './outside-calls.ts'
import { directAddress, ownIpv6 } from './own-address.ts'
import type { MappingState } from './router-mapping.ts'

interface Parts {
  readonly settings: () => DynamicDnsSettings
  readonly own: () => readonly OwnAddress[]
  readonly mapping: () => MappingState
  readonly caller: Pick<AddressCaller, 'call'>
  readonly clock: Clock
}

/** How often the owner's service is asked, seconds. */
const ASK_SECONDS = 300

/** The address by which the internet knows this network. */
export class NetworkAddress {
  readonly #parts: Parts
  #asked: { readonly url: string; readonly at: number; readonly address: string | undefined } | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** By the service that the owner named. undefined: none is named, or it gives no public address. */
  async outside(): Promise<string | undefined> {
    const { clock, caller } = this.#parts
    const { address_url: url } = this.#parts.settings()
    if (url === '') return undefined
    const now = clock.now()
    if (this.#asked?.url !== url || now - this.#asked.at >= ASK_SECONDS) {
      const outcome = await caller.call(url)
      const found = 'failed' in outcome || outcome.status !== 200 ? undefined : addressIn(outcome.text)
      this.#asked = { url, at: now, address: found }
    }
    return this.#asked.address
  }

  /**
   * The addresses that a name should lead to, IPv4 first: this machine's own, or the router's, or what the owner's service
   * says.
   */
  async addresses(): Promise<readonly string[]> {
    const own = { own: this.#parts.own() }
    const mapping = this.#parts.mapping()
    const mapped = mapping.state === 'mapped' ? mapping.mapping.externalAddress : ''
    const routed = isPublicAddress(mapped) ? mapped : undefined
    const ipv4 = directAddress(own) ?? routed ?? (await this.outside())
    const ipv6 = this.#parts.settings().ipv6 ? ownIpv6(own)[0] : undefined
    return [...new Set([ipv4, ipv6])].filter((address) => address !== undefined)
  }
}

/** The first address in a text: such services answer with a line, a page, or JSON. */
function addressIn(text: string): string | undefined {
  const found = text.match(/[0-9a-f]*(?:[.:][0-9a-f]*){2,7}/gi) ?? []
  return found.find((word) => isIP(word) !== 0 && isPublicAddress(word))
}
