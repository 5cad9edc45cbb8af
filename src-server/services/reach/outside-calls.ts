import type { Clock } from '../../contract/ports.ts'
import { isSharedAddress } from '../../contract/network.ts'
import { isAllowedAddress } from '../../outbound/links/address-guard.ts'

export interface OutsideCall {
  readonly at: number
  readonly address: string
}

/** Whether an address is of the internet. */
export function isPublicAddress(address: string): boolean {
  return isAllowedAddress(address, false)
}

/** The last call that came from the internet. Noting a call costs next to nothing: every pulse is one. */
export class OutsideCalls {
  readonly startedAt: number
  readonly #clock: Clock
  #last: OutsideCall | undefined
  /** The addresses of this network outside: a router lets its own calls in again under them. */
  #own: ReadonlySet<string> = new Set()
  #inside = ''

  constructor(clock: Clock) {
    this.#clock = clock
    this.startedAt = clock.now()
  }

  get last(): OutsideCall | undefined {
    return this.#last
  }

  set own(addresses: Iterable<string>) {
    this.#own = new Set(addresses)
    if (this.#last !== undefined && this.#own.has(this.#last.address)) this.#last = undefined
  }

  note(address: string): void {
    if (address === this.#inside) return
    const at = this.#clock.now()
    if (this.#last?.at === at) return
    if (isSharedAddress(address) || this.#own.has(address) || !isPublicAddress(address))
      this.#inside = address
    else this.#last = { at, address }
  }
}
