import { CODE } from '../../contract/error-codes.ts'
import { LOOKUP_MS, MAX_BODY_BYTES, MAX_URL_BYTES } from '../../contract/limits.ts'
import type { Clock, Log } from '../../contract/ports.ts'
import { isPassingFailure } from '../../contract/storage-failure.ts'
import type { PlatformSettings } from '../../contract/records/settings.ts'
import type { ServedImage } from '../../contract/records/image.ts'
import { messageOf, textOf } from '../../wire/messages.ts'
import {
  addBody,
  NOTHING_RECEIVED,
  parseQuery,
  pickParameters,
  WireLimitError,
  type Parameters,
  type Received,
} from '../../wire/parameters.ts'
import { selfServiceText } from '../../wire/self-service-texts.ts'
import { answerLanguage } from '../answer-language.ts'
import { refuse, tooMany, type PublicAnswer, type Refusal } from './answers.ts'
import { PUBLIC_ACTIONS } from './index.ts'
import type { PublicAction, PublicCall, PublicServices } from './public-action.ts'

/** A call of a public action as the door hands it over. */
export interface PublicRequest {
  /** The action's name; one that `isPublicAction` does not know is refused. */
  readonly act: string
  readonly method: string
  /** The URL's query as it came, without `?`. */
  readonly query: string
  readonly ip: string
  /** The origin by which the caller reached the server. */
  readonly cameTo: string
  /** Whether the door serves the console as well. */
  readonly console: boolean
  /** Whether the body is packed: the server unpacks none. */
  readonly isEncoded: boolean
  /** The body, unless it is over the limit, its sender goes away, or too many others are uploading. */
  readonly readBody: (limit: number) => Promise<Uint8Array | 'tooLarge' | 'gone' | 'busy'>
}

export type PublicReply =
  | { readonly picture: ServedImage }
  | {
      readonly status: 200 | 413 | 415 | 429
      readonly json: { readonly code: number; readonly msg: unknown; readonly time: number }
      /** Seconds, of 429. */
      readonly retryAfter: number | undefined
    }

export interface SelfServiceParts {
  readonly services: PublicServices
  readonly clock: Clock
  readonly log: Log
  /** Lets some time pass. */
  readonly pause: (ms: number) => Promise<void>
}

const ACTIONS = new Map<string, PublicAction>(PUBLIC_ACTIONS.map((action) => [action.name, action]))
/** When somebody tries again whose upload found no place. */
const BUSY_SECONDS = 5
const NO_BYTES = new Uint8Array()

/** Whether a name of ajax.php is a public action's: the others are the console's. */
export function isPublicAction(act: string): boolean {
  return ACTIONS.has(act)
}

/**
 * Answers public actions: no session, no cookie, whatever page they come from. What tells what is there answers no sooner
 * than after a fixed time, whichever way it goes.
 * @returns undefined where nobody waits for the answer any more
 */
export function createSelfService(
  parts: SelfServiceParts,
): (request: PublicRequest) => Promise<PublicReply | undefined> {
  return async (request) => {
    const action = ACTIONS.get(request.act)
    return action === undefined ? answerUnknown(parts, request) : answerRequest(parts, action, request)
  }
}

/** The answer to an unknown action: HTTP 200 as every refusal, with the table's text. */
function answerUnknown({ services, clock }: SelfServiceParts, request: PublicRequest): PublicReply {
  const { site } = services.platformSettings.current
  const query = readWithin(() => parseQuery(request.query))
  return writeReply(
    refuse(CODE.noSuchOperation),
    languageOf((query ?? NOTHING_RECEIVED).texts, site),
    clock.now(),
  )
}

/** The life of a call: URL, method, limits, body, parameters, and then the action. */
async function answerRequest(
  { services, clock, log, pause }: SelfServiceParts,
  action: PublicAction,
  request: PublicRequest,
): Promise<PublicReply | undefined> {
  const { ip, cameTo, console } = request
  const now = clock.now()
  const { site } = services.platformSettings.current
  const query = readWithin(() =>
    request.query.length > MAX_URL_BYTES ? undefined : parseQuery(request.query),
  )
  let language = languageOf((query ?? NOTHING_RECEIVED).texts, site)
  const reply = (answer: PublicAnswer) => writeReply(answer, language, now)
  if (query === undefined) return reply(refuse(CODE.wrongData))
  const { method } = request
  if (!isMethodOf(action, method)) return reply(refuse(CODE.methodWrong))
  try {
    const wait = action.limit === 'lookup' ? services.limits.lookUp(action.name, ip, now) : 0
    if (wait > 0) return reply(tooMany(wait))
    const head: PublicCall = { method, ip, cameTo, now, language, console, bytes: NO_BYTES }
    const refusal = await action.beforeBody?.(head, pick(action, query.texts), services)
    if (refusal !== undefined) {
      if (refusal.missed === true) services.limits.missed(ip, now)
      return reply(refusal)
    }
    if (request.isEncoded) return { ...reply(refuse(CODE.wrongData)), status: 415 }
    const upload = method === 'POST' ? action.upload : undefined
    const body = await request.readBody(upload ?? MAX_BODY_BYTES)
    if (body === 'gone') return undefined
    if (body === 'busy') return reply(tooMany(BUSY_SECONDS))
    if (body === 'tooLarge')
      return { ...reply(refuse(upload === undefined ? CODE.wrongData : CODE.tooLarge)), status: 413 }
    const given = upload === undefined ? readWithin(() => addBody(query, body)) : query
    if (given === undefined) return reply(refuse(CODE.wrongData))
    language = languageOf(given.texts, site)
    const call = { ...head, language, bytes: upload === undefined ? NO_BYTES : body }
    // From here on, and not from the first byte: a sender could let that time pass before the last.
    const [answer] = await Promise.all([
      action.answer(call, pick(action, given.texts), services),
      action.limit === 'lookup' ? pause(LOOKUP_MS) : undefined,
    ])
    if ('missed' in answer) services.limits.missed(ip, now)
    return reply(answer)
  } catch (error) {
    if (isPassingFailure(error)) return reply({ code: CODE.internal, text: { wire: 'storageHeld' } })
    log.error('selfservice.action', error, { act: action.name })
    return reply(refuse(CODE.internal))
  }
}

function isMethodOf(action: PublicAction, method: string): method is PublicCall['method'] {
  return action.methods.some((one) => one === method)
}

/** @returns undefined over a limit */
function readWithin(read: () => Received | undefined): Received | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof WireLimitError) return undefined
    throw error
  }
}

function languageOf(given: Parameters, site: PlatformSettings['site']): PublicCall['language'] {
  return answerLanguage(given.get('lang') ?? '', site)
}

/** The parameters an action declares, as its schema makes them. */
function pick(action: PublicAction, given: Parameters): Record<string, unknown> {
  return action.params.parse(pickParameters(Object.keys(action.params.shape), given))
}

function writeReply(answer: PublicAnswer, language: PublicCall['language'], time: number): PublicReply {
  if ('picture' in answer) return answer
  if ('payload' in answer) {
    return { status: 200, json: { code: CODE.success, msg: answer.payload, time }, retryAfter: undefined }
  }
  const { code, fields, products, wait } = answer
  const msg = textOfRefusal(answer, language)
  return {
    status: code === CODE.tooMany ? 429 : 200,
    json: { code, msg, time, ...(fields && { fields }), ...(products && { products }) },
    retryAfter: wait,
  }
}

function textOfRefusal({ code, text, msg }: Refusal, language: PublicCall['language']): string {
  if (msg !== undefined && msg !== '') return msg
  if (text === undefined) return messageOf(code, language)
  return 'wire' in text ? textOf(text.wire, language) : selfServiceText(text.own, language)
}
