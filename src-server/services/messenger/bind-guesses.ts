import type { Application } from '../../domain/application/application.ts'
import { equalSecrets } from '../../wire/digests.ts'
import { Allowance } from '../allowance.ts'

const SPAN_SECONDS = 600
/** Wrong secrets in a span from one address, and for one application from all addresses. */
const MOST_FROM_ADDRESS = 10
const MOST_FOR_APPLICATION = 100
/** Unknown codes in a span from one address. A page that asks for its own code causes none. */
const MOST_UNKNOWN_CODES = 30

/**
 * Limits against guessing bind secrets and bind codes. A call over a limit is refused unread, whether it is right or
 * wrong.
 */
export class BindGuesses {
  readonly #fromAddress: Allowance
  readonly #forApplication: Allowance
  readonly #codes: Allowance

  constructor(
    fromAddress = new Allowance(MOST_FROM_ADDRESS, SPAN_SECONDS),
    forApplication = new Allowance(MOST_FOR_APPLICATION, SPAN_SECONDS),
    codes = new Allowance(MOST_UNKNOWN_CODES, SPAN_SECONDS),
  ) {
    this.#fromAddress = fromAddress
    this.#forApplication = forApplication
    this.#codes = codes
  }

  /** Creates a copy. Both count separately from then on. */
  fork(): BindGuesses {
    return new BindGuesses(this.#fromAddress.fork(), this.#forApplication.fork(), this.#codes.fork())
  }

  /** A trusted bridge passes on the typing errors of its users: with the right secret nothing is counted. */
  judge(
    { id, mt5 }: Application,
    secret: string,
    ip: string,
    now: number,
  ): 'right' | 'secretWrong' | 'tooMany' {
    const [address, application] = [`${id} ${ip}`, String(id)]
    if (this.#fromAddress.isUsedUp(address, now) || this.#forApplication.isUsedUp(application, now)) {
      return 'tooMany'
    }
    if (mt5.bindSecret !== '' && equalSecrets(secret, mt5.bindSecret)) return 'right'
    this.#fromAddress.take(address, now)
    this.#forApplication.take(application, now)
    return 'secretWrong'
  }

  mayAsk(appId: number, ip: string, now: number): boolean {
    return !this.#codes.isUsedUp(`${appId} ${ip}`, now)
  }

  missedCode(appId: number, ip: string, now: number): void {
    this.#codes.take(`${appId} ${ip}`, now)
  }
}
