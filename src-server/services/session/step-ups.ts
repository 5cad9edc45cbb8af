import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock } from '../../contract/ports.ts'
import type { Store } from '../../store/store.ts'
import { auditPerson } from '../platform/audit-person.ts'
import type { Caller } from './caller.ts'
import type { OperatorCredentials } from './operator-credentials.ts'
import { Refused } from '../refused.ts'
import { digestToken } from './session-token.ts'
import { ELEVATED_SECONDS, type SignedIn } from './sessions.ts'

/** Dangerous acts need a password given lately: an unlocked screen or a stolen cookie is not enough. */
export class StepUps {
  readonly #store: Store
  readonly #credentials: OperatorCredentials
  readonly #clock: Clock

  constructor(parts: { store: Store; credentials: OperatorCredentials; clock: Clock }) {
    this.#store = parts.store
    this.#credentials = parts.credentials
    this.#clock = parts.clock
  }

  /**
   * Allows dangerous acts for a while.
   * @returns until when, Unix seconds
   * @throws Refused 422: `password` is `wrong`, or `otp` is `required` or `wrong`; 429 while the name has to wait
   */
  async stepUp(session: SignedIn, password: string, caller: Caller, otp?: string): Promise<number> {
    const { actor, token } = session
    await confirmPerson(this.#credentials, actor.name, password, caller, otp)
    const now = this.#clock.now()
    const until = now + ELEVATED_SECONDS
    await this.#store.write(
      async (unit) => {
        await unit.sessions.elevate(digestToken(token), until)
        await this.#credentials.clearFailures(unit, actor.name, { ...caller, isSignedIn: true })
        await auditPerson(unit, actor, now, { action: 'step_up', after: { elevatedUntil: until } })
      },
      { durable: true },
    )
    return until
  }
}

/**
 * Checks that the password is that of the signed-in operator. Failures count like those of sign-ins.
 * @throws Refused as StepUps.stepUp
 */
async function confirmPerson(
  credentials: OperatorCredentials,
  name: string,
  password: string,
  caller: Caller,
  otp: string | undefined,
): Promise<void> {
  const from = { ...caller, isSignedIn: true }
  const judgement = await credentials.judge(name, password, from)
  if (judgement.outcome === 'waits') throw waits()
  if (judgement.outcome !== 'right')
    throw new Refused(CONSOLE.invalid, 'The password is wrong', { password: 'wrong' })
  const factor = await credentials.judgeFactor(judgement.operator, otp, from)
  if (factor === 'waits') throw waits()
  if (factor !== 'right')
    throw new Refused(CONSOLE.invalid, 'The code of the authenticator is missing or wrong', { otp: factor })
}

function waits(): Refused {
  return new Refused(CONSOLE.tooMany, 'Too many failures, wait a while')
}
