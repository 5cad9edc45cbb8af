import { networkOf } from '../../contract/network.ts'
import type { Clock } from '../../contract/ports.ts'
import { addFailure, isLocked } from '../../domain/access/lockout.ts'
import type { Account } from '../../domain/account/account.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { Allowance } from '../../copies/allowance.ts'
import type { Counters } from '../../copies/counters.ts'
import { keepNothing, type KeepAnswer } from '../signatures/signature-memory.ts'
import { isOldDigest } from '../session/old-digests.ts'
import type { Passwords } from '../session/passwords.ts'
import type { KnownPasswords } from '../session/verified-passwords.ts'

/** Failures that one network may have within so many seconds. */
export const MOST_FAILURES = 100
const FAILURE_SECONDS = 600

interface Parts {
  readonly store: Store
  readonly passwords: Passwords
  readonly memory: LoginMemory
  readonly clock: Clock
}

/** The server's memory of earlier logins. */
export class LoginMemory {
  readonly verified: KnownPasswords
  readonly failures: Allowance
  readonly #counters: Counters

  constructor(verified: KnownPasswords, counters: Counters) {
    this.verified = verified
    this.failures = counters.allow('failed logins', MOST_FAILURES, FAILURE_SECONDS)
    this.#counters = counters
  }

  /** Creates a copy. Both remember separately from then on. @param guard replaces the copy's known passwords */
  fork(guard: (verified: KnownPasswords) => KnownPasswords): LoginMemory {
    return new LoginMemory(guard(this.verified.fork()), this.#counters.fork())
  }
}

export type AccountLogin =
  | { readonly outcome: 'granted'; readonly account: Account }
  | { readonly outcome: 'disabled'; readonly reason: string }
  /**
   * `waits`: too many failures in a row, of the account or the caller's network, or too many hashes wait at the
   * moment.
   */
  | { readonly outcome: 'unknown' | 'wrong' | 'waits' }

export interface AccountCredentials {
  readonly user: string
  readonly password: string
  readonly ip: string
}

/** A login is stored once in so many seconds. */
const NOTE_SECONDS = 60

/** The password against the account as it was read before. */
interface Judged {
  readonly judged: Account | undefined
  readonly right: boolean
  /** A hash of the password in place of one of another system's digest. */
  readonly renewed: string | undefined
  readonly keep: KeepAnswer<AccountLogin>
}

/** Logins of user accounts (the specification, userlogon). These calls have no session, so hashing is limited. */
export class AccountLogins {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * An unknown name takes as long as a wrong password. Only a caller who knows the password gets the reason of a
   * disabled account.
   */
  async logIn(
    appId: number,
    { user, password, ip }: AccountCredentials,
    keep: KeepAnswer<AccountLogin> = keepNothing,
  ): Promise<AccountLogin> {
    const { store, passwords, memory, clock } = this.#parts
    const now = clock.now()
    const account = await store.read((unit) => unit.accounts.find(appId, user))
    const settle = (right: boolean, renewed?: string) =>
      this.#settle(appId, user, { judged: account, right, renewed, keep })
    if (isLocked(account, now)) return { outcome: 'waits' }
    if (account !== undefined && memory.verified.has(account.passwordHash, password, now)) {
      return isNoted(account, now) ? grant(account) : settle(true)
    }
    if (memory.failures.isUsedUp(networkOf(ip), now)) return { outcome: 'waits' }
    const right = await passwords.verifyInTurn(account?.passwordHash, password)
    if (right === undefined) return { outcome: 'waits' }
    if (right && account !== undefined && isOldDigest(account.passwordHash))
      return settle(true, await passwords.hashInTurn(password))
    if (right && account !== undefined) memory.verified.remember(account.passwordHash, password, now)
    else memory.failures.take(networkOf(ip), now)
    return settle(right)
  }

  /**
   * Takes the same steps for an unknown name. A lock that another guess started counts for all guesses that came at
   * once.
   */
  #settle(appId: number, user: string, { judged, right, renewed, keep }: Judged): Promise<AccountLogin> {
    const { store } = this.#parts
    return store.write(
      async (unit) => {
        const account = await unit.accounts.find(appId, user)
        if (account === undefined) return { outcome: 'unknown' }
        const isRight = right && account.passwordHash === judged?.passwordHash
        const login = await this.#note(unit, account, isRight)
        if (isRight && renewed !== undefined)
          await unit.accounts.update(account.id, { passwordHash: renewed })
        await keep(unit, login)
        return login
      },
      { durable: false },
    )
  }

  async #note(unit: WriteUnit, account: Account, right: boolean): Promise<AccountLogin> {
    const now = this.#parts.clock.now()
    if (isLocked(account, now)) return { outcome: 'waits' }
    if (!right) {
      const before = { count: account.failures, lockedUntil: account.lockedUntil, lastAt: now }
      const { count, lockedUntil } = addFailure(before, now)
      await unit.accounts.update(account.id, { failures: count, lockedUntil })
      return { outcome: 'wrong' }
    }
    const change = { failures: 0, lockedUntil: 0, ...(!account.disabled && { lastLoginAt: now }) }
    await unit.accounts.update(account.id, change)
    return grant(account)
  }
}

function grant(account: Account): AccountLogin {
  return account.disabled
    ? { outcome: 'disabled', reason: account.disableReason }
    : { outcome: 'granted', account }
}

/** Whether another right login has nothing to write. */
function isNoted(account: Account, now: number): boolean {
  return account.failures === 0 && (account.disabled || now - (account.lastLoginAt ?? 0) < NOTE_SECONDS)
}
