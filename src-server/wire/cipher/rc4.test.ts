import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rc4Second } from './rc4.ts'

const textOf = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString()

const keys = { rc4Key: 'Rc4KeyTest010001' }
// By another RC4 implementation (Python) over the UTF-8 bytes of the text.
const TEXT = 'kami=值&markcode=DEV-01'
const SEALED = '6d93344e14819283fd3e78f4633a8cd1c39b80a759598ef4'

describe('mi_type 3', () => {
  test('encrypts to lower-case hex and decrypts either case, with a trailing newline', () => {
    expect(rc4Second.seal(TEXT, keys)).toBe(SEALED)
    expect(textOf(rc4Second.open(SEALED, keys))).toBe(TEXT)
    expect(textOf(rc4Second.open(`${SEALED.toUpperCase()}\n`, keys))).toBe(TEXT)
  })

  test('takes the key as UTF-8', () => {
    expect(rc4Second.seal('abc', { rc4Key: '密' })).toBe('41d282')
  })

  test.each([
    ['empty', ''],
    ['no hex', '%%%'],
    ['an odd number of digits', SEALED.slice(1)],
  ])('undecodable: %s', (_, data) => {
    expect(rc4Second.open(data, keys)).toBeUndefined()
  })

  test('decrypts its own output under any key', () => {
    const text = fc.string({ unit: 'binary', minLength: 1 })
    fc.assert(
      fc.property(text, text, (json, rc4Key) => {
        expect(textOf(rc4Second.open(rc4Second.seal(json, { rc4Key }), { rc4Key }))).toBe(json)
      }),
    )
  })
})
