import { CODE } from '../contract/error-codes.ts'
import type { Clock, Log } from '../contract/ports.ts'
import type { ApplicationRegistry, HostedApplication } from '../services/application-registry.ts'
import { readSeconds } from '../wire/time-window.ts'
import { refuse, type Answer } from './answers.ts'
import type { Call, HttpReply, RawCall } from './call.ts'
import type { Endpoint, RuntimeServices } from './endpoint.ts'
import { ENDPOINTS } from './endpoints/index.ts'
import { isClosedLogin } from './login-switch.ts'
import { passGuards, type Passage, type Refusal } from './passage.ts'
import type { ReplayMemory } from './replay-memory.ts'
import { writeMt5, writeRaw, writeStandard } from './write-reply.ts'

/** Who is told of every call: the inspector, and who counts refused ones. */
export interface CallWitness {
  /** How far it came. */
  saw(raw: RawCall, passage: Passage, refusal: Refusal | undefined): void
  /** What its endpoint said, where that has a code. */
  answered(passage: Passage, code: number): void
}

export interface RuntimeParts {
  readonly registry: ApplicationRegistry
  readonly services: RuntimeServices
  readonly replays: ReplayMemory
  readonly witness: CallWitness
  readonly clock: Clock
  readonly log: Log
}

/** Every name of every endpoint. */
export function endpointsByName(): ReadonlyMap<string, Endpoint> {
  const endpoints = new Map<string, Endpoint>()
  for (const endpoint of ENDPOINTS) {
    for (const name of [endpoint.name, ...(endpoint.aliases ?? [])]) endpoints.set(name, endpoint)
  }
  return endpoints
}

/** Answers calls of api.php. Never throws: what goes wrong inside is logged and answered 500. */
export function createRuntime(parts: RuntimeParts): (raw: RawCall) => HttpReply | Promise<HttpReply> {
  const endpoints = endpointsByName()
  return (raw) => answerCall(parts, endpoints, raw)
}

/**
 * The life of a call: through the guards (passage.ts), past the replay rule and the switch for logins, counted, answered.
 * A closed login is never a remembered answer, so that the switch holds from the next call on. What needs no waiting, most
 * pulses, is answered without a promise.
 */
function answerCall(
  parts: RuntimeParts,
  endpoints: ReadonlyMap<string, Endpoint>,
  raw: RawCall,
): HttpReply | Promise<HttpReply> {
  const { registry, witness, clock } = parts
  const passage = passGuards(registry, endpoints, raw, clock.now())
  const { app, endpoint, refusal } = passage
  if (refusal !== undefined || app === undefined || endpoint === undefined) {
    witness.saw(raw, passage, refusal)
    return write(passage, refusalOf(endpoint, refusal?.code ?? CODE.internal))
  }
  const earlier = findReplay(parts, passage, app)
  if (earlier === 'otherApi') {
    witness.saw(raw, passage, { guard: 'replay', code: CODE.signWrong })
    return write(passage, refusalOf(endpoint, CODE.signWrong))
  }
  witness.saw(raw, passage, undefined)
  if (isClosedLogin(app, endpoint)) {
    registry.count(app)
    return write(passage, refusalOf(endpoint, CODE.loginClosed))
  }
  if (earlier !== undefined) return earlier.then((answer) => write(passage, answer))
  registry.count(app)
  const answer = askEndpoint(parts, passage, raw, app, endpoint)
  rememberAnswer(parts, passage, app, answer)
  return chain(answer, (said) => {
    if ('code' in said.answer) witness.answered(passage, said.answer.code)
    return write(passage, said)
  })
}

/** With the window off a signature is good for ever, and there is no telling a replay. */
function findReplay(
  { replays }: RuntimeParts,
  { signature, api, now }: Passage,
  app: HostedApplication,
): ReturnType<ReplayMemory['find']> {
  if (signature === undefined || app.settings.window === 0) return undefined
  return replays.find(app.settings.id, signature, api, now)
}

function rememberAnswer(
  { replays }: RuntimeParts,
  { signature, api, given, now }: Passage,
  app: HostedApplication,
  answer: Answer | Promise<Answer>,
): void {
  if (signature === undefined || app.settings.window === 0) return
  const sent = readSeconds((given.get('t') ?? '').trim()) ?? now
  const until = sent + app.settings.window + 1
  replays.remember(app.settings.id, signature, { api, answer: Promise.resolve(answer), until })
}

function askEndpoint(
  { services, log }: RuntimeParts,
  passage: Passage,
  { origin = '' }: RawCall,
  app: HostedApplication,
  endpoint: Endpoint,
): Answer | Promise<Answer> {
  const failed = (error: unknown) => {
    log.error('runtime.endpoint', error, { api: endpoint.name, app: app.settings.id })
    return refusalOf(endpoint, CODE.internal)
  }
  const { settings = app.settings, given, ip, now } = passage
  const called = settings === app.settings ? app : { ...app, settings }
  try {
    const answer = putIntoEnvelope(endpoint, { app: called, params: given, ip, origin, now }, services)
    return answer instanceof Promise ? answer.catch(failed) : answer
  } catch (error) {
    return failed(error)
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

/** `then` for what may be there already. */
function chain<A, B>(value: A | Promise<A>, next: (value: A) => B): B | Promise<B> {
  return value instanceof Promise ? value.then(next) : next(value)
}

function refusalOf(endpoint: Endpoint | undefined, code: number): Answer {
  return endpoint?.envelope === 'mt5'
    ? { envelope: 'mt5', answer: { code, fields: {} } }
    : { envelope: 'standard', answer: refuse(code) }
}

function write({ settings, now, value }: Passage, { envelope, answer }: Answer): HttpReply {
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
