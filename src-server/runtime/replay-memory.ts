import type { Answer } from './answers.ts'

interface Remembered {
  readonly api: string
  /** The answer, not the written reply: the encryption mode and `value` come from the repeated call. */
  readonly answer: Promise<Answer>
  /** Unix seconds from which the signature's own time is outside the window. */
  readonly until: number
}

/** The maximum number of remembered signatures. Beyond it the oldest go. */
const MOST = 200_000

/**
 * The replay rule (docs/protocol.md 3): the same signature again for the same API gets the first answer, and
 * the server doesn't act a second time. The same signature for another API is refused. A signature stays as
 * long as its own `t` is inside the window.
 */
export class ReplayMemory {
  readonly #remembered = new Map<string, Remembered>()

  /** Changes nothing. @returns the earlier answer, `otherApi`, or undefined for a new signature */
  find(app: number, signature: string, api: string, now: number): Promise<Answer> | 'otherApi' | undefined {
    const known = this.#remembered.get(keyOf(app, signature))
    if (known === undefined || known.until <= now) return undefined
    return known.api === api ? known.answer : 'otherApi'
  }

  remember(app: number, signature: string, call: Remembered): void {
    if (this.#remembered.size >= MOST) this.#dropOldest()
    this.#remembered.set(keyOf(app, signature), call)
  }

  /** Forgets signatures outside the window. Runs now and then. */
  forget(now: number): void {
    for (const [key, { until }] of this.#remembered) if (until <= now) this.#remembered.delete(key)
  }

  #dropOldest(): void {
    const oldest = this.#remembered.keys().next()
    if (oldest.done !== true) this.#remembered.delete(oldest.value)
  }
}

function keyOf(app: number, signature: string): string {
  return `${app} ${signature.trim().toLowerCase()}`
}
