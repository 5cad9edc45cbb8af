import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeGbk, encodeGbk } from './gbk.ts'

const hex = (text: string) => Buffer.from(encodeGbk(text)).toString('hex')

describe('encodeGbk', () => {
  // From Python: text.encode('gbk').hex().
  test.each([
    ['ASCII', 'Key=1&~', '4b65793d31267e'],
    ['GB2312', '卡密不存在', 'bfa8c3dcb2bbb4e6d4da'],
    ['beyond GB2312', '镕瞭龘', 'e946b274fd93'],
    ['punctuation', '，　“”', 'a3aca1a1a1b0a1b1'],
    ['mixed', 'a卡b', '61bfa862'],
    ['empty', '', ''],
  ])('%s', (_, text, expected) => {
    expect(hex(text)).toBe(expected)
  })

  test.each([
    ['letters it has and has not', 'é€ñ', /^a8a6803f$/],
    ['an emoji, once', 'a😀b', /^613f62$/],
    ['a lone surrogate', 'a\ud83db', /^613f62$/],
  ])('%s', (_, text, expected) => {
    expect(hex(text)).toMatch(expected)
  })

  test('every pair of bytes that decodes comes back, but for the second codes of € and the ideographic space', () => {
    const lost: string[] = []
    for (let lead = 0x81; lead <= 0xfe; lead++) {
      for (let trail = 0x40; trail <= 0xfe; trail++) {
        const bytes = Uint8Array.of(lead, trail)
        const text = decodeGbk(bytes)
        if (text !== undefined && hex(text) !== Buffer.from(bytes).toString('hex')) {
          lost.push(Buffer.from(bytes).toString('hex'))
        }
      }
    }
    expect(lost).toEqual(['a2e3', 'a3a0'])
  })

  test('any text encodes to bytes that decode', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decodeGbk(encodeGbk(text))).toBeDefined()
      }),
    )
  })
})

test.each([
  ['a lone lead byte', [0x61, 0xbf]],
  ['a byte that leads nothing', [0xff, 0x61]],
])('decodeGbk: %s is no GBK', (_, bytes) => {
  expect(decodeGbk(Uint8Array.from(bytes))).toBeUndefined()
})
