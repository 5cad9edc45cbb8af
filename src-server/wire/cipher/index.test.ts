import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findCipher } from './index.ts'

const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString()

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
const keys = {
  rc4Key: 'Rc4KeyTest010001',
  rsaPrivateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}
const TYPES = [1, 2, 3, 4, 10]
const LARGEST = 65_536

test('every mi_type except 0 has a cipher, and no other number has one', () => {
  for (const type of TYPES) expect(findCipher(type)).toBeDefined()
  for (const type of [0, 5, 9, 11, -3, 3.5, NaN]) expect(findCipher(type)).toBeUndefined()
})

describe.each(TYPES)('mi_type %d', (type) => {
  const cipher = findCipher(type)!

  test('decrypts any text to bytes or to undefined, and never throws', () => {
    const hex = fc.stringMatching(/^[0-9a-f]{0,600}$/)
    const base64 = fc.stringMatching(/^[A-Za-z0-9+/ _-]{0,600}={0,2}$/)
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), hex, base64), (data) => {
        expect([true, undefined]).toContain(cipher.open(data, keys) && true)
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['hex', 'a5'.repeat(LARGEST / 2)],
    ['base64', 'Ab+/'.repeat(LARGEST / 4)],
    ['neither', '%'.repeat(LARGEST)],
    ['blanks', ' '.repeat(LARGEST)],
  ])('64 KB of %s cost less than 5 ms', (_, data) => {
    expect(fastest(() => cipher.open(data, keys))).toBeLessThan(5)
  })

  test('a reply of 64 KB costs less than 5 ms', () => {
    const json = '卡a'.repeat(LARGEST / 4)
    expect(fastest(() => cipher.seal(json, keys))).toBeLessThan(5)
  })
})

describe.each([2, 3, 10])('mi_type %d decrypts its own output', (type) => {
  test('any text', () => {
    const cipher = findCipher(type)!
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        expect(textOf(cipher.open(cipher.seal(text, keys), keys))).toBe(text)
      }),
    )
  })
})

/** The best of twenty runs, milliseconds, so that other load on the machine doesn't count. */
function fastest(work: () => unknown): number {
  let best = Infinity
  for (let i = 0; i < 20; i++) {
    const start = performance.now()
    work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}
