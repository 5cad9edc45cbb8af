import type { HostedApplication, ApplicationRegistry } from '../services/applications/application-registry.ts'
import type { Endpoint, RuntimeServices } from './endpoint.ts'
import { CODE } from '../contract/error-codes.ts'
import type { Answer } from './answers.ts'
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

/**
 * What the server does with a call: refuse it, answer that logins are closed, repeat an earlier answer, or
 * ask the endpoint.
 */
export type Admission =
  | { readonly outcome: 'refused'; readonly context: RequestContext; readonly refusal: Refusal }
  | { readonly outcome: 'closed'; readonly context: RequestContext; readonly app: HostedApplication }
  | { readonly outcome: 'repeated'; readonly context: RequestContext; readonly earlier: Promise<Answer> }
  | {
      readonly outcome: 'admitted'
      readonly context: RequestContext
      readonly app: HostedApplication
      readonly endpoint: Endpoint
    }

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
  const earlier = findReplay(replays, context, app)
  if (earlier === 'otherApi') {
    return { outcome: 'refused', context, refusal: { guard: 'replay', code: CODE.signWrong } }
  }
  // The replay memory never holds the answer "logins are closed", so that the switch takes effect at the next
  // call.
  if (isClosedLogin(app, endpoint)) return { outcome: 'closed', context, app }
  if (earlier !== undefined) return { outcome: 'repeated', context, earlier }
  return { outcome: 'admitted', context, app, endpoint }
}

/** With the time window off, a signature is valid for ever, so a replay looks the same as a new call. */
function findReplay(
  replays: ReplayMemory,
  { signature, api, now }: RequestContext,
  app: HostedApplication,
): ReturnType<ReplayMemory['find']> {
  if (signature === undefined || app.settings.window === 0) return undefined
  return replays.find(app.settings.id, signature, api, now)
}

/**
 * Asks the endpoint for its answer to an admitted call. With the services of a preview, the same checks run
 * in the same order and no change remains.
 * @throws errors of the endpoint and of its services
 */
export function askEndpoint(
  { context, app, endpoint }: Extract<Admission, { outcome: 'admitted' }>,
  services: RuntimeServices,
): Answer | Promise<Answer> {
  const { settings = app.settings, given, ip, origin, now } = context
  const called = settings === app.settings ? app : { ...app, settings }
  return putIntoEnvelope(endpoint, { app: called, params: given, ip, origin, now }, services)
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
export function chain<A, B>(value: A | Promise<A>, next: (value: A) => B): B | Promise<B> {
  return value instanceof Promise ? value.then(next) : next(value)
}
