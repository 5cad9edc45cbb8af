import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rc4 } from './rc4.ts'

const countUp = (length: number) => Uint8Array.from({ length }, (_, at) => at + 1)
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('rc4', () => {
  // RFC 6229, section 2.
  test.each([
    [5, 0, 'b2396305f03dc027ccc3524a0a1118a86982944f18fc82d589c403a47a0d0919'],
    [5, 4096, 'ff25b58995996707e51fbdf08b34d875'],
    [16, 0, '9ac7cc9a609d1ef7b2932899cde41b975248c4959014126a6e8a84f11d1a9e1c'],
    [32, 0, 'eaa6bd25880bf93d3f5d1e4ca2611d91'],
  ])('the key stream of a %d byte key at %d', (length, offset, stream) => {
    const bytes = rc4(countUp(length), new Uint8Array(offset + stream.length / 2))
    expect(hexOf(bytes.subarray(offset))).toBe(stream)
  })

  test('decrypts its own output, and changes neither key nor text', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.uint8Array({ maxLength: 700 }),
        (key, bytes) => {
          const before = hexOf(key) + hexOf(bytes)
          expect(hexOf(rc4(key, rc4(key, bytes)))).toBe(hexOf(bytes))
          expect(hexOf(key) + hexOf(bytes)).toBe(before)
        },
      ),
    )
  })

  test('long and short messages under one key have one stream, in any order', () => {
    const key = countUp(5)
    const long = rc4(key, new Uint8Array(70_000))
    fc.assert(
      fc.property(fc.nat(9000), (length) => {
        expect(hexOf(rc4(key, new Uint8Array(length)))).toBe(hexOf(long.subarray(0, length)))
      }),
    )
    expect(hexOf(rc4(key, new Uint8Array(70_000)))).toBe(hexOf(long))
  })

  const stream = (key: Uint8Array) => hexOf(rc4(key, new Uint8Array(16)))

  test('a forgotten key gives the same stream again', () => {
    const first = stream(countUp(5))
    for (let at = 0; at < 600; at++) stream(Buffer.from(`key ${at}`))
    expect(stream(countUp(5))).toBe(first)
  })

  test("the key's bytes count: changed in place, a view, or not text", () => {
    const five = stream(countUp(5))
    const key = countUp(16)
    expect(stream(key.subarray(0, 5))).toBe(five)
    expect(stream(key.subarray(1, 6))).not.toBe(five)
    key[0] = 99
    expect(stream(key.subarray(0, 5))).not.toBe(five)
    expect(stream(Uint8Array.of(0xff))).not.toBe(stream(Uint8Array.of(0xfe)))
  })

  test('refuses an empty key', () => {
    expect(() => rc4(new Uint8Array(), new Uint8Array(1))).toThrow(RangeError)
  })
})
