import { CODE } from '../contract/error-codes.ts'
import { MAX_URL_BYTES } from '../contract/limits.ts'
import type { Guard } from '../contract/records/inspected-call.ts'
import type { Application } from '../domain/application/application.ts'
import { hasOlderKeys } from '../domain/application/keys.ts'
import type { ApplicationRegistry, HostedApplication } from '../services/applications/application-registry.ts'
import {
  addBody,
  NOTHING_RECEIVED,
  parseQuery,
  WireLimitError,
  type Parameters,
  type Received,
} from '../wire/parameters.ts'
import type { Charset } from '../wire/charset.ts'
import { readAll } from '../wire/received.ts'
import { QueryMemory } from '../wire/query-memory.ts'
import type { RawCall } from './call.ts'
import type { Endpoint } from './endpoint.ts'
import {
  charsetOf,
  decrypt,
  encrypts,
  guardCapability,
  guardSignature,
  guardTime,
  readAppId,
  signs,
} from './guards.ts'
import { underKeysOfCall } from './keys-of-call.ts'

export interface Refusal {
  readonly guard: Guard
  readonly code: number
}

/** How far the guards let a call pass, and what they read from it. */
export interface RequestContext {
  readonly now: number
  readonly ip: string
  /** The origin that the caller addressed, as the caller spells it. Empty for a call that wasn't sent. */
  readonly origin: string
  /** The pairs of the URL. */
  readonly query: Parameters
  /** The pairs of the URL and of the body. */
  readonly outer: Received
  readonly app: HostedApplication | undefined
  /**
   * The application's settings with the keys that this call uses. These may be replaced keys that are still
   * valid.
   */
  readonly settings: Application | undefined
  readonly api: string
  readonly endpoint: Endpoint | undefined
  /** The pairs the signature covers. Where the application encrypts, these are the pairs inside `data`. */
  readonly signed: Received
  /** The texts of `signed`, which the endpoint reads. */
  readonly given: Parameters
  /** The request's `value` for the reply's `check`: the bytes as received, one character a byte. */
  readonly value: string
  /** The signature as sent, when the guard checked it and found it valid. */
  readonly signature: string | undefined
  readonly refusal: Refusal | undefined
}

/** A request context that the guards are still filling in. */
type MutableContext = { -readonly [K in keyof RequestContext]: RequestContext[K] }

/** Names of sub-files that `other=` may take. The default is `index`, as in the original. */
const SUB_FILES: ReadonlySet<string> = new Set(['', 'index', 'main'])

const queries = new QueryMemory()

/**
 * Takes a call through the guards from first to last: parameters, application, state, endpoint, method,
 * capability. An endpoint off the whitelist has three more: decryption, signature, time. Changes nothing,
 * because the inspector calls it too.
 */
export function passGuards(
  registry: ApplicationRegistry,
  endpoints: ReadonlyMap<string, Endpoint>,
  raw: RawCall,
  now: number,
): RequestContext {
  const context: MutableContext = {
    now,
    ip: raw.ip,
    origin: raw.origin ?? '',
    query: NOTHING_RECEIVED.texts,
    outer: NOTHING_RECEIVED,
    app: undefined,
    settings: undefined,
    api: '',
    endpoint: undefined,
    signed: NOTHING_RECEIVED,
    given: NOTHING_RECEIVED.texts,
    value: '',
    signature: undefined,
    refusal: undefined,
  }
  context.refusal = walk(context, registry, endpoints, raw)
  return context
}

/** Fills in the context on the way. @returns the refusal, or undefined when the call passed every guard */
function walk(
  context: MutableContext,
  registry: ApplicationRegistry,
  endpoints: ReadonlyMap<string, Endpoint>,
  raw: RawCall,
): Refusal | undefined {
  const { now } = context
  if (!readParameters(context, raw)) return { guard: 'limits', code: CODE.wrongData }
  const { query, outer } = context

  const appId = readAppId(query.get('app') ?? outer.texts.get('app'))
  if (appId === 0) return { guard: 'application', code: CODE.appMissing }
  const app = registry.find(appId)
  if (app === undefined) return { guard: 'application', code: CODE.appUnknown }
  const settings = hasOlderKeys(app.settings, now) ? underKeysOfCall(app.settings, outer, now) : app.settings
  const api = query.get('api') ?? ''
  const endpoint = endpoints.get(api)
  context.app = app
  // Without its keys, the reply is plain like one to an unknown application.
  context.settings = settings.locked === true ? undefined : settings
  context.api = api
  context.endpoint = endpoint
  const charset = charsetOf(settings)
  if (charset !== undefined) readAs(context, charset)
  if (settings.state === 'n') return { guard: 'state', code: CODE.appClosed }
  if (settings.locked === true) return { guard: 'keys', code: CODE.apiMaintenance }
  if (endpoint === undefined || !SUB_FILES.has(query.get('other') ?? '')) {
    return { guard: 'endpoint', code: CODE.noSuchOperation }
  }
  if (!endpoint.methods.some((method) => method === raw.method)) {
    return { guard: 'method', code: CODE.methodWrong }
  }
  const capability = guardCapability(registry, app, endpoint.name, now)
  if (capability !== undefined) return { guard: 'capability', code: capability }
  if (endpoint.whitelisted) return undefined

  if (encrypts(settings)) {
    const inner = decrypt(settings, context.outer)
    if (typeof inner === 'number') return { guard: 'decryption', code: inner }
    context.signed = inner
    context.given = inner.texts
    context.value ||= inner.bytes.get('value') ?? ''
  }
  if (signs(app, endpoint.name)) {
    const signature = guardSignature(settings, context.signed, context.outer)
    if (typeof signature === 'number') return { guard: 'signature', code: signature }
    context.signature = signature
  }
  const late = guardTime(settings, context.given, now)
  return late === undefined ? undefined : { guard: 'time', code: late }
}

/** @returns false when the call is over a limit. */
function readParameters(context: MutableContext, raw: RawCall): boolean {
  if (raw.query.length > MAX_URL_BYTES) return false
  try {
    // A call without a body has everything in its query, so its query rarely repeats and the memory would not
    // help.
    const query = raw.body.length === 0 ? parseQuery(raw.query) : queries.parse(raw.query)
    const outer = addBody(query, raw.body)
    context.query = query.texts
    context.outer = outer
    context.signed = outer
    context.given = outer.texts
    context.value = valueOf(outer) || valueOf(query)
    return true
  } catch (error) {
    if (error instanceof WireLimitError) return false
    throw error
  }
}

/** Reads the pairs again, in the character set that the application names. */
function readAs(context: MutableContext, charset: Charset): void {
  const outer = readAll(context.outer.bytes, charset)
  context.outer = outer
  context.signed = outer
  context.given = outer.texts
}

/** The body's `value`, else the query's. `0` counts as absent, as in PHP and in the original. */
function valueOf({ bytes }: Received): string {
  const value = bytes.get('value') ?? ''
  return value === '0' ? '' : value
}
