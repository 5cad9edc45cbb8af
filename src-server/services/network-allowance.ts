import { isSharedAddress, networkOf } from '../contract/network.ts'
import type { Allowance } from '../copies/allowance.ts'
import type { Counters } from '../copies/counters.ts'

/** A proxy that the owner has not named brings many callers under one address: it gets so many times the limit. */
export const SHARED_TIMES = 50

/**
 * Allows so many of something in so many seconds to each network: an IPv4 address, or the /64 of an IPv6 address. An
 * address that only a proxy or this machine can have gets more.
 */
export class NetworkAllowance {
  readonly #own: Allowance
  readonly #shared: Allowance

  /** @param name the limit's name among the counters */
  constructor(counters: Counters, name: string, most: number, seconds: number) {
    this.#own = counters.allow(name, most, seconds)
    this.#shared = counters.allow(`${name}, shared address`, most * SHARED_TIMES, seconds)
  }

  /** Takes one. @param scope what the limit is for, beside the network @returns false when none is left */
  take(scope: string | number, ip: string, now: number): boolean {
    return this.#of(ip).take(keyOf(scope, ip), now)
  }

  /** Takes one, when the copies of the server have taken fewer together. @returns false when none is left */
  takeTogether(scope: string | number, ip: string, now: number): Promise<boolean> {
    return this.#of(ip).takeTogether(keyOf(scope, ip), now)
  }

  isUsedUp(scope: string | number, ip: string, now: number): boolean {
    return this.#of(ip).isUsedUp(keyOf(scope, ip), now)
  }

  /** Gives back one that had no effect. */
  giveBack(scope: string | number, ip: string, now: number): void {
    this.#of(ip).giveBack(keyOf(scope, ip), now)
  }

  #of(ip: string): Allowance {
    return isSharedAddress(ip) ? this.#shared : this.#own
  }
}

function keyOf(scope: string | number, ip: string): string {
  return `${scope} ${networkOf(ip)}`
}
