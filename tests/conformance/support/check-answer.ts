import { inflateRawSync } from 'node:zlib'
import { expect } from 'vitest'
import { checkDeclared } from './check-declared.ts'
import { writeExpected } from './write-expected.ts'
import { writeMarks, type MarkValues } from './marks.ts'
import type { World } from './prepare.ts'
import type { Expectation, RawExpectation } from './scenario.ts'
import type { RawResponse } from './send-raw.ts'
import { md5, openAes, openReply, rc4 } from './wire-crypto.ts'

type Json = Readonly<Record<string, unknown>>
/** The application is unknown. */
const PLAIN_CODES = new Set([100, 101])
const THIRD_PARTY_MI_TYPE = 10
const MT5_APIS = new Set(['mt5logon', 'mt5login', 'mt5pulse', 'mt5notify', 'mt5messenger_bind'])

export interface Answered {
  /** The members beside code, time and check. */
  readonly payload: unknown
}

/** Compares an answer with the expected one, and with the rules for every answer (docs/protocol.md 5). */
export function checkAnswer(
  response: RawResponse,
  expected: Expectation | RawExpectation,
  context: {
    readonly world: World
    readonly api: string
    readonly marks: MarkValues
    readonly exactTime: boolean
  },
): Answered {
  expect(response.status).toBe(expected.status ?? 200)
  expect(response.headers['set-cookie']).toBeUndefined()
  expect(response.headers['access-control-allow-origin']).toBe('*')
  if ('raw' in expected) {
    checkRaw(response, expected.raw, context.world, context.marks)
    return { payload: undefined }
  }
  const { world, api } = context
  const { settings } = world
  const keyless = expected.keyless ?? PLAIN_CODES.has(expected.code)
  const isMt5 = MT5_APIS.has(api) && !keyless
  const { mi_type: miType = 0 } = settings
  const isSealed = expected.sealed ?? (settings.encrypt === true && miType !== 0 && !isMt5 && !keyless)
  const body = response.bytes.toString()
  if (isSealed) expect(body).not.toContain('{')
  const text = isSealed ? openReply(miType, world.rc4Key, body) : body
  const json = JSON.parse(text) as Json
  expect(text, 'compact, nothing escaped that needn’t be').toBe(JSON.stringify(json))
  expect(json['code'], text).toBe(expected.code)
  checkFrame(json, expected, context, keyless)
  expect(Object.keys(json).slice(0, 3)).toEqual(
    isMt5 ? ['code', 'time', 'check'] : firstKeys(expected, settings.envelope),
  )
  const payload = isMt5 ? json : payloadOf(json, settings.envelope)
  // Another product's names are no declared ones, and an unknown application has no endpoint.
  if (!keyless && !(isSealed && miType === THIRD_PARTY_MI_TYPE))
    checkDeclared(api, expected.code, isMt5 ? fieldsOf(json) : payload)
  const moment = { exact: context.exactTime, marks: { ...context.marks, now: Number(json['time']) } }
  if (expected.msg !== undefined) expect(json['msg']).toBe(writeMarks(expected.msg, moment.marks))
  if (expected.fields !== undefined)
    expect(payload).toMatchObject(writeExpected(expected.fields, moment) as object)
  if (expected.holds !== undefined) {
    expect(payload).toEqual(expect.arrayContaining(writeExpected(expected.holds, moment) as unknown[]))
  }
  if ('payload' in expected) expect(payload).toEqual(writeExpected(expected.payload, moment))
  if (expected.order !== undefined) expect(Object.keys(payload as object)).toEqual(expected.order)
  for (const [name, value] of Object.entries(expected.headers ?? {}))
    expect(response.headers[name]).toBe(value)
  return { payload }
}

/** The members of an MT5 reply that are the endpoint's own. */
function fieldsOf({ code: _code, time: _time, check: _check, msg: _msg, ...fields }: Json): Json {
  return fields
}

function firstKeys(expected: Expectation, envelope = 'msg'): string[] {
  const moved = expected.code === 200 && expected.msg === undefined && envelope !== 'msg'
  return moved ? ['code', 'msg', 'data'] : ['code', 'msg', 'time']
}

function payloadOf(json: Json, envelope = 'msg'): unknown {
  return envelope === 'msg' || !('data' in json) ? json['msg'] : json['data']
}

function checkFrame(
  json: Json,
  expected: Expectation,
  { world, marks, exactTime }: { world: World; marks: MarkValues; exactTime: boolean },
  keyless: boolean,
): void {
  const time = json['time']
  expect(time).toSatisfy(Number.isInteger)
  if (exactTime) expect(time).toBe(marks.now)
  const value = writeMarks(expected.value ?? '', marks)
  expect(json['check'], 'check').toBe(md5(`${String(time)}${keyless ? '' : world.appkey}${value}`))
}

function checkRaw(
  response: RawResponse,
  { type, empty, open, contains = [], json, zip }: RawExpectation['raw'],
  world: World,
  marks: MarkValues,
): void {
  if (type !== undefined) expect(response.headers['content-type']).toMatch(type)
  if (empty === true) expect(response.bytes).toHaveLength(0)
  if (zip !== undefined) {
    const texts = readZip(response.bytes).join('\n')
    for (const part of zip.holds) expect(texts).toContain(writeMarks(part, marks))
    return
  }
  const text = openRaw(response.bytes, open, world, marks)
  for (const part of contains) expect(text).toContain(writeMarks(part, marks))
  if (json !== undefined) expect(JSON.parse(text)).toEqual(json)
}

function openRaw(
  bytes: Buffer,
  open: RawExpectation['raw']['open'],
  world: World,
  marks: MarkValues,
): string {
  if (open === undefined) return bytes.toString()
  const hex = bytes.toString()
  expect(hex).toMatch(/^([0-9a-f]{2})+$/)
  if (open === 'aes') return openAes(world.rc4Key, hex)
  const key = writeMarks(open.rc4, marks)
  return rc4(Buffer.from(key), Buffer.from(hex, 'hex')).toString()
}

/** Each file's name and text, by the zip's central directory. */
function readZip(zip: Buffer): string[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files: string[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size, name, extra, note, local] = [10, 20, 28, 30, 32, 42].map((offset, index) =>
      index === 1 || index === 5 ? zip.readUInt32LE(at + offset) : zip.readUInt16LE(at + offset),
    ) as [number, number, number, number, number, number]
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const packed = zip.subarray(start, start + size)
    const text = method === 0 ? packed : inflateRawSync(packed)
    files.push(zip.toString('utf8', at + 46, at + 46 + name), text.toString())
    at += 46 + name + extra + note
  }
  return files
}
