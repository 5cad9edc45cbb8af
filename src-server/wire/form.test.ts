import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseForm } from './form.ts'
import { WireLimitError } from './wire-limit.ts'

const pairsOf = (text: string) => [...parseForm(text).texts]
const countOf = (text: string) => parseForm(text).texts.size

describe('parseForm', () => {
  test.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['one pair', 'a=1', ['a', '1']],
    ['an empty value', 'a=', ['a', '']],
    ['no =', 'a', ['a', '']],
    ['no = before a part that has one', 'a&b=2', ['a', '', 'b', '2']],
    ['= in the value', 'a=b=c==', ['a', 'b=c==']],
    ['no name', '=1&a=2&=', ['a', '2']],
    ['empty parts', '&&a=1&&b=2&', ['a', '1', 'b', '2']],
    ['a name twice: first place, last value', 'a=1&b=2&a=3', ['a', '3', 'b', '2']],
    ['a name twice, once escaped', 'a=1&b=2&%61=3', ['a', '3', 'b', '2']],
    ['+ is a space, %2B is a plus', 'a+b=c+d%2Be', ['a b', 'c d+e']],
    ['escapes in either case', 'a=%40%7e%7E', ['a', '@~~']],
    ['an escaped separator', 'a=1%262%3D3', ['a', '1&2=3']],
    ['an escape is read once', 'a=%2541', ['a', '%41']],
    ['a % alone', 'a=5%', ['a', '5%']],
    ['a % with one digit', 'a=5%4', ['a', '5%4']],
    ['a % before other characters', 'a=%zz%4g%%41', ['a', '%zz%4g%A']],
    ['a % before a raw byte', 'a=%\xe5\x80\xbc', ['a', '%值']],
    ['a NUL ends its value only', 'a=1%002&b=3', ['a', '1', 'b', '3']],
    ['a NUL ends its name', 'a%00x=1&%00b=2', ['a', '1']],
    ['brackets are plain', 'a[]=1&a[]=2&a[b]=3', ['a[]', '2', 'a[b]', '3']],
    ['names of Object', '__proto__=1&constructor=2', ['__proto__', '1', 'constructor', '2']],
    ['names that are numbers keep their place', 'b=1&2=2&1=3', ['b', '1', '2', '2', '1', '3']],
    ['escaped UTF-8', 'a=%E5%8D%a1', ['a', '卡']],
    ['raw UTF-8', 'a=\xe5\x8d\xa1&\xe5\x80\xbc=1', ['a', '卡', '值', '1']],
    ['UTF-8 partly escaped', 'a=\xe5%8D\xa1', ['a', '卡']],
    ['escaped GBK', 'a=%BF%A8%c3%dc', ['a', '卡密']],
    ['raw GBK with a trailing byte in ASCII', 'a=\x81\x5c&b=\x81\x7b', ['a', '乗', 'b', '亄']],
    ['GBK beside UTF-8: each by its own bytes', 'a=%E5%8D%A1&b=%BF%A8', ['a', '卡', 'b', '卡']],
    ['two bytes of GBK that are UTF-8 as well', 'a=%D2%BB&b=%BF%A8', ['a', 'һ', 'b', '卡']],
    ['neither UTF-8 nor GBK', 'a=x%FF&b=\xe5\x8d\xa1', ['a', 'x%FF', 'b', '卡']],
    ['a GBK lead byte before a separator', 'a=\xbf&b=1', ['a', '%BF', 'b', '1']],
    ['escaped twice, bytes that are no text', 'a=%25FF', ['a', '%FF%']],
    ['escaped twice, a text', 'a=%25E5%258D%25A1', ['a', '%E5%8D%A1']],
    ['a % before an escaped digit of hex', 'a=%%46F&b=%F%46', ['a', '%FF%', 'b', '%FF%']],
    ['a BOM inside stays', 'a=%EF%BB%BFx', ['a', '\ufeffx']],
  ])('%s', (_, text, pairs) => {
    expect(pairsOf(text).flat()).toEqual(pairs)
  })

  test('reads a form that a browser wrote', () => {
    const text = fc
      .string({ unit: 'binary' })
      .map((value) => value.replaceAll(/[\0\ufffd]/g, ''))
      .filter((value) => value.isWellFormed() && !/%[89A-F][0-9A-F]/.test(value))
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 30 }), (pairs) => {
        const expected = new Map(pairs.filter(([name]) => name !== ''))
        expect(pairsOf(new URLSearchParams(pairs).toString())).toEqual([...expected])
      }),
    )
  })

  test('reads any bytes, raw or escaped, to the same pairs', () => {
    const bytes = fc.array(fc.integer({ min: 1, max: 255 }), { maxLength: 20 })
    const escapes = fc.array(fc.boolean(), { minLength: 20, maxLength: 20 })
    fc.assert(
      fc.property(bytes, escapes, (value, chosen) => {
        const escape = (byte: number) => `%${byte.toString(16).padStart(2, '0')}`
        const special = new Set(Buffer.from('%&+='))
        const mixed = value.map((byte, at) =>
          chosen[at] === true || special.has(byte) ? escape(byte) : String.fromCharCode(byte),
        )
        expect(pairsOf(`a=${mixed.join('')}&b=1`)).toEqual(pairsOf(`a=${value.map(escape).join('')}&b=1`))
      }),
    )
  })

  test('takes 200 parts and refuses 201, repeated and nameless parts included', () => {
    const parts = (count: number, part: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => part(at))
    expect(countOf(parts(200, (at) => `p${at}=1`).join('&'))).toBe(200)
    for (const part of [(at: number) => `p${at}=1`, () => 'p=1', () => '=1']) {
      expect(() => parseForm(parts(201, part).join('&'))).toThrow(WireLimitError)
    }
    expect(countOf('&'.repeat(65_536))).toBe(0)
  })
})
