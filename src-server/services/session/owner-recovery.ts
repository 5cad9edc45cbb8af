import { z } from 'zod'
import type { Clock, Random } from '../../contract/ports.ts'
import type { Store, Unit } from '../../store/store.ts'
import { equalSecrets } from '../../wire/digests.ts'
import { audit, SERVER } from '../platform/audit-trail.ts'
import type { SecurityNotices } from '../notices/security-notices.ts'
import type { OperatorCredentials } from './operator-credentials.ts'
import type { Passwords } from './passwords.ts'
import { requireGoodPassword } from './passwords.ts'
import { digestToken, makeToken } from './session-token.ts'
import type { Caller } from './caller.ts'

/** A recovery address is valid for so long, seconds. */
export const RECOVERY_SECONDS = 3600

const KEY = 'recovery_token'

/** The token as the store has it. Times are Unix seconds. */
const storedToken = z.object({ digest: z.string(), until: z.number() })

interface Parts {
  readonly store: Store
  /** Whether other copies of the server may have begun a recovery. */
  readonly isShared: boolean
  readonly passwords: Passwords
  readonly credentials: OperatorCredentials
  readonly notices: SecurityNotices
  readonly clock: Clock
  readonly random: Random
}

/**
 * Lets an owner in again who lost the password, or the authenticator with its recovery codes. A person who may start
 * the server on the data folder may do it, since that person can read all data anyway. All copies of a server know the
 * token. A server with one copy that starts without asking for a recovery lets nobody in.
 */
export class OwnerRecovery {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Forgets the token of an earlier run. */
  async load(): Promise<void> {
    const { store, isShared } = this.#parts
    if (isShared || (await store.read((unit) => unit.meta.find(KEY))) === undefined) return
    await store.write((unit) => unit.meta.take(KEY), { durable: true })
  }

  /** A one-time token for the set-up address, valid for an hour. Earlier ones are invalid from then on. */
  async begin(): Promise<string> {
    const { store, clock, random } = this.#parts
    const token = makeToken(random)
    const open = { digest: digestToken(token), until: clock.now() + RECOVERY_SECONDS }
    await store.write((unit) => unit.meta.set(KEY, JSON.stringify(open)), { durable: true })
    return token
  }

  /**
   * Sets another password of the owner, ends the owner's sessions, and removes the authenticator.
   * @returns false for a token that is wrong, used or expired
   * @throws Refused 422, `password` a PasswordProblem: the token stays valid
   */
  async recover(token: string, password: string, caller: Caller): Promise<boolean> {
    const { store, passwords } = this.#parts
    if (!(await store.read((unit) => this.#isRight(unit, token)))) return false
    const owner = await store.read((unit) => unit.operators.owner())
    if (owner === undefined) return false
    requireGoodPassword(password, owner.name)
    // If two requests use the token at once, one succeeds.
    const isTaken = await store.write(
      async (unit) => (await this.#isRight(unit, token)) && (await unit.meta.take(KEY)),
      { durable: true },
    )
    if (!isTaken) return false
    await this.#reset(owner, await passwords.hash(password), caller)
    return true
  }

  async #isRight({ meta }: Unit, token: string): Promise<boolean> {
    const stored = await meta.find(KEY)
    if (stored === undefined) return false
    const { digest, until } = storedToken.parse(JSON.parse(stored))
    return until > this.#parts.clock.now() && equalSecrets(digest, digestToken(token))
  }

  async #reset(
    { id, name, totpConfirmedAt }: { id: number; name: string; totpConfirmedAt: number | null },
    passwordHash: string,
    caller: Caller,
  ): Promise<void> {
    const { store, credentials, notices, clock } = this.#parts
    await store.write(
      async (unit) => {
        await unit.operators.update(id, {
          passwordHash,
          totpSecret: '',
          totpConfirmedAt: null,
          totpLastStep: 0,
        })
        await unit.recoveryCodes.replace(id, [])
        const ended = await unit.sessions.deleteOthers(id, '')
        await credentials.clearFailures(unit, name, caller)
        const now = clock.now()
        await notices.notify(unit, id, { kind: 'recovered', ip: caller.ip }, now)
        await audit(unit, { ...SERVER, ip: caller.ip }, now, {
          action: 'owner_recover',
          subject: { kind: 'operator', id, label: name },
          after: { ended, ...(totpConfirmedAt !== null && { totp: 'off' }) },
        })
      },
      { durable: true },
    )
  }
}
