import type { z } from 'zod'
import type { ActionContract } from '../../contract/action.ts'
import { DECLARED_ACTIONS } from '../../contract/actions/index.ts'
import { CONSOLE, type ConsoleCode } from '../../contract/error-codes.ts'
import type { Clock, Log } from '../../contract/ports.ts'
import { SecretsLocked } from '../../contract/secrets-locked.ts'
import { isPassingFailure, STORAGE_FIELD, StorageFailure } from '../../contract/storage-failure.ts'
import { allows } from '../../domain/access/allows.ts'
import { hasEnded } from '../../domain/access/plan.ts'
import type { LiveFeed } from '../../services/devices/live-feed.ts'
import { AWAY_ACTIONS, awayText } from '../../services/move/away.ts'
import { Refused } from '../../services/refused.ts'
import type { SignedIn } from '../../services/session/sessions.ts'
import { messageOf } from '../../wire/messages.ts'
import { answerLanguage } from '../answer-language.ts'
import { BodyRefused, inputOf, SenderLeft, type InputSource } from '../read-input.ts'
import type { ConsoleRequest, SignedInRequest } from './handlers.ts'
import { consoleActions, type ConsoleServices } from './index.ts'
import { explainOrigin, isCsrfToken, isOwnOrigin, type Provenance } from './origin.ts'

/** A POST to ajax.php as the HTTP listener passes it on. */
export interface AjaxRequest
  extends InputSource, Pick<ConsoleRequest, 'caller' | 'addresses' | 'setSession'> {
  readonly act: string
  readonly provenance: Provenance
  /** The session cookie. */
  readonly token: string | undefined
  /** The API token of a program: such a call needs no session, no origin and no CSRF token. */
  readonly bearer: string | undefined
  readonly csrf: string | undefined
  /** The language that the caller wants for a text of the message table. */
  readonly lang?: string | undefined
}

export interface AjaxReply {
  readonly code: ConsoleCode
  readonly msg: unknown
  readonly fields?: Readonly<Record<string, string>>
  readonly time: number
  /** The status of HTTP, where it isn't 200. */
  readonly status?: number
}

/** After a body that took longer to arrive, the session is checked again. */
const SLOW_BODY_MS = 1000

/** GET ajax.php?act=live: the one console action that isn't a POST. */
export interface Live extends Pick<LiveFeed, 'open'> {
  /** Aborted when every viewer has to connect again. */
  readonly ended: AbortSignal
}

interface Parts {
  readonly services: ConsoleServices
  readonly clock: Clock
  readonly log: Log
  /** Called after an action that may have ended sessions or taken permissions away. */
  standingChanged(): void
}

/** An action with its handler, as the dispatcher calls it: with a session unless it is public, and with parsed input. */
interface Action {
  readonly contract: ActionContract
  run(request: ConsoleRequest | SignedInRequest, input: unknown): Promise<unknown>
}

/** Actions with these permissions can end sessions or change what a person may do. */
const ON_STANDING: readonly ActionContract['permission'][] = ['people', 'staff', 'self']

/**
 * Answers console actions. It checks origin, session, CSRF token and role, reads the input, and then runs the action.
 * @returns undefined where the sender left
 */
export function createConsole(parts: Parts): (request: AjaxRequest) => Promise<AjaxReply | undefined> {
  const actions = actionsByName(parts.services)
  return async (request) => {
    const time = parts.clock.now()
    const action = actions.get(request.act)
    try {
      const msg = await runAction(parts, action, request)
      if (action !== undefined && touchesStanding(action.contract)) parts.standingChanged()
      return { code: CONSOLE.ok, msg, time }
    } catch (error) {
      if (error instanceof SenderLeft) return undefined
      if (error instanceof SecretsLocked)
        return { code: CONSOLE.conflict, msg: error.message, fields: { secrets: 'locked' }, time }
      if (!(error instanceof Refused)) {
        // Another program's lock has one line of its own in the log (storage-watch.ts).
        if (!isPassingFailure(error))
          parts.log.error('console.action', error, { act: action === undefined ? 'unknown' : request.act })
        return { ...failureOf(error), time }
      }
      const { code, message, fields } = error
      const status = error instanceof BodyRefused ? { status: code } : {}
      return { code, msg: message, ...(fields && { fields }), time, ...status }
    }
  }
}

function actionsByName(services: ConsoleServices): ReadonlyMap<string, Action> {
  const handlers = consoleActions(services)
  return new Map(
    DECLARED_ACTIONS.map((contract) => [contract.name, { contract, run: handlers[contract.name] }]),
  )
}

/** The answer to a request that failed. Only the trouble of the storage is told to people. */
export function failureOf(error: unknown): Omit<AjaxReply, 'time'> {
  if (!(error instanceof StorageFailure))
    return { code: CONSOLE.internal, msg: 'Something went wrong on the server; its log says what' }
  return { code: CONSOLE.internal, msg: error.message, fields: { [STORAGE_FIELD]: error.trouble } }
}

async function runAction(parts: Parts, action: Action | undefined, request: AjaxRequest): Promise<unknown> {
  const { services, clock } = parts
  // A page of another site can't send a token, but it could make a browser sign in.
  if (request.bearer === undefined || action?.contract.roles === 'public')
    requireOwnOrigin(services, request.provenance)
  if (action === undefined) {
    const language = answerLanguage(request.lang ?? '', services.platformSettings.current.site)
    throw new Refused(CONSOLE.badRequest, messageOf(CONSOLE.badRequest, language))
  }
  const { caller, addresses, setSession, provenance } = request
  const base: ConsoleRequest = { caller, addresses, cameTo: provenance.own, setSession }
  if (action.contract.roles === 'public')
    return action.run(base, parse(action, await inputOf(request, 'small')))

  let session = await authorize(parts, request.act, action.contract, request)
  requireDecides(services, request.act, action.contract)
  const started = clock.nowMs()
  const given = await inputOf(request, action.contract.size ?? 'usual')
  if (clock.nowMs() - started > SLOW_BODY_MS)
    session = await authorize(parts, request.act, action.contract, request)
  const input = parse(action, given)
  const isElevated = session.elevatedUntil > clock.now()
  if (action.contract.stepUpFor?.(input) === true && !isElevated) throw stepUpRequired()
  return action.run({ ...base, actor: { ...session.actor, ip: caller.ip }, session }, input)
}

function requireOwnOrigin({ publicAddress }: ConsoleServices, provenance: Provenance): void {
  if (isOwnOrigin(provenance, publicAddress.chosen?.origin)) return
  const { text, fields } = explainOrigin(provenance)
  throw new Refused(CONSOLE.forbidden, text, fields)
}

/** A server that moves away changes nothing: what it changed would be missing on the new machine. */
function requireDecides({ move }: ConsoleServices, name: string, { reads }: ActionContract): void {
  if (move.away === undefined || reads === true || AWAY_ACTIONS.has(name)) return
  throw new Refused(CONSOLE.conflict, awayText(move.away), { move: move.away.state })
}

/** Everything that can refuse an action before its input is read. */
async function authorize(
  { services, clock }: Parts,
  name: string,
  { csrf, roles, creates, stepUp, ...contract }: ActionContract,
  request: AjaxRequest,
): Promise<SignedIn> {
  const session =
    request.bearer === undefined
      ? await requireSession(services, csrf, request)
      : await requireToken(services, name, request.bearer, request)
  if (!roles.includes(session.actor.role)) throw new Refused(CONSOLE.forbidden, 'Not allowed for your role')
  if (!allows(session.actor, contract.permission))
    throw new Refused(CONSOLE.forbidden, 'Your role does not include this')
  if (creates === true && hasEnded(session.planEndsAt, clock.now()))
    throw new Refused(CONSOLE.forbidden, 'Your plan has ended: nothing new can be made', { plan: 'ended' })
  if (stepUp === true && session.elevatedUntil <= clock.now()) throw stepUpRequired()
  return session
}

async function requireSession(
  { sessions }: ConsoleServices,
  csrf: false | undefined,
  request: AjaxRequest,
): Promise<SignedIn> {
  const session = request.token === undefined ? undefined : await sessions.authenticate(request.token)
  if (session === undefined) throw new Refused(CONSOLE.notSignedIn, 'Please sign in')
  if (csrf !== false && !isCsrfToken(request.csrf, session.csrf))
    throw new Refused(CONSOLE.forbidden, 'The CSRF token is missing or wrong')
  return session
}

async function requireToken(
  { apiTokens }: ConsoleServices,
  name: string,
  token: string,
  { caller }: AjaxRequest,
): Promise<SignedIn> {
  const session = await apiTokens.authenticate(token, caller)
  if (!session.actions.includes(name))
    throw new Refused(CONSOLE.forbidden, 'This token does not include this action', {
      action: name.slice(0, 64),
    })
  return session
}

function touchesStanding({ reads, roles, permission }: ActionContract): boolean {
  return reads !== true && (roles === 'public' || ON_STANDING.includes(permission))
}

function stepUpRequired(): Refused {
  return new Refused(CONSOLE.forbidden, 'Please confirm with your password', { step_up: 'required' })
}

function parse(action: Action, body: unknown): unknown {
  const parsed = action.contract.input.safeParse(body)
  if (parsed.success) return parsed.data
  throw new Refused(CONSOLE.invalid, 'Some of what was sent is not right', reasons(parsed.error))
}

function reasons(error: z.ZodError): Record<string, string> {
  return Object.fromEntries(error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message]))
}
