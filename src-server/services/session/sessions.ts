import { CONSOLE } from '../../contract/error-codes.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import {
  actorOf,
  isOut,
  isShutOut,
  type Operator,
  type Session,
  type OperatorWithEmployer,
} from '../../domain/access/operator.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Store } from '../../store/store.ts'
import { equalSecrets } from '../../wire/digests.ts'
import { encodeHex } from '../../wire/hex.ts'
import { auditPerson } from '../platform/audit-person.ts'
import { audit, SERVER } from '../platform/audit-trail.ts'
import type { Caller } from './caller.ts'
import type { SecurityNotices } from '../notices/security-notices.ts'
import type { OperatorCredentials } from './operator-credentials.ts'
import type { OwnerRecovery } from './owner-recovery.ts'
import type { Passwords } from './passwords.ts'
import { Refused } from '../refused.ts'
import { requireGoodPassword } from './passwords.ts'
import { csrfOf, digestToken, makeToken } from './session-token.ts'
import { LONGEST_USER_AGENT, type SignInHistory } from './sign-in-history.ts'
import { storeUse } from './store-use.ts'

/** A session ends after so long without use, and after so long in any case, seconds. */
const IDLE_SECONDS = 12 * 3600
const LONGEST_SECONDS = 30 * 86_400
/** The use of a session is stored once in so many seconds. */
const TOUCH_SECONDS = 60
/** A password that was given allows dangerous acts for so long, seconds. */
export const ELEVATED_SECONDS = 600
const OWNER_NAME = 'owner'
const SETUP_KEY = 'setup_token_digest'

interface Parts {
  readonly store: Store
  readonly passwords: Passwords
  readonly credentials: OperatorCredentials
  readonly history: SignInHistory
  readonly recovery: OwnerRecovery
  readonly notices: SecurityNotices
  readonly clock: Clock
  readonly random: Random
}

export interface SignedIn {
  readonly actor: Actor
  /** The value of the cookie; nothing else may show it. */
  readonly token: string
  readonly csrf: string
  /** Dangerous acts are allowed until then, Unix seconds. */
  readonly elevatedUntil: number
  /** When the plan of the developer, or of the operator's employer, ends, Unix seconds; null for never. */
  readonly planEndsAt: number | null
  /** Whether a sign-in asks for an authenticator's code. */
  readonly totp: boolean
}

/** Sessions of the console: sign-in, the first password of the owner, and sign-out. */
export class Sessions {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * @param otp an authenticator's code or a recovery code, where the operator has a second factor
   * @throws Refused 401 for a wrong name or password, both with one text and in one time; with `fields.otp`
   *   (`required`, `wrong`) where the password was right; 429 while the name has to wait
   */
  async signIn(name: string, password: string, caller: Caller, otp?: string): Promise<SignedIn> {
    const { credentials, history } = this.#parts
    const judgement = await credentials.judge(name, password, caller)
    if (judgement.outcome !== 'right') {
      const isLocked = judgement.outcome === 'waits'
      await history.note(judgement.operator, caller, isLocked ? 'waits' : 'wrong_password')
      throw isLocked ? waitAWhile() : wrong()
    }
    const { operator } = judgement
    if (await this.#isShutOut(operator)) {
      // The attempt counts as a failure, so that nobody learns that the password of a frozen or banned operator was right.
      const isCounted = await credentials.countFailure(name, caller)
      await history.note(operator, caller, isCounted ? 'shut_out' : 'waits')
      throw isCounted ? wrong() : waitAWhile()
    }
    const factor = await credentials.judgeFactor(operator, otp, caller)
    if (factor === 'right') return this.#open(operator, caller)
    if (factor !== 'required')
      await history.note(operator, caller, factor === 'waits' ? 'waits' : 'wrong_otp')
    if (factor === 'waits') throw waitAWhile()
    throw new Refused(CONSOLE.notSignedIn, 'The code of the authenticator is missing or wrong', {
      otp: factor,
    })
  }

  /** Ends the session of this request. */
  async signOut({ actor, token }: SignedIn): Promise<void> {
    const { store, clock } = this.#parts
    await store.write(
      async (unit) => {
        await unit.sessions.delete(digestToken(token))
        await auditPerson(unit, actor, clock.now(), { action: 'logout', after: { signedIn: false } })
      },
      { durable: true },
    )
  }

  /** Finds whom a token signs in, without counting as a use of the session. @returns undefined as `authenticate` */
  async look(token: string): Promise<Actor | undefined> {
    const found = await this.#find(digestToken(token))
    return found && signedIn(found, found.session, token).actor
  }

  /** @returns undefined for an unknown token, an ended session, and an operator who is frozen or banned */
  async authenticate(token: string): Promise<SignedIn | undefined> {
    const { store, clock } = this.#parts
    const now = clock.now()
    const digest = digestToken(token)
    const found = await this.#find(digest)
    if (found === undefined) return undefined
    const { session } = found
    if (now - session.lastSeenAt >= TOUCH_SECONDS) {
      const expiresAt = Math.min(now + IDLE_SECONDS, session.createdAt + LONGEST_SECONDS)
      await storeUse(store, (unit) => unit.sessions.touch(digest, now, expiresAt))
    }
    return signedIn(found, session, token)
  }

  /** Creates the owner with this password. @returns false where an owner exists */
  async createOwner(password: string): Promise<boolean> {
    const { store, passwords, clock } = this.#parts
    const passwordHash = await passwords.hash(password)
    return store.write(
      async (unit) => {
        if ((await unit.operators.owner()) !== undefined) return false
        const { id } = await unit.operators.insert({
          name: OWNER_NAME,
          role: 'owner',
          passwordHash,
          createdAt: clock.now(),
        })
        await unit.meta.take(SETUP_KEY)
        await audit(unit, SERVER, clock.now(), {
          action: 'setup',
          subject: { kind: 'operator', id, label: OWNER_NAME },
        })
        return true
      },
      { durable: true },
    )
  }

  async hasOwner(): Promise<boolean> {
    return (await this.#parts.store.read((unit) => unit.operators.owner())) !== undefined
  }

  /** Creates a one-time token for the set-up address. Earlier tokens are invalid from then on. */
  async issueSetupToken(): Promise<string> {
    const token = makeToken(this.#parts.random)
    await this.#parts.store.write((unit) => unit.meta.set(SETUP_KEY, digestToken(token)), { durable: true })
    return token
  }

  /** Creates a one-time token for the set-up address of an owner who can't sign in any more. */
  beginRecovery(): Promise<string> {
    return this.#parts.recovery.begin()
  }

  /**
   * Sets the owner's first password, or, if the server was started for a recovery, another password once.
   * @throws Refused 403 for a token that is wrong or was used; 422, `password` a PasswordProblem
   */
  async setUp(token: string, password: string, caller: Caller): Promise<SignedIn> {
    const { store, recovery } = this.#parts
    if (await recovery.recover(token, password, caller)) return this.signIn(OWNER_NAME, password, caller)
    const expected = await store.read((unit) => unit.meta.find(SETUP_KEY))
    if (expected === undefined || !equalSecrets(expected, digestToken(token))) {
      throw new Refused(CONSOLE.forbidden, 'This set-up address is not valid any more')
    }
    requireGoodPassword(password, OWNER_NAME)
    if (!(await this.createOwner(password)))
      throw new Refused(CONSOLE.conflict, 'The owner is set up already')
    return this.signIn(OWNER_NAME, password, caller)
  }

  async forgetExpired(): Promise<void> {
    const now = this.#parts.clock.now()
    await this.#parts.store.write((unit) => unit.sessions.deleteExpired(now), { durable: false })
  }

  async #find(digest: string) {
    const { store, clock } = this.#parts
    const found = await store.read((unit) => unit.sessions.find(digest))
    const over = found === undefined || isOut(found) || found.session.expiresAt <= clock.now()
    return over ? undefined : found
  }

  async #isShutOut(operator: Operator): Promise<boolean> {
    const { employerId } = operator
    if (isShutOut(operator) || employerId === null) return isShutOut(operator)
    const employer = await this.#parts.store.read((unit) => unit.operators.find(employerId))
    return employer === undefined || isShutOut(employer)
  }

  async #open(operator: Operator, caller: Caller): Promise<SignedIn> {
    const { store, credentials, notices, clock, random } = this.#parts
    const { id, name, passwordHash } = operator
    const token = makeToken(random)
    const at = clock.now()
    const session: Session = {
      tokenDigest: digestToken(token),
      handle: encodeHex(random.bytes(16)),
      operatorId: id,
      createdAt: at,
      lastSeenAt: at,
      expiresAt: at + IDLE_SECONDS,
      elevatedUntil: at + ELEVATED_SECONDS,
      ip: caller.ip,
      userAgent: caller.userAgent.slice(0, LONGEST_USER_AGENT),
    }
    return store.write(
      async (unit) => {
        await unit.sessions.insert(session)
        const found = await unit.sessions.find(session.tokenDigest)
        // A ban or another password came while this password was judged.
        if (found === undefined || isOut(found) || found.operator.passwordHash !== passwordHash) throw wrong()
        const opened = signedIn(found, session, token)
        const { ip, userAgent } = session
        await credentials.clearFailures(unit, name, caller)
        await notices.signedIn(unit, operator, { ip, userAgent }, at)
        await unit.operators.update(id, { lastSignInAt: at })
        await unit.signIns.insert({ operatorId: id, at, ip, userAgent, outcome: 'signed_in' })
        await auditPerson(unit, opened.actor, at, { action: 'login', after: { userAgent } })
        return opened
      },
      { durable: true },
    )
  }
}

function wrong(): Refused {
  return new Refused(CONSOLE.notSignedIn, 'The name or the password is wrong')
}

function waitAWhile(): Refused {
  return new Refused(CONSOLE.tooMany, 'Too many failed sign-ins, wait a while')
}

function signedIn(found: OperatorWithEmployer, session: Session, token: string): SignedIn {
  const { operator } = found
  return {
    actor: actorOf(found, session.ip),
    token,
    csrf: csrfOf(token),
    elevatedUntil: session.elevatedUntil,
    planEndsAt: (found.employer ?? operator).planEndsAt,
    totp: operator.totpConfirmedAt !== null,
  }
}
