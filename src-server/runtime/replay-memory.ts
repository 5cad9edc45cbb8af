import type { Answer } from './answers.ts'

interface Remembered {
  readonly api: string
  /** Written anew for whoever asks again: the mode and `value` are the asking call's. */
  readonly answer: Promise<Answer>
  /** Unix seconds from which the signature's own time is out of the window. */
  readonly until: number
}

/** Signatures remembered at the most; past that the oldest go. */
const MOST = 200_000

/**
 * The replay rule (protocol.md 3): a signature that comes again for the same API gets the answer it got, and nothing is
 * done a second time; for another API it is refused. Kept as long as the signature's own `t` is in the window.
 */
export class ReplayMemory {
  readonly #remembered = new Map<string, Remembered>()

  /** Looks and changes nothing. @returns the answer it got, `otherApi`, or undefined for a signature that is new. */
  find(app: number, signature: string, api: string, now: number): Promise<Answer> | 'otherApi' | undefined {
    const known = this.#remembered.get(keyOf(app, signature))
    if (known === undefined || known.until <= now) return undefined
    return known.api === api ? known.answer : 'otherApi'
  }

  remember(app: number, signature: string, call: Remembered): void {
    if (this.#remembered.size >= MOST) this.#dropOldest()
    this.#remembered.set(keyOf(app, signature), call)
  }

  /** Run now and then: forgets what is out of the window. */
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
