import { networkOf } from '../../contract/network.ts'
import type { Application } from '../../domain/application/application.ts'
import { equalSecrets } from '../../wire/digests.ts'
import type { Allowance } from '../../copies/allowance.ts'
import { LocalCounters, type Counters } from '../../copies/counters.ts'
import { KnownPlaces } from '../known-places.ts'

const SPAN_SECONDS = 600
/** Wrong secrets in a span from one network, and for one application from all networks. */
export const MOST_FROM_NETWORK = 10
export const MOST_FOR_APPLICATION = 100
/** Unknown codes in a span from one network. A page that asks for its own code causes none. */
export const MOST_UNKNOWN_CODES = 30
/** Nobody guesses a secret of so many characters. */
const LONG_SECRET = 16
/** Networks that showed a right secret. A server has a handful of bridges. */
const MOST_BRIDGES = 1000

/**
 * Limits against guessing bind secrets and bind codes. A call over a limit is refused unread, whether it is right or
 * wrong. Strangers must not shut out the bridge by that: a long secret is right at any time, and the limit of an
 * application doesn't hold for a network that showed its right secret before.
 */
export class BindGuesses {
  readonly #counters: Counters
  readonly #fromNetwork: Allowance
  readonly #forApplication: Allowance
  readonly #codes: Allowance
  readonly #bridges: KnownPlaces

  constructor(counters: Counters = new LocalCounters(), bridges = new KnownPlaces(MOST_BRIDGES)) {
    this.#counters = counters
    this.#fromNetwork = counters.allow('bind secrets of a network', MOST_FROM_NETWORK, SPAN_SECONDS)
    this.#forApplication = counters.allow(
      'bind secrets of an application',
      MOST_FOR_APPLICATION,
      SPAN_SECONDS,
    )
    this.#codes = counters.allow('bind codes', MOST_UNKNOWN_CODES, SPAN_SECONDS)
    this.#bridges = bridges
  }

  /** Creates a copy. Both count separately from then on. */
  fork(): BindGuesses {
    return new BindGuesses(this.#counters.fork(), this.#bridges.fork())
  }

  /** A trusted bridge passes on the typing errors of its users: with the right secret nothing is counted. */
  async judge(
    { id, mt5 }: Application,
    secret: string,
    ip: string,
    now: number,
  ): Promise<'right' | 'secretWrong' | 'tooMany'> {
    const { bindSecret } = mt5
    const [network, application] = [placeOf(id, ip), String(id)]
    const isRight = () => bindSecret !== '' && equalSecrets(secret, bindSecret)
    if (bindSecret.length >= LONG_SECRET && isRight()) return 'right'
    if (this.#fromNetwork.isUsedUp(network, now)) return 'tooMany'
    if (!this.#bridges.has(network) && this.#forApplication.isUsedUp(application, now)) return 'tooMany'
    if (isRight()) {
      this.#bridges.add(network)
      return 'right'
    }
    if (!(await this.#fromNetwork.takeTogether(network, now))) return 'tooMany'
    this.#forApplication.take(application, now)
    return 'secretWrong'
  }

  mayAsk(appId: number, ip: string, now: number): boolean {
    return !this.#codes.isUsedUp(placeOf(appId, ip), now)
  }

  missedCode(appId: number, ip: string, now: number): void {
    this.#codes.take(placeOf(appId, ip), now)
  }
}

function placeOf(appId: number, ip: string): string {
  return `${appId} ${networkOf(ip)}`
}
