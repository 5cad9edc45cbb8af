import { createHmac } from 'node:crypto'
import { equalSecrets } from '../../wire/digests.ts'

/** A right password needs no hashing for so long, seconds. */
const KEPT_SECONDS = 60
/** Passwords remembered at most; the oldest is dropped first. */
const MOST_KEPT = 10_000

interface Verified {
  readonly digest: string
  readonly until: number
}

export interface KnownPasswords {
  has(passwordHash: string, password: string, now: number): boolean
  remember(passwordHash: string, password: string, now: number): void
  /** Creates a copy. Both remember separately from then on. */
  fork(): KnownPasswords
}

/**
 * Remembers passwords that were right a moment ago: an EA that logs in every minute is not hashed every time. Each
 * one is an HMAC under a key of this run, stored by the hash that it was right for. So a new password makes the old
 * entry useless.
 */
export class VerifiedPasswords implements KnownPasswords {
  readonly #key: Uint8Array
  readonly #kept: Map<string, Verified>

  /** @param key 32 random bytes */
  constructor(key: Uint8Array, kept: ReadonlyMap<string, Verified> = new Map()) {
    this.#key = key
    this.#kept = new Map(kept)
  }

  fork(): VerifiedPasswords {
    return new VerifiedPasswords(this.#key, this.#kept)
  }

  has(passwordHash: string, password: string, now: number): boolean {
    const kept = this.#kept.get(passwordHash)
    return kept !== undefined && kept.until > now && equalSecrets(kept.digest, this.#digest(password))
  }

  remember(passwordHash: string, password: string, now: number): void {
    this.#kept.delete(passwordHash)
    this.#kept.set(passwordHash, { digest: this.#digest(password), until: now + KEPT_SECONDS })
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
  }

  #digest(password: string): string {
    return createHmac('sha256', this.#key).update(password).digest('base64url')
  }
}
