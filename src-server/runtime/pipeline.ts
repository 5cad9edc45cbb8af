import { CODE } from '../contract/error-codes.ts'
import type { Clock, Log } from '../contract/ports.ts'
import { isPassingFailure, StorageFailure } from '../contract/storage-failure.ts'
import type { ApplicationRegistry, HostedApplication } from '../services/applications/application-registry.ts'
import { textOf } from '../wire/messages.ts'
import { admit, answerAgain, askEndpoint, chain, type Admission, type Admitted } from './admission.ts'
import { refuse, type Answer } from './answers.ts'
import type { AnswerCall, HttpReply, RawCall } from './call.ts'
import type { CallCounter } from './call-counter.ts'
import type { Endpoint, RuntimeServices } from './endpoint.ts'
import { tooOften } from './endpoints/too-often.ts'
import { ENDPOINTS } from './endpoints/index.ts'
import type { RequestContext, Refusal } from './request-context.ts'
import { SignatureUsed, UNSIGNED, type ReplayMemory, type SignedCall } from './replay-memory.ts'
import { signReply } from './sign-reply.ts'
import { writeMt5, writeRaw, writeStandard } from './write-reply.ts'

/** Receives every call: the inspector's log, and the counters of refused calls. */
export interface CallObserver {
  /** Called after the guards, before the endpoint. */
  received(raw: RawCall, context: RequestContext, refusal: Refusal | undefined): void
  /** Called with the endpoint's answer, when the answer has a code. */
  answered(context: RequestContext, code: number): void
}

export interface RuntimeParts {
  readonly registry: ApplicationRegistry
  readonly services: RuntimeServices
  /** The endpoints' services for one call whose changes don't remain. */
  readonly createPreview: () => RuntimeServices
  readonly replays: ReplayMemory
  readonly observer: CallObserver
  /** Counts the answers. */
  readonly counter: CallCounter
  readonly clock: Clock
  readonly log: Log
}

/** All endpoints by their names and aliases. */
export function endpointsByName(): ReadonlyMap<string, Endpoint> {
  const endpoints = new Map<string, Endpoint>()
  for (const endpoint of ENDPOINTS) {
    for (const name of [endpoint.name, ...(endpoint.aliases ?? [])]) endpoints.set(name, endpoint)
  }
  return endpoints
}

/** Answers calls of api.php. Never throws: it logs an internal error and answers 500. */
export function createRuntime(parts: RuntimeParts): AnswerCall {
  const whole = { ...parts, endpoints: endpointsByName() }
  return (raw) => {
    try {
      return answerCall(whole, raw)
    } catch (error) {
      parts.log.error('runtime.call', error)
      const frame = { settings: undefined, now: parts.clock.now(), value: '' }
      return writeStandard(frame, refuse(CODE.internal))
    }
  }
}

interface WholeParts extends RuntimeParts {
  readonly endpoints: ReadonlyMap<string, Endpoint>
}

/**
 * The life of a call: the guards, the replay rule and the switch for logins (admission.ts), the counters, the
 * answer. A call that waits for nothing, such as most pulses, gets its answer without a promise.
 */
function answerCall(parts: WholeParts, raw: RawCall): HttpReply | Promise<HttpReply> {
  const { registry, observer, clock } = parts
  const admission = admit(parts, raw, clock.now())
  const { context, outcome } = admission
  if (outcome === 'refused') {
    observer.received(raw, context, admission.refusal)
    return send(parts, context, refusalOf(context.endpoint, admission.refusal.code))
  }
  observer.received(raw, context, undefined)
  if (outcome === 'repeated') return repeat(parts, admission).then((answer) => send(parts, context, answer))
  registry.count(admission.app)
  if (outcome === 'closed') return send(parts, context, refusalOf(context.endpoint, CODE.loginClosed))
  if (outcome === 'crowded') {
    parts.replays.noteRefused(admission.used)
    return send(parts, context, { envelope: 'standard', answer: tooOften(admission.app.settings) })
  }
  const call = admission.used === undefined ? UNSIGNED : parts.replays.begin(admission.used)
  return chain(ask(parts, admission, call), (said) => {
    call.settle(said)
    if ('code' in said.answer) observer.answered(context, said.answer.code)
    return send(parts, context, said)
  })
}

function ask(
  parts: RuntimeParts,
  admission: Extract<Admission, { outcome: 'admitted' }>,
  call: SignedCall,
): Answer | Promise<Answer> {
  const failed = (error: unknown) => {
    if (error instanceof SignatureUsed) return repeatOther(parts, admission, error)
    call.fail()
    return answerFailure(parts, admission, error)
  }
  try {
    const answer = chain(askEndpoint(admission, parts.services, call.keep), call.claim)
    return answer instanceof Promise ? answer.catch(failed) : answer
  } catch (error) {
    return failed(error)
  }
}

async function repeat(
  parts: RuntimeParts,
  admission: Extract<Admission, { outcome: 'repeated' }>,
): Promise<Answer> {
  try {
    return await answerAgain(admission, parts.createPreview)
  } catch (error) {
    return answerFailure(parts, admission, error)
  }
}

/** Another copy of the server accepted the call first: its answer, as the replay rule says. */
function repeatOther(
  parts: RuntimeParts,
  { context, app, endpoint, used }: Extract<Admission, { outcome: 'admitted' }>,
  { first }: SignatureUsed,
): Answer | Promise<Answer> {
  if (first.api !== used?.api) return refusalOf(endpoint, CODE.signWrong)
  const earlier = Promise.resolve(parts.replays.answerOf(first))
  return repeat(parts, { outcome: 'repeated', earlier, context, app, endpoint })
}

function answerFailure({ log }: RuntimeParts, { endpoint, app }: Admitted, error: unknown): Answer {
  if (error instanceof StorageFailure && error.trouble === 'away') return refusalOf(endpoint, CODE.stopping)
  if (isPassingFailure(error)) return tryAgain(endpoint, app)
  log.error('runtime.endpoint', error, { api: endpoint.name, app: app.settings.id })
  return refusalOf(endpoint, CODE.internal)
}

function refusalOf(endpoint: Endpoint | undefined, code: number): Answer {
  return endpoint?.envelope === 'mt5'
    ? { envelope: 'mt5', answer: { code, fields: {} } }
    : { envelope: 'standard', answer: refuse(code) }
}

function send(
  { counter }: RuntimeParts,
  context: RequestContext,
  answer: Answer,
): HttpReply | Promise<HttpReply> {
  const code = 'code' in answer.answer ? answer.answer.code : 'raw'
  counter.note(context.endpoint?.name ?? 'unknown', code)
  const reply = write(context, answer)
  // A balancer asks another copy of the server.
  return signReply(context, code === CODE.stopping ? { ...reply, status: CODE.stopping } : reply)
}

/** Another program holds the data. Its lock has one line of its own in the log. */
function tryAgain(endpoint: Endpoint, { settings }: HostedApplication): Answer {
  const msg = textOf('storageHeld', settings.language)
  return endpoint.envelope === 'mt5'
    ? { envelope: 'mt5', answer: { code: CODE.internal, msg, fields: {} } }
    : { envelope: 'standard', answer: refuse(CODE.internal, 'storageHeld') }
}

function write({ settings, now, value }: RequestContext, { envelope, answer }: Answer): HttpReply {
  const frame = { settings, now, value }
  switch (envelope) {
    case 'standard':
      return writeStandard(frame, answer)
    case 'mt5':
      return writeMt5(frame, answer)
    case 'raw':
      return writeRaw(answer)
  }
}
