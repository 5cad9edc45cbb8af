import { networkOf } from '../../contract/network.ts'
import type { Allowance } from '../../copies/allowance.ts'
import type { Counters } from '../../copies/counters.ts'
import { KnownPlaces } from '../known-places.ts'
import { NetworkAllowance } from '../network-allowance.ts'
import type { Origin } from './caller.ts'

/** Wrong passwords of one network, under any names, in so many seconds. */
export const MOST_OF_NETWORK = 30
export const NETWORK_SECONDS = 600
/** Wrong passwords for one name, from any networks, in so many seconds. */
export const MOST_OF_NAME = 100
export const NAME_SECONDS = 3600
/** Networks that people signed in from. */
const MOST_FAMILIAR = 10_000

/**
 * Totals of wrong passwords, beside the lock of a name for a network. A person who sits at this machine and a person
 * who is signed in have none, because strangers could use them up. For the same reason the total of a name doesn't
 * hold for the networks that its operator has signed in from.
 */
export class SignInLimits {
  readonly #counters: Counters
  readonly #networks: NetworkAllowance
  readonly #names: Allowance
  readonly #familiar: KnownPlaces

  constructor(counters: Counters, familiar = new KnownPlaces(MOST_FAMILIAR)) {
    this.#counters = counters
    this.#networks = new NetworkAllowance(
      counters,
      'passwords of a network',
      MOST_OF_NETWORK,
      NETWORK_SECONDS,
    )
    this.#names = counters.allow('passwords of a name', MOST_OF_NAME, NAME_SECONDS)
    this.#familiar = familiar
  }

  /** Creates a copy. Both count separately from then on. */
  fork(): SignInLimits {
    return new SignInLimits(this.#counters.fork(), this.#familiar.fork())
  }

  /**
   * Takes a try, before the password is judged: of many tries at once, no more are judged than of many in a row.
   * @param isFamiliar whether the operator has signed in from this network, by the history
   */
  async take(name: string, from: Origin, isFamiliar: () => Promise<boolean>, now: number): Promise<boolean> {
    if (isExempt(from)) return true
    const isOver = this.#names.isUsedUp(name, now)
    if (isOver && !this.#familiar.has(placeOf(name, from)) && !(await isFamiliar())) return false
    if (!(await this.#networks.takeTogether('', from.ip, now))) return false
    // A familiar network may try although the total is used up.
    const isLeft = await this.#names.takeTogether(name, now)
    if (isLeft || isOver || this.#familiar.has(placeOf(name, from)) || (await isFamiliar())) return true
    this.#networks.giveBack('', from.ip, now)
    return false
  }

  /** The try was right, or it was not judged. */
  giveBack(name: string, from: Origin, now: number): void {
    if (isExempt(from)) return
    this.#networks.giveBack('', from.ip, now)
    this.#names.giveBack(name, now)
  }

  /** The operator signed in from this network. */
  signedIn(name: string, from: Origin): void {
    if (!from.isLocal) this.#familiar.add(placeOf(name, from))
  }
}

function isExempt({ isLocal, isSignedIn = false }: Origin): boolean {
  return isLocal || isSignedIn
}

function placeOf(name: string, { ip }: Origin): string {
  return `${name} ${networkOf(ip)}`
}
