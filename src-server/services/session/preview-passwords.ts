import type { Clock } from '../../contract/ports.ts'
import type { Allowance } from '../allowance.ts'
import { NotPreviewable } from '../not-previewable.ts'
import { Passwords } from './passwords.ts'
import type { KnownPasswords } from './verified-passwords.ts'

/** Wrong passwords that rehearsals may try, and in how many seconds: as many as a sign-in forgives. */
export const MOST_TRIED = 5
export const TRIED_SECONDS = 600

/**
 * Passwords as a rehearsal judges them. Its failures are taken back, so that no lock ever keeps it out: whoever previews
 * calls would guess passwords without end. So each password has few wrong tries in a while, and after them nothing is foreseen.
 */
export class PreviewPasswords extends Passwords {
  readonly #real: Passwords
  readonly #tries: Allowance
  readonly #clock: Clock

  /** @param tries kept from rehearsal to rehearsal */
  constructor(real: Passwords, tries: Allowance, clock: Clock) {
    super()
    this.#real = real
    this.#tries = tries
    this.#clock = clock
  }

  /** Nothing is kept of it, and so nothing is hashed. */
  override hash(): Promise<string> {
    return Promise.resolve('')
  }

  /** @throws NotPreviewable */
  override async verify(stored: string | undefined, password: string): Promise<boolean> {
    const key = stored ?? ''
    if (!this.#tries.take(key, this.#clock.now())) throw new NotPreviewable()
    const right = await this.#real.verify(stored, password)
    if (right) this.#tries.giveBack(key, this.#clock.now())
    return right
  }

  /**
   * What is remembered of right passwords, for a rehearsal. After too many wrong tries it tells nothing either: a right guess
   * would be known by its answer.
   */
  guard(verified: KnownPasswords): KnownPasswords {
    return {
      has: (stored, password, now) => {
        if (this.#tries.isUsedUp(stored, now)) throw new NotPreviewable()
        return verified.has(stored, password, now)
      },
      remember: (stored, password, now) => {
        verified.remember(stored, password, now)
      },
      fork: () => this.guard(verified.fork()),
    }
  }

  override get isCrowded(): boolean {
    return this.#real.isCrowded
  }
}
