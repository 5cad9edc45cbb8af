import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Store } from '../../store/store.ts'
import { auditPerson } from '../platform/audit-person.ts'
import type { Caller } from './caller.ts'
import type { SecurityNotices } from '../notices/security-notices.ts'
import type { OperatorCredentials } from './operator-credentials.ts'
import type { Passwords } from './passwords.ts'
import { Refused } from '../refused.ts'
import { requireGoodPassword } from './passwords.ts'
import { digestToken } from './session-token.ts'
import type { SignedIn } from './sessions.ts'

interface Parts {
  readonly store: Store
  readonly passwords: Passwords
  readonly credentials: OperatorCredentials
  readonly notices: SecurityNotices
  readonly clock: Clock
}

/** Changes the operator's own password. */
export class OwnPassword {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * Sets another password and ends all other sessions of the operator.
   * @returns how many ended
   * @throws Refused 422: `old` is `wrong`, or `password` a PasswordProblem or `same`; 429 while the name has to wait
   */
  async change(session: SignedIn, old: string, password: string, caller: Caller): Promise<number> {
    const { store, passwords, credentials, notices, clock } = this.#parts
    const { actor, token } = session
    requireGoodPassword(password, actor.name)
    if (password === old)
      throw new Refused(CONSOLE.invalid, 'This is the present password', { password: 'same' })
    const from = { ...caller, isSignedIn: true }
    const judgement = await credentials.judge(actor.name, old, from)
    if (judgement.outcome === 'waits') throw new Refused(CONSOLE.tooMany, 'Too many failures, wait a while')
    if (judgement.outcome !== 'right') throw wrongOld()
    const passwordHash = await passwords.hash(password)
    return store.write(
      async (unit) => {
        // Another password came while the old one was judged.
        if ((await unit.operators.find(actor.personId))?.passwordHash !== judgement.operator.passwordHash)
          throw wrongOld()
        await unit.operators.update(actor.personId, { passwordHash })
        await credentials.clearFailures(unit, actor.name, from)
        const ended = await unit.sessions.deleteOthers(actor.personId, digestToken(token))
        const now = clock.now()
        await auditPerson(unit, actor, now, { action: 'password_change', after: { ended } })
        await notices.notify(unit, actor.personId, { kind: 'password_changed', ip: caller.ip }, now)
        return ended
      },
      { durable: true },
    )
  }
}

function wrongOld(): Refused {
  return new Refused(CONSOLE.invalid, 'The password is wrong', { old: 'wrong' })
}
