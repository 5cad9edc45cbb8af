import { CODE } from '../contract/error-codes.ts'
import type { Clock, Log } from '../contract/ports.ts'
import type { ApplicationRegistry, HostedApplication } from '../services/application-registry.ts'
import { readSeconds } from '../wire/time-window.ts'
import { refuse, type Answer } from './answers.ts'
import type { HttpReply, RawCall } from './call.ts'
import type { Endpoint, RuntimeServices } from './endpoint.ts'
import { ENDPOINTS } from './endpoints/index.ts'
import { passGuards, type Passage, type Refusal } from './passage.ts'
import type { ReplayMemory } from './replay-memory.ts'
import { writeMt5, writeRaw, writeStandard } from './write-reply.ts'

/** Who is told of every call once it is answered: the inspector. */
export interface CallWitness {
  saw(raw: RawCall, passage: Passage, refusal: Refusal | undefined): void
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
export function createRuntime(parts: RuntimeParts): (raw: RawCall) => Promise<HttpReply> {
  const endpoints = endpointsByName()
  return (raw) => answerCall(parts, endpoints, raw)
}

/** The life of a call: through the guards (passage.ts), past the replay rule, counted, answered. */
async function answerCall(
  parts: RuntimeParts,
  endpoints: ReadonlyMap<string, Endpoint>,
  raw: RawCall,
): Promise<HttpReply> {
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
  if (earlier !== undefined) return write(passage, await earlier)
  registry.count(app)
  const answer = askEndpoint(parts, passage, app, endpoint)
  rememberAnswer(parts, passage, app, answer)
  return write(passage, await answer)
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
  answer: Promise<Answer>,
): void {
  if (signature === undefined || app.settings.window === 0) return
  const sent = readSeconds((given.get('t') ?? '').trim()) ?? now
  replays.remember(app.settings.id, signature, { api, answer, until: sent + app.settings.window + 1 })
}

async function askEndpoint(
  { services, log }: RuntimeParts,
  passage: Passage,
  app: HostedApplication,
  endpoint: Endpoint,
): Promise<Answer> {
  const { given, ip, now } = passage
  const call = { app, params: given, ip, now }
  try {
    const params = pick(endpoint, passage)
    switch (endpoint.envelope) {
      case 'mt5':
        return { envelope: 'mt5', answer: await endpoint.answer(call, params, services) }
      case 'standard':
        return { envelope: 'standard', answer: await endpoint.answer(call, params, services) }
      case 'raw': {
        const answer = await endpoint.answer(call, params, services)
        return 'body' in answer ? { envelope: 'raw', answer } : { envelope: 'standard', answer }
      }
    }
  } catch (error) {
    log.error('runtime.endpoint', error, { api: endpoint.name, app: app.settings.id })
    return refusalOf(endpoint, CODE.internal)
  }
}

function refusalOf(endpoint: Endpoint | undefined, code: number): Answer {
  return endpoint?.envelope === 'mt5'
    ? { envelope: 'mt5', answer: { code, fields: {} } }
    : { envelope: 'standard', answer: refuse(code) }
}

function write({ app, now, value }: Passage, { envelope, answer }: Answer): HttpReply {
  const frame = { settings: app?.settings, now, value }
  switch (envelope) {
    case 'standard':
      return writeStandard(frame, answer)
    case 'mt5':
      return writeMt5(frame, answer)
    case 'raw':
      return writeRaw(answer)
  }
}

/** The parameters an endpoint declares, as its schema makes them. */
function pick(endpoint: Endpoint, { given }: Passage): Record<string, unknown> {
  const declared: Record<string, string> = {}
  for (const name in endpoint.params.shape) {
    const value = given.get(name)
    if (value !== undefined) declared[name] = value
  }
  return endpoint.params.parse(declared)
}
