import { CODE } from '../contract/error-codes.ts'
import { MAX_URL_BYTES } from '../contract/limits.ts'
import type { Clock, Log } from '../contract/ports.ts'
import type { ApplicationRegistry, HostedApplication } from '../services/application-registry.ts'
import {
  mergeParameters,
  parseBody,
  parseQuery,
  WireLimitError,
  type Parameters,
} from '../wire/parameters.ts'
import { refuse } from './answers.ts'
import type { Call, HttpReply, RawCall } from './call.ts'
import type { Endpoint, RuntimeServices } from './endpoint.ts'
import { ENDPOINTS } from './endpoints/index.ts'
import { decrypt, encrypts, guardCapability, guardSignature, guardTime, readAppId } from './guards.ts'
import { writeMt5, writeStandard, type ReplyFrame } from './write-reply.ts'

export interface RuntimeParts {
  readonly registry: ApplicationRegistry
  readonly services: RuntimeServices
  readonly clock: Clock
  readonly log: Log
}

/** Sub-files of endpoints that `other=` may name; the default one is `index`, as in the original (research/peer.md, A30). */
const SUB_FILES: ReadonlySet<string> = new Set(['', 'index', 'main'])

/** Answers calls of api.php. Never throws: what goes wrong inside is logged and answered 500. */
export function createRuntime(parts: RuntimeParts): (raw: RawCall) => Promise<HttpReply> {
  const endpoints = new Map<string, Endpoint>()
  for (const endpoint of ENDPOINTS) {
    for (const name of [endpoint.name, ...(endpoint.aliases ?? [])]) endpoints.set(name, endpoint)
  }
  return (raw) => answerCall(parts, endpoints, raw)
}

/**
 * The life of a call, top to bottom (protocol.md 2): parameters, application, state, endpoint, capability, and where the
 * endpoint isn't on the whitelist: decryption, signature, time. Then it counts, and the endpoint answers.
 */
async function answerCall(
  parts: RuntimeParts,
  endpoints: ReadonlyMap<string, Endpoint>,
  raw: RawCall,
): Promise<HttpReply> {
  const { registry, clock } = parts
  const now = clock.now()
  const outer = readParameters(raw)
  if (outer === undefined)
    return writeStandard({ settings: undefined, now, value: '' }, refuse(CODE.wrongData))
  const { query, params } = outer

  const appId = readAppId(query.get('app') ?? params.get('app'))
  let frame: ReplyFrame = { settings: undefined, now, value: params.get('value') ?? '' }
  if (appId === 0) return writeStandard(frame, refuse(CODE.appMissing))
  const app = registry.find(appId)
  if (app === undefined) return writeStandard(frame, refuse(CODE.appUnknown))
  frame = { ...frame, settings: app.settings }

  const api = query.get('api') ?? ''
  const endpoint = endpoints.get(api)
  if (app.settings.state === 'n') return writeRefusal(frame, endpoint, CODE.appClosed)
  if (endpoint === undefined || !SUB_FILES.has(query.get('other') ?? '')) {
    return writeRefusal(frame, endpoint, CODE.noSuchOperation)
  }
  if (!endpoint.methods.some((method) => method === raw.method)) {
    return writeRefusal(frame, endpoint, CODE.methodWrong)
  }
  const capability = guardCapability(registry, app, api, now)
  if (capability !== undefined) return writeRefusal(frame, endpoint, capability)

  let given: Parameters = params
  if (!endpoint.whitelisted) {
    if (encrypts(app.settings)) {
      const inner = decrypt(app.settings, params)
      if (typeof inner === 'number') return writeRefusal(frame, endpoint, inner)
      // The outer value wins: body, query, then inside (protocol.md 3).
      frame = { ...frame, value: params.get('value') ?? inner.get('value') ?? '' }
      given = inner
    }
    const refusal =
      (signs(app, api) ? guardSignature(app.settings, given, params) : undefined) ??
      guardTime(app.settings, given, now)
    if (refusal !== undefined) return writeRefusal(frame, endpoint, refusal)
  }

  registry.count(app)
  return runEndpoint(parts, frame, endpoint, { app, params: given, ip: raw.ip, now })
}

/** @returns undefined when the call is over a limit. */
function readParameters(raw: RawCall): { query: Parameters; params: Parameters } | undefined {
  if (raw.query.length > MAX_URL_BYTES) return undefined
  try {
    const query = parseQuery(raw.query)
    return { query, params: raw.body.length === 0 ? query : mergeParameters(query, parseBody(raw.body)) }
  } catch (error) {
    if (error instanceof WireLimitError) return undefined
    throw error
  }
}

/** One API's own signature switch goes before the application's. */
function signs(app: HostedApplication, api: string): boolean {
  return app.grants.get(api)?.sign ?? app.settings.sign
}

async function runEndpoint(
  { services, log }: RuntimeParts,
  frame: ReplyFrame,
  endpoint: Endpoint,
  call: Call,
): Promise<HttpReply> {
  try {
    const params = pick(endpoint, call.params)
    if (endpoint.envelope === 'mt5') return writeMt5(frame, await endpoint.answer(call, params, services))
    return writeStandard(frame, await endpoint.answer(call, params, services))
  } catch (error) {
    log.error('runtime.endpoint', error, { api: endpoint.name, app: call.app.settings.id })
    return writeRefusal(frame, endpoint, CODE.internal)
  }
}

/** The parameters an endpoint declares, as its schema makes them. */
function pick(endpoint: Endpoint, params: Parameters): Record<string, unknown> {
  const declared: Record<string, string> = {}
  for (const name in endpoint.params.shape) {
    const value = params.get(name)
    if (value !== undefined) declared[name] = value
  }
  return endpoint.params.parse(declared)
}

function writeRefusal(frame: ReplyFrame, endpoint: Endpoint | undefined, code: number): HttpReply {
  return endpoint?.envelope === 'mt5'
    ? writeMt5(frame, { code, fields: {} })
    : writeStandard(frame, refuse(code))
}
