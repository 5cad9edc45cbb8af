import fc from 'fast-check'
import { RUNTIME_APIS } from '../../src-server/domain/application/capability.ts'
import type { RawCall } from '../../src-server/runtime/call.ts'
import { sealRsa } from '../conformance/support/rsa-key.ts'
import { md5, rc4 } from '../conformance/support/wire-crypto.ts'
import { START } from '../support/test-server.ts'
import { APPKEY, RC4_KEY, type Target } from './fuzz-world.ts'

const EMPTY = new Uint8Array()
const IP = '127.0.0.1'
const NAMES = [
  'kami',
  'markcode',
  'user',
  'password',
  'qq',
  'name',
  'inv',
  'account_key',
  'mt5_login',
  'mt5_server',
  'equity',
  'dd',
  'positions',
  'symbol',
  'text',
  'event',
  'action',
  'bind_code',
  'secret',
  'open_id',
  'id',
  'appid',
  'type',
  'base',
  'msg',
  'pay',
  'value',
  't',
  'sign',
  'data',
  'other',
  '__proto__',
  'constructor',
  'kami[]',
]
const VALUES = [
  'K',
  'PC',
  '1@A',
  String(START),
  'request',
  'confirm',
  'status',
  'config',
  'inf',
  '',
  '0',
  '-1',
  '1e999',
  '9'.repeat(30),
  '\0',
  '%',
  'c',
  '😀',
  '\ud800',
]

const api = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...RUNTIME_APIS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)
const text = fc.oneof(fc.constantFrom(...VALUES), fc.string({ unit: 'binary', maxLength: 40 }))
const pairs = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 8 })), text), {
  maxLength: 8,
})
const bytes = fc.uint8Array({ maxLength: 300 })
const method = fc.constantFrom('GET', 'POST', 'PUT')

const latin1 = (raw: Uint8Array) => Buffer.from(raw).toString('latin1')
/** Encodes as a client does, but accepts a lone surrogate. */
const escape = (value: string) => encodeURIComponent(value.toWellFormed())
const form = (given: readonly (readonly [string, string])[]) =>
  given.map(([name, value]) => `${escape(name)}=${escape(value)}`).join('&')

/** Hostile calls, by the place of the hostile part. */
export function hostileCalls(targets: readonly Target[]): Readonly<Record<string, fc.Arbitrary<RawCall>>> {
  const target = fc.constantFrom(...targets)
  const head = ({ app }: Target, name: string) => `api=${escape(name)}&app=${app}`
  const post = (query: string, body: string | Uint8Array): RawCall => ({
    method: 'POST',
    query,
    body: typeof body === 'string' ? Buffer.from(body) : body,
    ip: IP,
  })
  return {
    'any bytes as body': fc.tuple(target, api, bytes).map(([to, name, body]) => post(head(to, name), body)),
    'any bytes as query': fc.tuple(target, api, bytes, method).map(([to, name, query, how]) => ({
      method: how,
      query: `${head(to, name)}&${latin1(query)}`,
      body: EMPTY,
      ip: IP,
    })),
    'nothing but bytes': fc
      .tuple(bytes, bytes, method)
      .map(([query, body, how]) => ({ method: how, query: latin1(query), body, ip: IP })),
    'any parameters': fc
      .tuple(target, api, pairs)
      .map(([to, name, given]) => post(head(to, name), form(given))),
    'any JSON': fc
      .tuple(target, api, fc.json({ maxDepth: 2 }))
      .map(([to, name, body]) => post(head(to, name), body)),
    'any data': fc
      .tuple(target, api, bytes, fc.constantFrom('hex', 'base64', 'base64url', 'latin1'))
      .map(([to, name, data, spelled]) =>
        post(head(to, name), `data=${escape(Buffer.from(data).toString(spelled))}`),
      ),
    'any text inside data': fc
      .tuple(target, api, pairs, fc.boolean())
      .map(([to, name, given, signs]) =>
        post(head(to, name), `data=${escape(seal(to, inner(given, signs)))}`),
      ),
    'any sign and t': fc
      .tuple(target, api, pairs, text, text)
      .map(([to, name, given, sign, t]) => post(head(to, name), form([...given, ['t', t], ['sign', sign]]))),
    'signed for once': fc
      .tuple(target, api, pairs)
      .map(([to, name, given]) => post(head(to, name), form(signedPairs(given)))),
  }
}

function inner(given: readonly (readonly [string, string])[], signs: boolean): string {
  return (signs ? signedPairs(given) : given).map(([name, value]) => `${name}=${value}`).join('&')
}

const UNSIGNED = new Set(['sign', 'app', 'api', 'value'])

function signedPairs(given: readonly (readonly [string, string])[]): [string, string][] {
  const all = new Map([...given, ['t', String(START)] as const])
  const signed = [...all].filter(([name]) => !UNSIGNED.has(name) && name !== '')
  return [...all, ['sign', md5(`${signed.map(([name, value]) => `${name}=${value}&`).join('')}${APPKEY}`)]]
}

function seal({ miType }: Target, plain: string): string {
  switch (miType) {
    case 2:
      return Buffer.from(plain).toString('base64')
    case 4:
      return sealRsa(plain.slice(0, 200), 'pkcs1').toString('base64')
    default:
      return rc4(Buffer.from(RC4_KEY), Buffer.from(plain)).toString('hex')
  }
}
