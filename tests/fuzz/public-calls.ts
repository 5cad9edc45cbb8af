import fc from 'fast-check'
import { PUBLIC_ACTIONS } from '../../src-server/ajax/selfservice/index.ts'
import type { PublicRequest } from '../../src-server/ajax/selfservice/dispatch.ts'
import { JPEG, PNG, WEBP } from '../support/pictures.ts'
import type { Target } from './fuzz-world.ts'

const NAMES = [
  ...['card', 'product', 'contact', 'reason', 'old_machine', 'description', 'old_key', 'new_key'],
  ...[
    'account_key',
    'qq',
    'proid',
    'url',
    'request',
    'id',
    'token',
    'lang',
    '__proto__',
    'constructor',
    'card[]',
  ],
]
const VALUES = [
  ...['BOUND', 'K', '1@A', '2@A', 'someone', '', '0', '-1', '1e999', '9'.repeat(30), 'x'.repeat(3000)],
  ...['\0', '%', '%zz', '😀', '\ud800', '\u202e', '2222-2222-2222', "' OR 1=1 --", '../../etc/passwd'],
  ...['http://[::1', 'http://a@b', 'xn--', 'http://\u3002', 'en', '<script>'],
]

const act = fc.constantFrom(...PUBLIC_ACTIONS.map(({ name }) => name))
const method = fc.constantFrom('GET', 'POST', 'POST', 'POST', 'PUT')
const bytes = fc.uint8Array({ maxLength: 300 })
const text = fc.oneof(fc.constantFrom(...VALUES), fc.string({ unit: 'binary', maxLength: 40 }))
const pairs = (targets: readonly Target[]) =>
  fc.array(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 8 })), text),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...targets).map(({ app }) => ['product', String(app)] as const),
      },
    ),
    { maxLength: 10 },
  )

const escape = (value: string) => encodeURIComponent(value.toWellFormed())
const form = (given: readonly (readonly [string, string])[]) =>
  given.map(([name, value]) => `${escape(name)}=${escape(value)}`).join('&')
const latin1 = (raw: Uint8Array) => Buffer.from(raw).toString('latin1')

/** Each call has its own address: the limits would refuse all but the first dozens. */
let visitors = 0
function visitor(
  call: Pick<PublicRequest, 'act' | 'method' | 'query'>,
  body: Uint8Array | string,
): PublicRequest {
  visitors++
  const ip = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`
  const whole = typeof body === 'string' ? Buffer.from(body) : body
  const readBody = (limit: number) => Promise.resolve(whole.length > limit ? ('tooLarge' as const) : whole)
  const cameTo = 'http://127.0.0.1:8787'
  return { ...call, ip, cameTo, console: visitors % 2 === 0, isEncoded: false, readBody }
}

/** Hostile calls of ajax.php, by the place of the hostile part. */
export function publicCalls(
  targets: readonly Target[],
): Readonly<Record<string, fc.Arbitrary<PublicRequest>>> {
  const given = pairs(targets)
  return {
    'any bytes as body': fc
      .tuple(act, method, bytes)
      .map(([name, how, body]) => visitor({ act: name, method: how, query: `act=${name}` }, body)),
    'any bytes as query': fc
      .tuple(act, method, bytes)
      .map(([name, how, query]) => visitor({ act: name, method: how, query: latin1(query) }, '')),
    'any parameters': fc
      .tuple(act, given, given)
      .map(([name, query, body]) => visitor({ act: name, method: 'POST', query: form(query) }, form(body))),
    'any JSON': fc
      .tuple(act, fc.json({ maxDepth: 2 }))
      .map(([name, body]) => visitor({ act: name, method: 'POST', query: '' }, body)),
    'parameters as JSON': fc
      .tuple(act, given)
      .map(([name, body]) =>
        visitor({ act: name, method: 'POST', query: '' }, JSON.stringify(Object.fromEntries(body))),
      ),
  }
}

const picture = fc.constantFrom(PNG, JPEG, WEBP)
/** A real picture: a camera may pad it with zeros. */
const junk = fc.uint8Array({ minLength: 1, maxLength: 200 }).filter((raw) => raw.some((byte) => byte !== 0))

/** Files that are no picture, however much of a picture they contain. */
export const NO_PICTURES: Readonly<Record<string, fc.Arbitrary<Uint8Array>>> = {
  'any bytes': fc.uint8Array({ maxLength: 2000 }),
  'the beginning of a picture, then any bytes': fc
    .tuple(picture, fc.integer({ min: 4, max: 24 }), junk)
    .map(([whole, keep, rest]) => Buffer.concat([whole.subarray(0, keep), rest])),
  'a picture that is cut off': fc
    .tuple(picture, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }))
    .map(([whole, share]) => whole.subarray(0, Math.floor(share * whole.length))),
  'something before a picture': fc
    .tuple(junk, picture)
    .map(([before, whole]) => Buffer.concat([before, whole])),
  'something after a picture': fc.tuple(picture, junk).map(([whole, after]) => Buffer.concat([whole, after])),
  'a picture in a picture': fc
    .tuple(picture, picture)
    .map(([outer, inner]) => Buffer.concat([outer.subarray(0, 20), inner, outer.subarray(20)])),
}

/** An upload for a request. */
export function uploadOf(file: Uint8Array, request: string): PublicRequest {
  const query = `act=image_workorder&request=${request}`
  return visitor({ act: 'image_workorder', method: 'POST', query }, file)
}
