import { expect } from 'vitest'
import { writeExpected } from '../support/write-expected.ts'
import { md5, openReply } from '../support/wire-crypto.ts'
import type { RawResponse } from '../support/send-raw.ts'
import { APPKEY, RC4_KEY, type Fixture } from './lay-fixture.ts'
import type { PeerCase } from './peer-case.ts'

/** The part of an answer that two servers can be compared by. */
export interface Said {
  readonly status: number
  /** Undefined for a body that is no JSON, and so are the other members. */
  readonly code?: number
  readonly msg?: unknown
  readonly sealed: boolean
  /** The value in the check, and whether the key is in it. */
  readonly check?: { readonly value: string; readonly keyed: boolean }
  /** The answer's own time. */
  readonly time: number
}

const DATE = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/
type Json = Readonly<Record<string, unknown>>

/** The original's answer, with its times moved to now. */
export function peerSaid({ response }: PeerCase, fixture: Fixture, time: number): Said {
  const { status, body, encrypted, check_over: over } = response
  const json = parseLoosely((encrypted?.plain ?? body ?? '').replace('{{time}}', String(time)))
  if (json === undefined) return { status, sealed: false, time }
  const marks = { now: time, appkey: '', rc4Key: '', names: {} }
  const msg = writeExpected(moveSetup(json['msg'], fixture.at), { marks, exact: true })
  return {
    status,
    code: Number(json['code']),
    msg: comparable(msg),
    sealed: encrypted !== null,
    check: { value: over?.value ?? '', keyed: over?.appkey !== 'empty' },
    time,
  }
}

/** @param values the check may be over one of these */
export function ourSaid(response: RawResponse, fixture: Fixture, values: readonly string[]): Said {
  const { status } = response
  const body = response.bytes.toString()
  const sealed = body !== '' && !body.startsWith('{')
  const json = parseLoosely(sealed ? openReply(fixture.miType, RC4_KEY, body) : body)
  if (json === undefined) return { status, sealed: false, time: 0 }
  const time = Number(json['time'])
  const found = values
    .flatMap((value) => [
      { value, keyed: true },
      { value, keyed: false },
    ])
    .find(({ value, keyed }) => md5(`${time}${keyed ? APPKEY : ''}${value}`) === json['check'])
  expect(found, `check over one of ${JSON.stringify(values)}`).toBeDefined()
  return { status, code: Number(json['code']), msg: comparable(json['msg']), sealed, check: found!, time }
}

/**
 * `api_total` is a number here and digits there. Members that the original lacks (`debug`) aren't compared,
 * and a file's date only has to be a date.
 */
function comparable(msg: unknown): unknown {
  if (Array.isArray(msg)) return msg.map(comparable)
  if (typeof msg !== 'object' || msg === null) return msg
  const { debug: _, date, ...fields } = msg as Json
  return {
    ...fields,
    ...('api_total' in fields ? { api_total: Number(fields['api_total']) } : {}),
    ...(typeof date === 'string' ? { date: DATE.test(date) ? 'a date' : date } : {}),
  }
}

/** `{{setup+N}}` is relative to the fixture. */
export function moveSetup(value: unknown, at: number): unknown {
  const text = JSON.stringify(value).replaceAll(/\{\{setup([+-]\d+)?\}\}/g, (_, by: string | undefined) =>
    String(at + Number(by ?? 0)),
  )
  return JSON.parse(text) as unknown
}

/** The original sends raw line feeds inside texts. */
function parseLoosely(text: string): Json | undefined {
  if (!text.startsWith('{')) return undefined
  return JSON.parse(text.replaceAll('\n', '\\n')) as Json
}
