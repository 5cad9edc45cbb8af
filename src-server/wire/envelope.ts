import { md5OfBytes } from './digests.ts'

/**
 * A reply's `check`: md5 of the reply's `time` (Unix seconds), the appkey (ASCII) and the bytes of the
 * request's `value` as received, one character a byte.
 */
export function checkValue(time: number, appkey: string, value: string): string {
  return md5OfBytes(`${time}${appkey}${value}`)
}

/** The member in which a success carries its payload. A refusal's text is always in `msg`. */
export type EnvelopeKind = 'msg' | 'data' | 'both'

export interface StandardReply {
  readonly code: number
  /** A text, or the endpoint's own fields. */
  readonly payload: string | Readonly<Record<string, unknown>> | readonly unknown[]
  readonly success: boolean
  /** Unix seconds. */
  readonly time: number
  /** Empty for a call without an application. */
  readonly appkey: string
  /** The request's `value`, or empty when the request has none. */
  readonly value: string
  readonly envelope: EnvelopeKind
}

/**
 * The JSON of a reply in the standard envelope: compact, keys in the order code, msg, data, time, check
 * (docs/protocol.md 5).
 */
export function standardReply(reply: StandardReply): string {
  const payload = stringify(reply.payload)
  const { code, time } = reply
  const moved = reply.success && reply.envelope !== 'msg'
  const msg = moved && reply.envelope === 'data' ? '"success"' : payload
  const data = moved ? `,"data":${payload}` : ''
  return `{"code":${code},"msg":${msg}${data},"time":${time},"check":"${checkValue(time, reply.appkey, reply.value)}"}`
}

/**
 * Owners type `<br>` for a line break. JSON doesn't escape these characters, so a search in the written JSON
 * finds them.
 */
function stringify(payload: StandardReply['payload']): string {
  const json = JSON.stringify(payload)
  return json.includes('<br>') ? json.replaceAll('<br>', '\\n') : json
}

export interface Mt5Reply {
  readonly code: number
  readonly msg: string
  /** Unix seconds. */
  readonly time: number
  readonly appkey: string
  readonly value: string
  /** In the specification's order. The names need no escape. */
  readonly fields: Readonly<Record<string, string | number>>
}

/**
 * The JSON of an MT5 reply. Programs search it as text, so no text in it contains or needs an escape
 * (docs/protocol.md 5).
 */
export function mt5Reply(reply: Mt5Reply): string {
  const { code, time } = reply
  let json = `{"code":${code},"time":${time},"check":"${checkValue(time, reply.appkey, reply.value)}","msg":"${flatten(reply.msg)}"`
  for (const name in reply.fields) {
    const field = reply.fields[name] ?? ''
    json += `,"${name}":${typeof field === 'string' ? `"${flatten(field)}"` : Number.isFinite(field) ? field : null}`
  }
  return json + '}'
}

const TROUBLE = /["\\\p{Cc}]/u

function flatten(text: string): string {
  if (!TROUBLE.test(text)) return text
  return text
    .replaceAll('"', "'")
    .replaceAll('\\', '/')
    .replaceAll(/\p{Cc}/gu, ' ')
}
