import type { Clock, Random } from '../../contract/ports.ts'
import type { Store } from '../../store/store.ts'
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

interface Parts {
  readonly store: Store
  readonly passwords: Passwords
  readonly credentials: OperatorCredentials
  readonly notices: SecurityNotices
  readonly clock: Clock
  readonly random: Random
}

/**
 * Lets an owner in again who lost the password, or the authenticator with its recovery codes. A person who may start
 * the server on the data folder may do it, since that person can read all data anyway. The token is in memory only: a
 * server that starts without asking for a recovery lets nobody in.
 */
export class OwnerRecovery {
  readonly #parts: Parts
  #open: { readonly digest: string; readonly until: number } | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A one-time token for the set-up address, valid for an hour. */
  begin(): string {
    const { clock, random } = this.#parts
    const token = makeToken(random)
    this.#open = { digest: digestToken(token), until: clock.now() + RECOVERY_SECONDS }
    return token
  }

  /**
   * Sets another password of the owner, ends the owner's sessions, and removes the authenticator.
   * @returns false for a token that is wrong, used or expired
   * @throws Refused 422, `password` a PasswordProblem: the token stays valid
   */
  async recover(token: string, password: string, caller: Caller): Promise<boolean> {
    const { store, passwords, clock } = this.#parts
    const open = this.#open
    if (open === undefined || open.until <= clock.now() || !equalSecrets(open.digest, digestToken(token)))
      return false
    const owner = await store.read((unit) => unit.operators.owner())
    if (owner === undefined) return false
    requireGoodPassword(password, owner.name)
    // If two requests use the token at once, one succeeds.
    if (this.#open !== open) return false
    this.#open = undefined
    await this.#reset(owner, await passwords.hash(password), caller)
    return true
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
