import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeText } from './charset.ts'
import { readText } from './read-text.ts'

const read = (hex: string, first?: 'utf8' | 'gbk') =>
  readText(Buffer.from(hex.replaceAll(' ', ''), 'hex').toString('latin1'), first)
const ofText = (text: string) => readText(Buffer.from(text).toString('latin1'))

describe('readText', () => {
  // GBK by Python's codec. D2 BB is 一 in GBK and U+04BB in UTF-8.
  test.each([
    ['nothing', '', ''],
    ['ASCII', '44 45 56', 'DEV'],
    ['UTF-8', 'e5bca0 e4b889', '张三'],
    ['GBK', 'd5c5 c8fd 2d 5043', '张三-PC'],
    ['GBK with a backslash as its second byte', '815c', '乗'],
    ['bytes that are both', 'd2bb', 'һ'],
    ['a BOM', 'efbbbf 61', '\ufeffa'],
    ['a byte of no character', '61 ff', 'a%FF'],
    ['half a GBK character', 'd5c5 c8', '%D5%C5%C8'],
    ['half a UTF-8 character: the rest stays readable', 'e5bca0 e4b8', '张%E4%B8'],
    ['a % beside such a byte', '31 25 ff', '1%25%FF'],
    ['U+FFFD, which means a loss', '61 efbfbd', 'a%EF%BF%BD'],
    ['two of them, which would be 锟斤拷 in GBK', 'efbfbd efbfbd', '%EF%BF%BD%EF%BF%BD'],
    ['half of a surrogate pair', '61 eda0bd', 'a%ED%A0%BD'],
  ])('%s', (_, hex, text) => {
    expect(read(hex)).toBe(text)
  })

  test.each([
    ['bytes that are both', 'd2bb', '一'],
    ['UTF-8 that cannot be GBK', 'e5bca0', '张'],
    ['neither', 'd5c5c8', '%D5%C5%C8'],
  ])('GBK first: %s', (_, hex, text) => {
    expect(read(hex, 'gbk')).toBe(text)
  })

  test.each([
    ['the form of bytes that are no text', '%FF', '%FF%'],
    ['that with a % at its end', '%FF%', '%FF%%'],
    ['beside readable characters', '张%E4%B8', '张%E4%B8%'],
    ['with an escaped %', '1%25%FF', '1%25%FF%'],
    ['lower case, which is no such form', '%ff', '%ff'],
    ['a % that the form would escape', '1%%FF', '1%%FF'],
    ['UTF-8 encoded twice', '%E5%BC%A0', '%E5%BC%A0'],
    ['GBK encoded twice', '%D5%C5', '%D5%C5'],
    ['a % at the end of a text', '100%', '100%'],
  ])('a text that looks like %s: %s', (_, sent, text) => {
    expect(ofText(sent)).toBe(text)
  })
})

describe('identities', () => {
  const piece = fc.constantFrom(
    ...['25', '4646', '2546', '4535', 'ff', 'd5', 'd5c5', 'e5bca0', 'e4b8', 'efbfbd', 'eda0bd', '80', '61'],
    ...['254646', '254435254335', '25454625424625', '2532354646', '253830', '815c', 'a2e3', '40'],
  )
  const bytes = fc.oneof(
    fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
    fc.uint8Array({ maxLength: 12 }).map((raw) => Buffer.from(raw).toString('hex')),
  )

  /** One text in two character sets is one identity; the first of each text is its UTF-8, where it has one. */
  const isSameText = (one: string, other: string, text: string) => {
    const spellings = [encodeText(text, 'utf8'), encodeText(text, 'gbk')].map((raw) => raw.toString('hex'))
    return spellings.includes(one) && spellings.includes(other)
  }

  test('two byte strings are two texts, unless they are the UTF-8 and the GBK of one', () => {
    fc.assert(
      fc.property(bytes, bytes, (one, other) => {
        const [a, b] = [read(one), read(other)]
        if (a === b && one !== other) expect(isSameText(one, other, a)).toBe(true)
      }),
      { numRuns: 20_000 },
    )
  })

  test('all byte strings of up to two bytes, and of three with a % or an escape, stay apart', () => {
    const seen = new Map<string, string>()
    const all: string[] = []
    const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
    for (const one of hex) all.push(one, ...hex.map((other) => one + other))
    for (const one of hex) {
      const written = Buffer.from(`%${one.toUpperCase()}`).toString('hex')
      all.push(written, ...hex.map((other) => other + written), ...hex.map((other) => written + other))
    }
    const clashes = all.filter((bytesOfOne) => {
      const text = read(bytesOfOne)
      const earlier = seen.get(text)
      seen.set(text, earlier ?? bytesOfOne)
      return earlier !== undefined && earlier !== bytesOfOne && !isSameText(earlier, bytesOfOne, text)
    })
    expect(clashes).toEqual([])
  })

  test.each(['utf8', 'gbk'] as const)('no text has U+FFFD or half a character, %s first', (first) => {
    fc.assert(
      fc.property(bytes, (hex) => {
        const text = read(hex, first)
        expect(text.isWellFormed()).toBe(true)
        expect(text).not.toContain('\ufffd')
      }),
      { numRuns: 5000 },
    )
  })

  test('64 KB of escapes cost less than 40 ms', () => {
    for (const sent of ['%FF', '%25', '%', '\xff', '\xed\xa0\x80', '%E5', '张%'])
      expect(timeOf(() => readText(sent.repeat(65_536 / sent.length)))).toBeLessThan(40)
  })
})

/** Milliseconds of the best of five. */
function timeOf(work: () => unknown): number {
  let best = Infinity
  for (let i = 0; i < 5; i++) {
    const start = performance.now()
    work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}
