import { CONSOLE } from '../contract/error-codes.ts'
import type { Clock, Random } from '../contract/ports.ts'
import {
  isOut,
  isShutOut,
  permissionsIn,
  type Operator,
  type Session,
  type Standing,
} from '../domain/access/operator.ts'
import type { Actor } from '../domain/access/scope.ts'
import type { Store } from '../store/store.ts'
import { equalSecrets } from '../wire/equal.ts'
import type { OperatorCredentials } from './operator-credentials.ts'
import type { Passwords } from './passwords.ts'
import { Refused } from './refused.ts'
import { csrfOf, digestToken, makeToken } from './session-token.ts'

/** A session ends when nobody used it for this long, and after this long anyway, seconds. */
const IDLE_SECONDS = 12 * 3600
const LONGEST_SECONDS = 30 * 86_400
/** How often use of a session is noted, seconds. */
const TOUCH_SECONDS = 60
/** How long a password that was given allows dangerous acts, seconds. */
const ELEVATED_SECONDS = 600
const OWNER_NAME = 'owner'
const SETUP_KEY = 'setup_token_digest'

interface Parts {
  readonly store: Store
  readonly passwords: Passwords
  readonly credentials: OperatorCredentials
  readonly clock: Clock
  readonly random: Random
}

export interface Caller {
  readonly ip: string
  readonly userAgent: string
}

export interface SignedIn {
  readonly actor: Actor
  /** For the cookie; nobody else learns it. */
  readonly token: string
  readonly csrf: string
  /** Dangerous acts are allowed until then, Unix seconds. */
  readonly elevatedUntil: number
  /** When the plan of the developer ends, or of whom he works for, Unix seconds; null never. */
  readonly planEndsAt: number | null
  /** Whether an authenticator's code is asked for beside the password. */
  readonly totp: boolean
}

/** Who is signed in to the console, and how one gets there. */
export class Sessions {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** @throws Refused 401 for a wrong name or password, in one time and one text for both; 429 while the name has to wait. */
  async signIn(name: string, password: string, caller: Caller): Promise<SignedIn> {
    const { credentials } = this.#parts
    const judgement = await credentials.judge(name, password, caller.ip)
    if (judgement.outcome === 'waits')
      throw new Refused(CONSOLE.tooMany, 'Too many failed sign-ins, wait a while')
    if (judgement.outcome === 'right' && !isShutOut(judgement.operator))
      return this.#open(judgement.operator, caller)
    // Nobody learns that a shut-out operator's password was right: it counts as a failure.
    if (judgement.outcome === 'right') await credentials.countFailure(name, caller.ip)
    throw new Refused(CONSOLE.notSignedIn, 'The name or the password is wrong')
  }

  /**
   * Allows dangerous acts for a while.
   *
   * @returns until when, Unix seconds
   * @throws Refused 422 for a wrong password; 429 while the name has to wait
   */
  async stepUp({ actor, token }: SignedIn, password: string, caller: Caller): Promise<number> {
    const { store, credentials, clock } = this.#parts
    const { outcome } = await credentials.judge(actor.name, password, caller.ip)
    if (outcome === 'waits') throw new Refused(CONSOLE.tooMany, 'Too many wrong passwords, wait a while')
    if (outcome !== 'right')
      throw new Refused(CONSOLE.invalid, 'The password is wrong', { password: 'is wrong' })
    const until = clock.now() + ELEVATED_SECONDS
    await store.write((unit) => unit.sessions.elevate(digestToken(token), until), { durable: true })
    await credentials.forgetFailures(actor.name, caller.ip)
    return until
  }

  /** Ends a session; one that isn't there is ended already. */
  async signOut(token: string): Promise<void> {
    await this.#parts.store.write((unit) => unit.sessions.delete(digestToken(token)), { durable: true })
  }

  /** Whether a token is still a session; asking is no use of it. */
  async isOpen(token: string): Promise<boolean> {
    return (await this.#find(digestToken(token))) !== undefined
  }

  /** @returns undefined for a token that is none, ended, or whose operator is frozen or banned. */
  async authenticate(token: string): Promise<SignedIn | undefined> {
    const { store, clock } = this.#parts
    const now = clock.now()
    const digest = digestToken(token)
    const found = await this.#find(digest)
    if (found === undefined) return undefined
    const { session } = found
    if (now - session.lastSeenAt >= TOUCH_SECONDS) {
      const expiresAt = Math.min(now + IDLE_SECONDS, session.createdAt + LONGEST_SECONDS)
      await store.write((unit) => unit.sessions.touch(digest, now, expiresAt), { durable: false })
    }
    return signedIn(found, session, token)
  }

  /** Makes the owner with this password. @returns false when there is one already. */
  async createOwner(password: string): Promise<boolean> {
    const { store, passwords, clock } = this.#parts
    const passwordHash = await passwords.hash(password)
    return store.write(
      async (unit) => {
        if ((await unit.operators.owner()) !== undefined) return false
        await unit.operators.insert({
          name: OWNER_NAME,
          role: 'owner',
          passwordHash,
          createdAt: clock.now(),
        })
        await unit.meta.take(SETUP_KEY)
        return true
      },
      { durable: true },
    )
  }

  async hasOwner(): Promise<boolean> {
    return (await this.#parts.store.read((unit) => unit.operators.owner())) !== undefined
  }

  /** A new one-time token for the set-up address; an earlier one is worth nothing then. */
  async issueSetupToken(): Promise<string> {
    const token = makeToken(this.#parts.random)
    await this.#parts.store.write((unit) => unit.meta.set(SETUP_KEY, digestToken(token)), { durable: true })
    return token
  }

  /** Sets the owner's first password, once. @throws Refused 403 for a token that isn't the printed one or was used. */
  async setUp(token: string, password: string, caller: Caller): Promise<SignedIn> {
    const { store } = this.#parts
    const expected = await store.read((unit) => unit.meta.find(SETUP_KEY))
    if (expected === undefined || !equalSecrets(expected, digestToken(token))) {
      throw new Refused(CONSOLE.forbidden, 'This set-up address is not valid any more')
    }
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

  async #open(operator: Operator, caller: Caller): Promise<SignedIn> {
    const { store, clock, random } = this.#parts
    const token = makeToken(random)
    const now = clock.now()
    const tokenDigest = digestToken(token)
    await store.write(
      async (unit) => {
        await unit.operators.clearFailures(operator.name, caller.ip)
        await unit.sessions.insert({
          tokenDigest,
          handle: Buffer.from(random.bytes(16)).toString('hex'),
          operatorId: operator.id,
          createdAt: now,
          lastSeenAt: now,
          expiresAt: now + IDLE_SECONDS,
          elevatedUntil: now + ELEVATED_SECONDS,
          ip: caller.ip,
          userAgent: caller.userAgent.slice(0, 255),
        })
      },
      { durable: true },
    )
    const opened = await this.#find(tokenDigest)
    if (opened === undefined) throw new Refused(CONSOLE.notSignedIn, 'The name or the password is wrong')
    return signedIn(opened, opened.session, token)
  }
}

function signedIn(standing: Standing, session: Session, token: string): SignedIn {
  const { operator } = standing
  return {
    actor: {
      operatorId: operator.employerId ?? operator.id,
      personId: operator.id,
      name: operator.name,
      role: operator.role,
      permissions: permissionsIn(standing),
      ip: session.ip,
    },
    token,
    csrf: csrfOf(token),
    elevatedUntil: session.elevatedUntil,
    planEndsAt: (standing.employer ?? operator).planEndsAt,
    totp: operator.totpConfirmedAt !== null,
  }
}
