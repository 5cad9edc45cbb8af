import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bytesOf } from '../../src-server/wire/charset.ts'
import { checkValue } from '../../src-server/wire/envelope.ts'
import { findCipher } from '../../src-server/wire/cipher/index.ts'
import { decodeHex, encodeHex } from '../../src-server/wire/hex.ts'
import { rc4 } from '../../src-server/wire/rc4.ts'
import { readAll } from '../../src-server/wire/received.ts'
import { findSignature, signature } from '../../src-server/wire/signature.ts'

const known = { note: z.string(), expect: z.string() }
const keyed = z.strictObject({ key: z.string(), text: z.string() })
const vector = z.discriminatedUnion('fn', [
  z.strictObject({
    ...known,
    fn: z.literal('sign'),
    given: z.strictObject({
      pairs: z.array(z.tuple([z.string(), z.string()])),
      appkey: z.string(),
      order: z.enum(['received', 'sorted']),
    }),
  }),
  z.strictObject({
    ...known,
    fn: z.literal('check'),
    given: z.strictObject({ time: z.int(), appkey: z.string(), value: z.string() }),
  }),
  z.strictObject({ ...known, fn: z.literal('rc4-hex'), given: keyed }),
  z.strictObject({ ...known, fn: z.literal('rc4-hex-gbk'), given: keyed }),
  z.strictObject({
    ...known,
    fn: z.literal('seal'),
    given: z.strictObject({ mi_type: z.int(), rc4_key: z.string(), json: z.string() }),
  }),
])
type Vector = z.output<typeof vector>

const vectors = z
  .object({ functions: z.array(vector) })
  .parse(JSON.parse(readFileSync(new URL('./vectors/wire.json', import.meta.url), 'utf8')))
  .functions.map((entry, index) => ({ entry, name: nameOf(entry, index) }))

function nameOf(entry: Vector, index: number): string {
  const type = entry.fn === 'seal' ? `, mi_type ${entry.given.mi_type}` : ''
  return `${entry.fn} ${index + 1}: ${entry.note}${type}`
}

function findCipherOf(entry: Vector) {
  if (entry.fn === 'rc4-hex-gbk') return findCipher(1)
  return entry.fn === 'seal' ? findCipher(entry.given.mi_type) : undefined
}

function checkSealed(entry: Vector, text: string, rc4Key: string): void {
  const cipher = findCipherOf(entry)
  expect(cipher?.seal(text, { rc4Key })).toBe(entry.expect)
}

function verify(entry: Vector): void {
  switch (entry.fn) {
    case 'sign': {
      const { pairs, appkey, order } = entry.given
      expect(signature(pairs, appkey, order)).toBe(entry.expect)
      const sent = readAll(new Map(pairs.map(([name, value]) => [bytesOf(name), bytesOf(value)])))
      expect(findSignature(entry.expect, sent, appkey, order)?.order).toBe(order)
      break
    }
    case 'check':
      expect(checkValue(entry.given.time, entry.given.appkey, bytesOf(entry.given.value))).toBe(entry.expect)
      break
    case 'rc4-hex': {
      const key = Buffer.from(entry.given.key)
      const text = Buffer.from(entry.given.text)
      expect(encodeHex(rc4(key, text))).toBe(entry.expect)
      expect(encodeHex(rc4(key, decodeHex(entry.expect)!))).toBe(text.toString('hex'))
      break
    }
    case 'rc4-hex-gbk':
      checkSealed(entry, entry.given.text, entry.given.key)
      break
    case 'seal':
      checkSealed(entry, entry.given.json, entry.given.rc4_key)
      break
  }
}

describe('known answers of wire.json', () => {
  test.each(vectors)('$name', ({ entry }) => {
    verify(entry)
  })
})
