import { DECLARED_ACTIONS, type DeclaredAction } from '../../contract/actions/index.ts'
import { CONSOLE } from '../../contract/error-codes.ts'
import { MAX_TOKENS } from '../../contract/limits.ts'
import type { Clock, Random } from '../../contract/ports.ts'
import { allows } from '../../domain/access/allows.ts'
import {
  isForPrograms,
  isWithinApplications,
  permissionsForPrograms,
  type ApiToken,
  type TokenOwner,
} from '../../domain/access/api-token.ts'
import { actorOf, isOut } from '../../domain/access/operator.ts'
import type { Actor } from '../../domain/access/scope.ts'
import type { Store, Unit } from '../../store/store.ts'
import type { Allowance } from '../../copies/allowance.ts'
import type { Counters } from '../../copies/counters.ts'
import { isInSight } from '../in-sight.ts'
import { NetworkAllowance } from '../network-allowance.ts'
import { auditPerson } from '../platform/audit-person.ts'
import { Refused } from '../refused.ts'
import type { Caller } from './caller.ts'
import { digestToken, makeToken } from './session-token.ts'
import type { SignedIn } from './sessions.ts'
import { storeUse } from './store-use.ts'

const DAY = 86_400
const LONGEST_DAYS = 366
const MINUTE = 60
/** Calls of a token in a minute, and unknown tokens of a network in a minute. */
const MOST_CALLS = 600
const MOST_UNKNOWN = 30
/** A token begins like this, so that programs that look for leaked secrets find it. */
const BEGINNING = 'pk_'
/** An expired token stays in the list for so long, seconds. */
const SHOWN_SECONDS = 30 * DAY

interface Parts {
  readonly store: Store
  readonly counters: Counters
  readonly clock: Clock
  readonly random: Random
}

type Wanted = Pick<ApiToken, 'name' | 'actions' | 'apps' | 'expiresAt'>

/** A program's right to call an action, in a person's name. */
export interface TokenSession extends SignedIn {
  readonly actions: readonly string[]
}

/**
 * Tokens with which programs call console actions. A token can do at most what its person can do now, in the actions and
 * applications that it was made for, and nothing that asks for a password.
 */
export class ApiTokens {
  readonly #parts: Parts
  readonly #calls: Allowance
  readonly #unknown: NetworkAllowance

  constructor(parts: Parts) {
    this.#parts = parts
    this.#calls = parts.counters.allow('calls of a token', MOST_CALLS, MINUTE)
    this.#unknown = new NetworkAllowance(parts.counters, 'unknown tokens', MOST_UNKNOWN, MINUTE)
  }

  list(actor: Actor): Promise<ApiToken[]> {
    return this.#parts.store.read((unit) => unit.apiTokens.listOf(actor.personId))
  }

  /** The actions that a token of this person may call, by name. */
  actionsOf(actor: Actor): string[] {
    return callableBy(actor).map(({ name }) => name)
  }

  /** Those of them that a token may call that is limited to applications. */
  actionsWithin(actor: Actor): string[] {
    return callableBy(actor)
      .filter(isWithinApplications)
      .map(({ name }) => name)
  }

  /** @throws Refused 422 naming the field, 404 for an unknown application, 409 where the person has too many */
  async create(actor: Actor, wanted: Wanted): Promise<{ token: string; row: ApiToken }> {
    const { store, clock, random } = this.#parts
    const now = clock.now()
    const known = new Set(wanted.apps === null ? this.actionsOf(actor) : this.actionsWithin(actor))
    const other = wanted.actions.find((action) => !known.has(action))
    if (other !== undefined) throw invalid('actions', other)
    if (wanted.expiresAt <= now) throw invalid('expires_at', 'past')
    if (wanted.expiresAt > now + LONGEST_DAYS * DAY) throw invalid('expires_at', 'too_late')
    const token = BEGINNING + makeToken(random)
    return store.write(
      async (unit) => {
        await requireApplications(unit, actor, wanted.apps ?? [])
        await unit.apiTokens.deleteExpired(now - SHOWN_SECONDS)
        if ((await unit.apiTokens.listOf(actor.personId)).length >= MAX_TOKENS)
          throw new Refused(CONSOLE.conflict, `A person has at most ${MAX_TOKENS} tokens`, { tokens: 'full' })
        const row = await unit.apiTokens.insert({
          ...wanted,
          actions: [...new Set(wanted.actions)].sort(),
          apps: wanted.apps === null ? null : [...new Set(wanted.apps)],
          operatorId: actor.personId,
          tokenDigest: digestToken(token),
          createdAt: now,
        })
        const { name, actions, apps, expiresAt } = row
        const after = { token: name, actions, apps, expiresAt }
        await auditPerson(unit, actor, now, { action: 'token_create', after })
        return { token, row }
      },
      { durable: true },
    )
  }

  /** @throws Refused 404 */
  revoke(actor: Actor, id: number): Promise<void> {
    return this.#parts.store.write(
      async (unit) => {
        const ended = await unit.apiTokens.delete(actor.personId, id)
        if (ended === undefined) throw new Refused(CONSOLE.notFound, 'There is no such token')
        const before = { token: ended.name }
        await auditPerson(unit, actor, this.#parts.clock.now(), { action: 'token_revoke', before })
      },
      { durable: true },
    )
  }

  /**
   * Finds in whose name a token calls.
   * @throws Refused 401 for a token that is unknown or expired, or whose person is frozen or banned, all with one text;
   *   429 after too many calls, `retry_after` in seconds
   */
  async authenticate(token: string, caller: Caller): Promise<TokenSession> {
    const { store, clock } = this.#parts
    const now = clock.now()
    if (this.#unknown.isUsedUp('', caller.ip, now)) throw tooMany(MINUTE)
    const found = await store.read((unit) => unit.apiTokens.find(digestToken(token)))
    if (found === undefined || isOut(found) || found.token.expiresAt <= now) {
      this.#unknown.take('', caller.ip, now)
      throw new Refused(CONSOLE.notSignedIn, 'This token is not valid')
    }
    const { id, lastUsedAt } = found.token
    if (!this.#calls.take(String(id), now)) throw tooMany(this.#calls.waitOf(String(id), now))
    if (now - (lastUsedAt ?? 0) >= MINUTE)
      await storeUse(store, (unit) => unit.apiTokens.touch(id, now, caller.ip))
    return sessionOf(found, token, caller)
  }
}

function callableBy(actor: Actor): DeclaredAction[] {
  return DECLARED_ACTIONS.filter(
    (action) =>
      isForPrograms(action) && action.roles.includes(actor.role) && allows(actor, action.permission),
  )
}

function sessionOf(found: TokenOwner, token: string, { ip }: Caller): TokenSession {
  const { operator, employer } = found
  const { name, apps, actions } = found.token
  const person = actorOf(found, ip)
  return {
    actor: { ...person, permissions: permissionsForPrograms(person.permissions), token: { name, apps } },
    actions,
    token,
    csrf: '',
    // Nobody entered a password: dangerous acts are refused.
    elevatedUntil: 0,
    planEndsAt: (employer ?? operator).planEndsAt,
    totp: false,
  }
}

/** @throws Refused 404 for an application that the actor doesn't manage */
async function requireApplications(unit: Unit, actor: Actor, apps: readonly number[]): Promise<void> {
  for (const id of apps) {
    const found = await unit.applications.find(id)
    if (found === undefined || !isInSight(actor, { appId: id, ownerId: found.ownerId }))
      throw new Refused(CONSOLE.notFound, 'There is no such application')
  }
}

function invalid(field: string, reason: string): Refused {
  return new Refused(CONSOLE.invalid, 'Some of what was sent is not right', { [field]: reason })
}

function tooMany(seconds: number): Refused {
  return new Refused(CONSOLE.tooMany, 'Too many calls, wait a while', { retry_after: String(seconds) })
}
