import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOf, decodeText, encodeText } from './charset.ts'

const hexOf = (text: string) => encodeText(text, 'gbk').toString('hex')
const decodeHex = (hex: string) => decodeText(Buffer.from(hex, 'hex'), 'gbk')

describe('GBK', () => {
  // From Python: text.encode('gbk').hex().
  test.each([
    ['ASCII', 'Key=1&~', '4b65793d31267e'],
    ['GB2312', '卡密不存在', 'bfa8c3dcb2bbb4e6d4da'],
    ['beyond GB2312', '镕瞭龘', 'e946b274fd93'],
    ['punctuation', '，　“”', 'a3aca1a1a1b0a1b1'],
    ['mixed', 'a卡b', '61bfa862'],
    ['empty', '', ''],
  ])('%s', (_, text, hex) => {
    expect(hexOf(text)).toBe(hex)
    expect(decodeHex(hex)).toBe(text)
  })

  test.each([
    ['letters inside and outside GBK', 'é€ñ', 'a8a6803f'],
    ['an emoji, once', 'a😀b', '613f62'],
    ['half a character', 'a\ud83db', '613f62'],
  ])('a character outside GBK becomes a question mark: %s', (_, text, hex) => {
    expect(hexOf(text)).toBe(hex)
  })

  test.each([
    ['half a character', '61bf'],
    ['a byte that begins no character', 'ff61'],
    ['the second code of €', 'a2e3'],
    ['the second code of the wide space', 'a3a0'],
    ['UTF-8 of one character', 'e58da1'],
  ])('%s is not GBK', (_, hex) => {
    expect(decodeHex(hex)).toBeUndefined()
  })

  test('no two byte pairs decode to one character, and nearly the whole table decodes', () => {
    const seen = new Set<string>()
    let read = 0
    for (let lead = 0x81; lead <= 0xfe; lead++) {
      for (let trail = 0x40; trail <= 0xfe; trail++) {
        const text = decodeText(Buffer.of(lead, trail), 'gbk')
        if (text === undefined) continue
        read++
        seen.add(text)
      }
    }
    expect(seen.size).toBe(read)
    // 126 rows of 190 codes, some of them unassigned.
    expect(read).toBeGreaterThan(23_900)
  })
})

describe('bytesOf', () => {
  test('gives the UTF-8 of a text, and the text itself where it is ASCII', () => {
    expect(bytesOf('a=1')).toBe('a=1')
    expect(bytesOf('卡😀')).toBe('\xe5\x8d\xa1\xf0\x9f\x98\x80')
    expect(bytesOf('卡', 'gbk')).toBe('\xbf\xa8')
  })

  test('different texts give different bytes, half characters included', () => {
    const unit = fc.constantFrom('a', '\ud83d', '\ude00', '卡', '\ufffd', '\ud800')
    const text = fc.string({ unit, maxLength: 4 })
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(bytesOf(one) === bytesOf(other)).toBe(one === other)
      }),
    )
  })
})
