import type { Clock, Log } from '../../contract/ports.ts'
import { networkOf } from '../../contract/network.ts'
import { FAMILIAR_SECONDS } from '../../domain/access/familiar.ts'
import { addFailure, FAILURE_MEMORY_SECONDS, isLocked, type Failures } from '../../domain/access/lockout.ts'
import type { Operator } from '../../domain/access/operator.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { SecurityNotices } from '../notices/security-notices.ts'
import { originKey, type Origin } from './caller.ts'
import type { Passwords, PasswordTurn } from './passwords.ts'
import { spendFactor } from './second-factor.ts'
import type { SignInLimits } from './sign-in-limits.ts'

interface Parts {
  readonly store: Store
  readonly passwords: Passwords
  readonly notices: SecurityNotices
  /** The totals to start with; a preview continues from those of the server. */
  readonly limits: SignInLimits
  readonly clock: Clock
  readonly log: Log
}

export type Judgement =
  | { readonly outcome: 'right'; readonly operator: Operator }
  /**
   * `waits`: too many failures in a row, or too many hashes wait at the moment. With the operator where the name is
   * known.
   */
  | { readonly outcome: 'unknown' | 'wrong' | 'waits'; readonly operator?: Operator | undefined }

/** `required`: the operator has an authenticator, and the request has no code of it. */
export type FactorJudgement = 'right' | 'required' | 'wrong' | 'waits'

/**
 * Wrong codes also count for the name at every network together. Only a person who knows the password can try codes,
 * and six digits are few enough to be guessed from many networks. This machine is no such network.
 */
const EVERY_NETWORK = '*'
/** Attempts of an operator that are looked through for a network. */
const LOOKED_THROUGH = 1000

/**
 * Judges the names and passwords of operators: at the console's sign-in and in the two calls of api.php that take
 * them. Failures of both count together, so neither is a way around the other's lock.
 */
export class OperatorCredentials {
  readonly #parts: Parts
  readonly limits: SignInLimits

  constructor(parts: Parts) {
    this.#parts = parts
    this.limits = parts.limits
  }

  /** An unknown name takes as long as a wrong password. The caller checks whether the operator may do anything. */
  judge(name: string, password: string, from: Origin): Promise<Judgement> {
    const turn: PasswordTurn = from.isLocal || from.isSignedIn === true ? 'first' : 'last'
    return this.#judge(name, from, (stored) => this.#parts.passwords.verify(stored, password, turn))
  }

  /** As `judge`, for calls that anybody can send. @returns `waits` while many hashes wait */
  judgeInTurn(name: string, password: string, ip: string): Promise<Judgement> {
    return this.#judge(name, { ip, isLocal: false }, (stored) =>
      this.#parts.passwords.verifyInTurn(stored, password),
    )
  }

  /** Asks an operator with an authenticator for its code or a recovery code. Each code is right once. */
  async judgeFactor(operator: Operator, otp: string | undefined, from: Origin): Promise<FactorJudgement> {
    const { store, notices, clock, log } = this.#parts
    if (operator.totpConfirmedAt === null) return 'right'
    if (otp === undefined) return 'required'
    const { id, name } = operator
    const { ip } = from
    // One unit of work: when guesses come at once, those after the last free one find the name locked.
    const judged = await store.write<FactorJudgement>(
      async (unit) => {
        const now = clock.now()
        const failures = await Array.fromAsync(keysOf(from), async (at) => ({
          at,
          before: await unit.operators.findFailures(name, at),
        }))
        if (failures.some(({ before }) => isLocked(before, now))) return 'waits'
        const spent = await spendFactor(unit, id, otp, now)
        if (spent === 'recovery_code') {
          const left = await unit.recoveryCodes.countLeft(id)
          await notices.notify(unit, id, { kind: 'recovery_code', ip, left }, now)
        }
        if (spent !== 'none') return 'right'
        for (const { at, before } of failures) await this.#fail(unit, name, { at, before, ip }, now)
        return 'wrong'
      },
      { durable: true },
    )
    if (judged === 'wrong') log.warn('session.refused', { ip })
    return judged
  }

  /** Failures count from zero after a sign-in. */
  async clearFailures(unit: WriteUnit, name: string, from: Origin): Promise<void> {
    for (const at of keysOf(from)) await unit.operators.clearFailures(name, at)
    unit.afterCommit(() => {
      this.limits.signedIn(name, from)
    })
  }

  /** @returns false when the name was already locked: a lock that another guess started counts for all of them */
  async countFailure(name: string, from: Origin): Promise<boolean> {
    const { store, clock, log } = this.#parts
    const { ip } = from
    const at = originKey(from)
    // One unit of work: guesses that come at once are counted one after the other.
    const isCounted = await store.write(
      async (unit) => {
        const now = clock.now()
        const before = await unit.operators.findFailures(name, at)
        if (isLocked(before, now)) return false
        await this.#fail(unit, name, { at, before, ip }, now)
        return true
      },
      { durable: true },
    )
    if (isCounted) log.warn('session.refused', { ip })
    return isCounted
  }

  /** Failures count from zero after a right password. */
  async forgetFailures(name: string, ip: string): Promise<void> {
    const { store } = this.#parts
    const at = originKey({ ip, isLocal: false })
    if ((await store.read((unit) => unit.operators.findFailures(name, at))) === undefined) return
    await store.write((unit) => unit.operators.clearFailures(name, at), { durable: true })
  }

  async forgetOld(): Promise<void> {
    const before = this.#parts.clock.now() - FAILURE_MEMORY_SECONDS
    await this.#parts.store.write((unit) => unit.operators.deleteFailuresBefore(before), { durable: false })
  }

  async #judge(
    name: string,
    from: Origin,
    verify: (stored: string | undefined) => Promise<boolean | undefined>,
  ): Promise<Judgement> {
    const operator = await this.#parts.store.read((unit) => unit.operators.findByName(name))
    if (await this.#isLocked(name, from)) return { outcome: 'waits', operator }
    const now = this.#parts.clock.now()
    if (!(await this.limits.take(name, from, () => this.#isFamiliar(operator, from), now)))
      return { outcome: 'waits', operator }
    let isFailure = false
    try {
      // An invited operator has no password yet. They take as long as an unknown name.
      const right = await verify(operator?.passwordHash === '' ? undefined : operator?.passwordHash)
      if (right === undefined) return { outcome: 'waits', operator }
      if (right && operator !== undefined) {
        const isLocked = await this.#isLockedByNow(name, from)
        return { outcome: isLocked ? 'waits' : 'right', operator }
      }
      isFailure = await this.countFailure(name, from)
      if (!isFailure) return { outcome: 'waits', operator }
      return { outcome: operator === undefined ? 'unknown' : 'wrong', operator }
    } finally {
      if (!isFailure) this.limits.giveBack(name, from, now)
    }
  }

  /** Whether the operator has signed in from the caller's network lately. */
  async #isFamiliar(operator: Operator | undefined, { ip }: Origin): Promise<boolean> {
    if (operator === undefined) return false
    const { store, clock } = this.#parts
    const since = clock.now() - FAMILIAR_SECONDS
    const seen = await store.read((unit) => unit.signIns.seen(operator.id, since, LOOKED_THROUGH))
    return seen.some((place) => networkOf(place.ip) === networkOf(ip))
  }

  /** @param at the key that the failure counts for @param ip the address that it came from */
  async #fail(
    unit: WriteUnit,
    name: string,
    { at, before, ip }: { readonly at: string; readonly before: Failures | undefined; readonly ip: string },
    now: number,
  ): Promise<void> {
    const failures = addFailure(before, now)
    await unit.operators.saveFailures(name, at, failures)
    if (isLocked(failures, now))
      await this.#parts.notices.locked(unit, name, { ip, until: failures.lockedUntil }, now)
  }

  async #isLocked(name: string, from: Origin): Promise<boolean> {
    const { store, clock } = this.#parts
    const at = originKey(from)
    return isLocked(await store.read((unit) => unit.operators.findFailures(name, at)), clock.now())
  }

  /** As `#isLocked`, after every failure that is being counted. A right password must not overtake the wrong ones. */
  async #isLockedByNow(name: string, from: Origin): Promise<boolean> {
    const { store, clock } = this.#parts
    const at = originKey(from)
    return store.write(async (unit) => isLocked(await unit.operators.findFailures(name, at), clock.now()), {
      durable: false,
    })
  }
}

/** The keys under which failures of the second factor count. */
function keysOf(from: Origin): string[] {
  return from.isLocal ? [originKey(from)] : [originKey(from), EVERY_NETWORK]
}
