import type { Application } from '../domain/application/application.ts'
import { findCipher } from '../wire/cipher/index.ts'
import { mt5Reply, standardReply } from '../wire/envelope.ts'
import { messageOf, textOf } from '../wire/messages.ts'
import { renameFields } from '../wire/third-party-names.ts'
import type { Mt5Answer, RawAnswer, StandardAnswer } from './answers.ts'
import type { HttpReply } from './call.ts'
import { encrypts } from './guards.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const THIRD_PARTY_MI_TYPE = 10
const SEALED_TYPE = 'text/plain; charset=utf-8'

/** The parts of every reply: the time, and the check over the application's key and the request's `value`. */
export interface ReplyFrame {
  /** Undefined for 100 and 101, which have no key and are always plain (docs/protocol.md 5). */
  readonly settings: Application | undefined
  readonly now: number
  readonly value: string
}

export function writeStandard({ settings, now, value }: ReplyFrame, answer: StandardAnswer): HttpReply {
  const language = settings?.language ?? 'zh'
  const payload =
    'fields' in answer
      ? fieldsOf(answer.fields, settings)
      : answer.text === undefined
        ? (answer.msg ?? messageOf(answer.code, language))
        : textOf(answer.text, language)
  const json = standardReply({
    code: answer.code,
    payload,
    success: 'fields' in answer,
    time: now,
    appkey: settings?.appkey ?? '',
    value,
    envelope: settings?.envelope ?? 'msg',
  })
  const cipher = settings !== undefined && encrypts(settings) ? findCipher(settings.miType) : undefined
  if (settings === undefined || cipher === undefined)
    return { status: 200, contentType: JSON_TYPE, body: json }
  return { status: 200, contentType: SEALED_TYPE, body: cipher.seal(json, settings) }
}

type Fields = Readonly<Record<string, unknown>> | readonly unknown[]

/** mi_type 10 uses the field names of a third-party protocol (docs/protocol.md 4). */
function fieldsOf(fields: Fields, settings: Application | undefined): Fields {
  const renames = settings !== undefined && encrypts(settings) && settings.miType === THIRD_PARTY_MI_TYPE
  return renames && !isList(fields) ? renameFields(fields) : fields
}

function isList(fields: Fields): fields is readonly unknown[] {
  return Array.isArray(fields)
}

/** Always plain JSON (the specification, Common rules). */
export function writeMt5({ settings, now, value }: ReplyFrame, answer: Mt5Answer): HttpReply {
  const body = mt5Reply({
    code: answer.code,
    msg: answer.msg ?? messageOf(answer.code, settings?.language ?? 'zh'),
    time: now,
    appkey: settings?.appkey ?? '',
    value,
    fields: answer.fields,
  })
  return { status: 200, contentType: JSON_TYPE, body }
}

export function writeRaw({ contentType, body, fileName }: RawAnswer): HttpReply {
  return { status: 200, contentType, body, ...(fileName !== undefined && { fileName }) }
}
