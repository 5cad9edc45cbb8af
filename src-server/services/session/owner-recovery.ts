import type { Clock, Random } from '../../contract/ports.ts'
import type { Store } from '../../store/store.ts'
import { equalSecrets } from '../../wire/equal.ts'
import { audit, SERVER } from '../platform/audit-trail.ts'
import type { SecurityNotices } from '../notices/security-notices.ts'
import type { OperatorCredentials } from './operator-credentials.ts'
import type { Passwords } from './passwords.ts'
import { requireGoodPassword } from './require-good-password.ts'
import { digestToken, makeToken } from './session-token.ts'
import type { Caller } from './caller.ts'

/** How long a recovery address is good for, seconds. */
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
 * How the owner gets in again who lost his password, or his authenticator with its recovery codes: whoever may start the
 * server on the data folder may do it, since the folder is all there is. Kept in memory alone: a server that is
 * started without asking for it lets nobody in.
 */
export class OwnerRecovery {
  readonly #parts: Parts
  #open: { readonly digest: string; readonly until: number } | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** A one-time token for the set-up address, good for an hour. */
  begin(): string {
    const { clock, random } = this.#parts
    const token = makeToken(random)
    this.#open = { digest: digestToken(token), until: clock.now() + RECOVERY_SECONDS }
    return token
  }

  /**
   * Sets another password of the owner, ends his sessions, and asks for no authenticator any more.
   *
   * @returns false for a token that is none, was used or is over
   * @throws Refused 422, `password` a PasswordProblem: the token is good for another try
   */
  async recover(token: string, password: string, caller: Caller): Promise<boolean> {
    const { store, passwords, clock } = this.#parts
    const open = this.#open
    if (open === undefined || open.until <= clock.now() || !equalSecrets(open.digest, digestToken(token)))
      return false
    const owner = await store.read((unit) => unit.operators.owner())
    if (owner === undefined) return false
    requireGoodPassword(password, owner.name)
    // Of two who use it at once, one does.
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
        await credentials.clearFailures(unit, name, caller.ip)
        const now = clock.now()
        await notices.tell(unit, id, { kind: 'recovered', ip: caller.ip }, now)
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
