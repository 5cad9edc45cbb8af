import { networkOf } from '../../contract/network.ts'
import type { Application } from '../../domain/application/application.ts'
import { equalSecrets } from '../../wire/digests.ts'
import { Allowance } from '../allowance.ts'
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
  readonly #fromNetwork: Allowance
  readonly #forApplication: Allowance
  readonly #codes: Allowance
  readonly #bridges: KnownPlaces

  constructor(
    fromNetwork = new Allowance(MOST_FROM_NETWORK, SPAN_SECONDS),
    forApplication = new Allowance(MOST_FOR_APPLICATION, SPAN_SECONDS),
    codes = new Allowance(MOST_UNKNOWN_CODES, SPAN_SECONDS),
    bridges = new KnownPlaces(MOST_BRIDGES),
  ) {
    this.#fromNetwork = fromNetwork
    this.#forApplication = forApplication
    this.#codes = codes
    this.#bridges = bridges
  }

  /** Creates a copy. Both count separately from then on. */
  fork(): BindGuesses {
    return new BindGuesses(
      this.#fromNetwork.fork(),
      this.#forApplication.fork(),
      this.#codes.fork(),
      this.#bridges.fork(),
    )
  }

  /** A trusted bridge passes on the typing errors of its users: with the right secret nothing is counted. */
  judge(
    { id, mt5 }: Application,
    secret: string,
    ip: string,
    now: number,
  ): 'right' | 'secretWrong' | 'tooMany' {
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
    this.#fromNetwork.take(network, now)
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
