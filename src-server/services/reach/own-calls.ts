import { timingSafeEqual } from 'node:crypto'
import type { Random } from '../../contract/ports.ts'

const TOKEN_BYTES = 16

/** Calls that the server makes to its own public address. Each has a token that counts once. */
export class OwnCalls {
  readonly #random: Random
  readonly #waiting = new Map<string, () => void>()

  constructor(random: Random) {
    this.#random = random
  }

  /** A token to call with. `arrived` becomes true when the call comes in. */
  begin(): { readonly token: string; readonly arrived: () => boolean; readonly end: () => void } {
    const token = Buffer.from(this.#random.bytes(TOKEN_BYTES)).toString('base64url')
    let isHere = false
    this.#waiting.set(token, () => {
      isHere = true
    })
    return { token, arrived: () => isHere, end: () => this.#waiting.delete(token) }
  }

  /** A call with this token came in. @returns whether the server waits for it */
  note(token: string): boolean {
    const given = Buffer.from(token)
    for (const [waiting, arrive] of this.#waiting) {
      const wanted = Buffer.from(waiting)
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) continue
      this.#waiting.delete(waiting)
      arrive()
      return true
    }
    return false
  }
}
