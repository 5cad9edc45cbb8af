import { checkValue } from './check.ts'

/** Where a success carries its payload; a refusal's text is always `msg`. */
export type EnvelopeKind = 'msg' | 'data' | 'both'

export interface StandardReply {
  readonly code: number
  /** A text, or the endpoint's own fields. */
  readonly payload: string | Readonly<Record<string, unknown>> | readonly unknown[]
  readonly success: boolean
  /** Unix seconds. */
  readonly time: number
  /** Empty where there is no application. */
  readonly appkey: string
  /** The request's `value`, empty when it sent none. */
  readonly value: string
  readonly envelope: EnvelopeKind
}

/** The JSON of a reply of the standard envelope: compact, keys in the order code, msg, data, time, check (protocol.md 5). */
export function standardReply(reply: StandardReply): string {
  const payload = stringify(reply.payload)
  const { code, time } = reply
  const moved = reply.success && reply.envelope !== 'msg'
  const msg = moved && reply.envelope === 'data' ? '"success"' : payload
  const data = moved ? `,"data":${payload}` : ''
  return `{"code":${code},"msg":${msg}${data},"time":${time},"check":"${checkValue(time, reply.appkey, reply.value)}"}`
}

/** Owners type `<br>` for a line break. The marker needs no escape in JSON, so that it can be found in the written text. */
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
  /** In the specification's order; their names are plain words. */
  readonly fields: Readonly<Record<string, string | number>>
}

/** The JSON of an MT5 reply, which programs search as text: no text in it needs or holds an escape (protocol.md 5). */
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
