import { createHmac } from 'node:crypto'
import { BoundedMap } from '../../contract/bounded-map.ts'
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
  readonly #kept = new BoundedMap<string, Verified>(MOST_KEPT)
  readonly #before: VerifiedPasswords | undefined

  /** @param key 32 random bytes @param before the passwords to start with */
  constructor(key: Uint8Array, before?: VerifiedPasswords) {
    this.#key = key
    this.#before = before
  }

  fork(): VerifiedPasswords {
    return new VerifiedPasswords(this.#key, this)
  }

  has(passwordHash: string, password: string, now: number): boolean {
    const kept = this.#find(passwordHash)
    return kept !== undefined && kept.until > now && equalSecrets(kept.digest, this.#digest(password))
  }

  remember(passwordHash: string, password: string, now: number): void {
    this.#kept.set(passwordHash, { digest: this.#digest(password), until: now + KEPT_SECONDS })
  }

  #find(passwordHash: string): Verified | undefined {
    const before = this.#before
    return this.#kept.get(passwordHash) ?? (before === undefined ? undefined : before.#find(passwordHash))
  }

  #digest(password: string): string {
    return createHmac('sha256', this.#key).update(password).digest('base64url')
  }
}
