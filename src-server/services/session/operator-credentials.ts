import type { Clock, Log } from '../../contract/ports.ts'
import { addFailure, FAILURE_MEMORY_SECONDS, isLocked, type Failures } from '../../domain/access/lockout.ts'
import type { Operator } from '../../domain/access/operator.ts'
import type { Store, WriteUnit } from '../../store/store.ts'
import type { SecurityNotices } from '../notices/security-notices.ts'
import type { Passwords } from './passwords.ts'
import { spendFactor } from './second-factor.ts'

interface Parts {
  readonly store: Store
  readonly passwords: Passwords
  readonly notices: SecurityNotices
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
 * Wrong codes also count for the name at every address together. Only a person who knows the password can try codes,
 * and six digits are few enough to be guessed from many addresses.
 */
const EVERY_ADDRESS = '*'

/**
 * Judges the names and passwords of operators: at the console's sign-in and in the two calls of api.php that take
 * them. Failures of both count together, so neither is a way around the other's lock.
 */
export class OperatorCredentials {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** An unknown name takes as long as a wrong password. The caller checks whether the operator may do anything. */
  judge(name: string, password: string, ip: string): Promise<Judgement> {
    return this.#judge(name, ip, (stored) => this.#parts.passwords.verify(stored, password))
  }

  /** As `judge`, for calls that anybody can send. @returns `waits` while many hashes wait */
  judgeInTurn(name: string, password: string, ip: string): Promise<Judgement> {
    return this.#judge(name, ip, (stored) => this.#parts.passwords.verifyInTurn(stored, password))
  }

  /** Asks an operator with an authenticator for its code or a recovery code. Each code is right once. */
  async judgeFactor(operator: Operator, otp: string | undefined, ip: string): Promise<FactorJudgement> {
    const { store, notices, clock, log } = this.#parts
    if (operator.totpConfirmedAt === null) return 'right'
    if (otp === undefined) return 'required'
    const { id, name } = operator
    // One unit of work: when guesses come at once, those after the last free one find the name locked.
    const judged = await store.write<FactorJudgement>(
      async (unit) => {
        const now = clock.now()
        const failures = await Promise.all(
          [ip, EVERY_ADDRESS].map(async (at) => ({
            at,
            before: await unit.operators.findFailures(name, at),
          })),
        )
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
  async clearFailures(unit: WriteUnit, name: string, ip: string): Promise<void> {
    for (const at of [ip, EVERY_ADDRESS]) await unit.operators.clearFailures(name, at)
  }

  async countFailure(name: string, ip: string): Promise<void> {
    const { store, clock, log } = this.#parts
    await store.write(
      async (unit) => {
        const before = await unit.operators.findFailures(name, ip)
        await this.#fail(unit, name, { at: ip, before, ip }, clock.now())
      },
      { durable: true },
    )
    log.warn('session.refused', { ip })
  }

  /** Failures count from zero after a right password. */
  async forgetFailures(name: string, ip: string): Promise<void> {
    const { store } = this.#parts
    if ((await store.read((unit) => unit.operators.findFailures(name, ip))) === undefined) return
    await store.write((unit) => unit.operators.clearFailures(name, ip), { durable: true })
  }

  async forgetOld(): Promise<void> {
    const before = this.#parts.clock.now() - FAILURE_MEMORY_SECONDS
    await this.#parts.store.write((unit) => unit.operators.deleteFailuresBefore(before), { durable: false })
  }

  async #judge(
    name: string,
    ip: string,
    verify: (stored: string | undefined) => Promise<boolean | undefined>,
  ): Promise<Judgement> {
    const operator = await this.#parts.store.read((unit) => unit.operators.findByName(name))
    if (await this.#isLocked(name, ip)) return { outcome: 'waits', operator }
    // An invited operator has no password yet. They take as long as an unknown name.
    const right = await verify(operator?.passwordHash === '' ? undefined : operator?.passwordHash)
    // Guesses that came at once were all judged as if each were the first. A lock that another guess started counts for
    // all of them.
    if (right === undefined || (await this.#isLocked(name, ip))) return { outcome: 'waits', operator }
    if (right && operator !== undefined) return { outcome: 'right', operator }
    await this.countFailure(name, ip)
    return { outcome: operator === undefined ? 'unknown' : 'wrong', operator }
  }

  /** @param at the address that the failure counts for, or every address @param ip the address that it came from */
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

  async #isLocked(name: string, ip: string): Promise<boolean> {
    const { store, clock } = this.#parts
    return isLocked(await store.read((unit) => unit.operators.findFailures(name, ip)), clock.now())
  }
}
