import type { Clock, Log } from '../contract/ports.ts'
import { addFailure, isLocked } from '../domain/access/lockout.ts'
import type { Operator } from '../domain/access/operator.ts'
import type { Store } from '../store/store.ts'
import type { Passwords } from './passwords.ts'

interface Parts {
  readonly store: Store
  readonly passwords: Passwords
  readonly clock: Clock
  readonly log: Log
}

export type Judgement =
  | { readonly outcome: 'right'; readonly operator: Operator }
  /** `waits`: too many failures in a row, or too much to hash just now. */
  | { readonly outcome: 'unknown' | 'wrong' | 'waits' }

/**
 * Names and passwords of console users, wherever they are given: at the console's sign-in and in the two calls of
 * api.php that take them. Failures count together, so that neither door is a way around the other's lock.
 */
export class OperatorCredentials {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** An unknown name takes as long as a wrong password. Whether the operator may do anything is the caller's to ask. */
  judge(name: string, password: string, ip: string): Promise<Judgement> {
    return this.#judge(name, ip, (stored) => this.#parts.passwords.verify(stored, password))
  }

  /** As `judge`, for calls anybody can send: they keep out when there is much to hash. */
  judgeInTurn(name: string, password: string, ip: string): Promise<Judgement> {
    return this.#judge(name, ip, (stored) => this.#parts.passwords.verifyInTurn(stored, password))
  }

  async countFailure(name: string, ip: string): Promise<void> {
    const { store, clock, log } = this.#parts
    await store.write(
      async (unit) => {
        const before = await unit.operators.findFailures(name, ip)
        await unit.operators.saveFailures(name, ip, addFailure(before, clock.now()))
      },
      { durable: true },
    )
    log.warn('session.refused', { ip })
  }

  /** A name that was right begins anew. */
  async forgetFailures(name: string, ip: string): Promise<void> {
    const { store } = this.#parts
    if ((await store.read((unit) => unit.operators.findFailures(name, ip))) === undefined) return
    await store.write((unit) => unit.operators.clearFailures(name, ip), { durable: true })
  }

  async #judge(
    name: string,
    ip: string,
    verify: (stored: string | undefined) => Promise<boolean | undefined>,
  ): Promise<Judgement> {
    const operator = await this.#parts.store.read((unit) => unit.operators.findByName(name))
    if (await this.#isLocked(name, ip)) return { outcome: 'waits' }
    const right = await verify(operator?.passwordHash)
    // Guesses that came at once were all judged as the first: the wait that others began meanwhile counts for each.
    if (right === undefined || (await this.#isLocked(name, ip))) return { outcome: 'waits' }
    if (right && operator !== undefined) return { outcome: 'right', operator }
    await this.countFailure(name, ip)
    return { outcome: operator === undefined ? 'unknown' : 'wrong' }
  }

  async #isLocked(name: string, ip: string): Promise<boolean> {
    const { store, clock } = this.#parts
    return isLocked(await store.read((unit) => unit.operators.findFailures(name, ip)), clock.now())
  }
}
