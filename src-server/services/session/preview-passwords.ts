import type { Clock } from '../../contract/ports.ts'
import type { Allowance } from '../../copies/allowance.ts'
import { NotPreviewable } from '../refused.ts'
import { Passwords, type PasswordTurn } from './passwords.ts'
import type { KnownPasswords } from './verified-passwords.ts'

/** Wrong passwords that previews may try within so many seconds: as many as a sign-in forgives. */
export const MOST_TRIED = 5
export const TRIED_SECONDS = 600

/**
 * Judges passwords in previews of calls. The failures of a preview are rolled back, so no lock ever stops it: without
 * a limit, previews could guess passwords without end. So each password has few wrong tries in a while. After them no
 * preview is possible.
 */
export class PreviewPasswords extends Passwords {
  readonly #real: Passwords
  readonly #tries: Allowance
  readonly #clock: Clock

  /** @param tries kept from preview to preview */
  constructor(real: Passwords, tries: Allowance, clock: Clock) {
    super()
    this.#real = real
    this.#tries = tries
    this.#clock = clock
  }

  /** A preview stores nothing, so it hashes nothing. */
  override hash(): Promise<string> {
    return Promise.resolve('')
  }

  /** @throws NotPreviewable */
  override async verify(stored: string | undefined, password: string, turn?: PasswordTurn): Promise<boolean> {
    const key = stored ?? ''
    if (!this.#tries.take(key, this.#clock.now())) throw new NotPreviewable()
    const right = await this.#real.verify(stored, password, turn)
    if (right) this.#tries.giveBack(key, this.#clock.now())
    return right
  }

  /**
   * Passwords known to be right, for previews. After too many wrong tries it does not answer either: its answer would
   * show a right guess.
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
