import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeText, type Charset } from './charset.ts'
import { readText } from './read-text.ts'

const read = (hex: string, named?: Charset) =>
  readText(Buffer.from(hex.replaceAll(' ', ''), 'hex').toString('latin1'), named)
const ofText = (text: string) => readText(Buffer.from(text).toString('latin1'))

describe('readText', () => {
  // GBK by Python's codec. D2 BB is 一 in GBK and U+04BB in UTF-8.
  test.each([
    ['nothing', '', ''],
    ['ASCII', '44 45 56', 'DEV'],
    ['UTF-8', 'e5bca0 e4b889', '张三'],
    ['GBK', 'd5c5 c8fd 2d 5043', '张三-PC'],
    ['GBK with a backslash as its second byte', '815c', '乗'],
    ['bytes that are valid in both', 'd2bb', 'һ'],
    ['a BOM', 'efbbbf 61', '\ufeffa'],
    ['a byte of no character', '61 ff', 'a%FF'],
    ['half a GBK character', 'd5c5 c8', '%D5%C5%C8'],
    ['half a UTF-8 character: the rest stays readable', 'e5bca0 e4b8', '张%E4%B8'],
    ['a % beside such a byte', '31 25 ff', '1%25%FF'],
    ['U+FFFD, which means a loss', '61 efbfbd', 'a%EF%BF%BD'],
    ['two U+FFFD, which would be 锟斤拷 in GBK', 'efbfbd efbfbd', '%EF%BF%BD%EF%BF%BD'],
    ['half of a surrogate pair', '61 eda0bd', 'a%ED%A0%BD'],
  ])('%s', (_, hex, text) => {
    expect(read(hex)).toBe(text)
  })

  test.each([
    ['bytes that are valid in both', 'd2bb', '一'],
    ['UTF-8 that cannot be GBK', 'e5bca0', '张'],
    ['neither', 'd5c5c8', '%D5%C5%C8'],
  ])('GBK first: %s', (_, hex, text) => {
    expect(read(hex, 'gbk')).toBe(text)
  })

  // By Python's codecs.
  test.each<[Charset, string, string]>([
    ['big5', 'b169 a454 2d 5043', '張三-PC'],
    ['shift_jis', '8365 8358 8367', 'テスト'],
    ['euc-kr', 'c7d1 b1db', '한글'],
    ['windows-1251', 'cff0e8e2e5f2', 'Привет'],
    ['windows-1252', '4dfc6c6c6572', 'Müller'],
  ])('a named character set: %s, and UTF-8 as well', (named, hex, text) => {
    expect(read(hex, named)).toBe(text)
    expect(readText(Buffer.from(text).toString('latin1'), named)).toBe(text)
  })

  test.each([
    ['the form of bytes that are no text', '%FF', '%FF%'],
    ['the same with a % at its end', '%FF%', '%FF%%'],
    ['beside readable characters', '张%E4%B8', '张%E4%B8%'],
    ['with an escaped %', '1%25%FF', '1%25%FF%'],
    ['lower case, which is not that form', '%ff', '%ff'],
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

  /** Whether both byte strings are spellings of one text in two character sets. */
  const isSameText = (one: string, other: string, text: string, named: Charset = 'utf8') => {
    const spellings = (['utf8', 'gbk', named] as const).map((set) => encodeText(text, set).toString('hex'))
    return spellings.includes(one) && spellings.includes(other)
  }

  test.each<Charset>(['utf8', 'gbk', 'big5', 'shift_jis', 'euc-kr', 'windows-1251', 'windows-1252'])(
    '%s: two byte strings give two texts, except for one text in two character sets',
    (named) => {
      fc.assert(
        fc.property(bytes, bytes, (one, other) => {
          const [a, b] = [read(one, named), read(other, named)]
          if (a === b && one !== other) expect(isSameText(one, other, a, named)).toBe(true)
        }),
        { numRuns: 10_000 },
      )
    },
  )

  test('all byte strings of up to two bytes, and of three with a % or an escape, give different texts', () => {
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

  test.each(['utf8', 'gbk'] as const)('no text has U+FFFD or half a character, with %s first', (first) => {
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

/** The best of five runs, milliseconds. */
function timeOf(work: () => unknown): number {
  let best = Infinity
  for (let i = 0; i < 5; i++) {
    const start = performance.now()
    work()
    best = Math.min(best, performance.now() - start)
  }
  return best
}
