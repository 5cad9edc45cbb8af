import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeHex, encodeHex } from './hex.ts'

const bytesOf = (text: string) => {
  const bytes = decodeHex(text)
  return bytes && [...bytes]
}

describe('decodeHex', () => {
  test.each<[string, number[] | undefined]>([
    ['', undefined],
    ['0', undefined],
    ['zz', undefined],
    ['00', [0]],
    ['00fFaB9', undefined],
    ['00fFaB', [0, 255, 171]],
    ['6d93\r\n', [0x6d, 0x93]],
    [' 6 d:9-3 ', [0x6d, 0x93]],
    ['6d9g3', [0x6d, 0x93]],
    ['@`/:Gg6d', [0x6d]],
    ['\u0130\u01316d', [0x6d]],
    ['６d6d', undefined],
  ])('%j', (text, bytes) => {
    expect(bytesOf(text)).toEqual(bytes)
  })

  test('reads the output of encodeHex, in either case and among other characters', () => {
    const stranger = fc.string({ unit: 'binary' }).map((text) => text.replace(/[0-9a-f]/gi, ''))
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), stranger, fc.nat(), (bytes, text, at) => {
        const hex = encodeHex(bytes)
        const place = at % (hex.length + 1)
        expect(bytesOf(hex.toUpperCase())).toEqual([...bytes])
        expect(bytesOf(hex.slice(0, place) + text + hex.slice(place))).toEqual([...bytes])
      }),
    )
  })
})

test('encodeHex writes lower case, two digits a byte, also for a view', () => {
  expect(encodeHex(Uint8Array.of(0, 10, 255).subarray(1))).toBe('0aff')
  expect(encodeHex(new Uint8Array())).toBe('')
})
