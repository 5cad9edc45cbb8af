import type { HostedApplication, ApplicationRegistry } from '../services/applications/application-registry.ts'
import type { Endpoint, RuntimeServices } from './endpoint.ts'
import { CODE } from '../contract/error-codes.ts'
import { NotPreviewable } from '../services/refused.ts'
import { keepNothing, type UsedSignature } from '../services/signatures/signature-memory.ts'
import { readSeconds } from '../wire/time-window.ts'
import { refuse, type Answer } from './answers.ts'
import type { Call, RawCall } from './call.ts'
import { passGuards, type RequestContext, type Refusal } from './request-context.ts'
import type { ReplayMemory } from './replay-memory.ts'

/**
 * Whether the application's switch closes this endpoint with 103. The check comes after the guards and before
 * the endpoint's own checks.
 */
function isClosedLogin({ settings }: HostedApplication, { isLogin }: Endpoint): boolean {
  return isLogin === true && settings.loginClosed
}

interface Parts {
  readonly registry: ApplicationRegistry
  readonly endpoints: ReadonlyMap<string, Endpoint>
  readonly replays: ReplayMemory
}

/** A call that passed every check before the endpoint's own checks. */
export interface Admitted {
  readonly context: RequestContext
  readonly app: HostedApplication
  readonly endpoint: Endpoint
}

/**
 * What the server does with a call: refuse it, answer that logins are closed or that the application has no room for
 * a signature, repeat an earlier answer, or ask the endpoint.
 */
export type Admission =
  | { readonly outcome: 'refused'; readonly context: RequestContext; readonly refusal: Refusal }
  | ({ readonly outcome: 'closed' } & Admitted)
  | ({ readonly outcome: 'crowded'; readonly used: UsedSignature } & Admitted)
  /** `earlier` is undefined when the server no longer has the answer. */
  | ({ readonly outcome: 'repeated'; readonly earlier: Promise<Answer | undefined> } & Admitted)
  /** `used` is undefined for a call without a signature that counts. */
  | ({ readonly outcome: 'admitted'; readonly used: UsedSignature | undefined } & Admitted)

/**
 * Makes every check that comes before the endpoint's own checks: the guards (request-context.ts), the replay
 * rule, the switch for logins. Changes nothing. The pipeline calls it for real calls, the inspector for
 * pasted requests.
 */
export function admit({ registry, endpoints, replays }: Parts, raw: RawCall, now: number): Admission {
  const context = passGuards(registry, endpoints, raw, now)
  const { app, endpoint, refusal } = context
  if (refusal !== undefined) return { outcome: 'refused', context, refusal }
  if (app === undefined || endpoint === undefined)
    throw new Error('a call without an endpoint was let through')
  const used = usedSignature(context, app)
  const found = used === undefined ? 'new' : replays.find(used)
  if (found === 'otherApi') {
    return { outcome: 'refused', context, refusal: { guard: 'replay', code: CODE.signWrong } }
  }
  const admitted = { context, app, endpoint }
  // The replay memory never holds the answer "logins are closed", so that the switch takes effect at the next
  // call.
  if (isClosedLogin(app, endpoint)) return { outcome: 'closed', ...admitted }
  if (found !== 'new') return { outcome: 'repeated', earlier: found.earlier, ...admitted }
  if (used !== undefined && !replays.hasRoom(used, now)) return { outcome: 'crowded', used, ...admitted }
  return { outcome: 'admitted', used, ...admitted }
}

/** With the time window off, a signature is valid for ever, so a replay looks the same as a new call. */
function usedSignature(
  { signature, api, given, now }: RequestContext,
  { settings }: HostedApplication,
): UsedSignature | undefined {
  if (signature === undefined || settings.window === 0) return undefined
  const sent = readSeconds((given.get('t') ?? '').trim()) ?? now
  return { app: settings.id, signature: signature.trim().toLowerCase(), api, sent }
}

/**
 * Asks the endpoint for its answer to an admitted call. With the services of a preview, the same checks run
 * in the same order and no change remains.
 * @throws errors of the endpoint and of its services
 */
export function askEndpoint(
  { context, app, endpoint }: Admitted,
  services: RuntimeServices,
  keep: Call['keep'] = keepNothing,
): Answer | Promise<Answer> {
  const { settings = app.settings, given, ip, origin, now } = context
  const called = settings === app.settings ? app : { ...app, settings }
  return putIntoEnvelope(endpoint, { app: called, params: given, ip, origin, now, keep }, services)
}

/**
 * The answer to a repeated call: the stored one. When the server no longer has it, the endpoint decides again over
 * services that keep nothing, so the call never acts a second time.
 * @throws errors of the endpoint and of its services
 */
export async function answerAgain(
  { earlier, ...admitted }: Extract<Admission, { outcome: 'repeated' }>,
  createPreview: () => RuntimeServices,
): Promise<Answer> {
  const known = await earlier
  if (known !== undefined) return known
  try {
    return await askEndpoint(admitted, createPreview())
  } catch (error) {
    if (!(error instanceof NotPreviewable)) throw error
    return { envelope: 'standard', answer: refuse(CODE.dataExpired) }
  }
}

function putIntoEnvelope(
  endpoint: Endpoint,
  call: Call,
  services: RuntimeServices,
): Answer | Promise<Answer> {
  const params = endpoint.read(call.params)
  switch (endpoint.envelope) {
    case 'mt5':
      return chain(endpoint.answer(call, params, services), (answer) => ({ envelope: 'mt5', answer }))
    case 'standard':
      return chain(endpoint.answer(call, params, services), (answer) => ({ envelope: 'standard', answer }))
    case 'raw':
      return chain(endpoint.answer(call, params, services), (answer) =>
        'body' in answer ? { envelope: 'raw', answer } : { envelope: 'standard', answer },
      )
  }
}

/** Like `then`, but calls `next` at once when the value is already there. */
export function chain<A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return value instanceof Promise ? value.then(next) : next(value)
}
