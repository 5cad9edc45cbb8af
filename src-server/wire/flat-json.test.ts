import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOf } from './charset.ts'
import { parseFlatJson } from './flat-json.ts'
import { WireLimitError } from './wire-limit.ts'

const textOf = (bytes: string) => Buffer.from(bytes, 'latin1').toString()
/** Parses a text, and gives its pairs as texts. */
const parse = (text: string) => {
  const pairs = parseFlatJson(bytesOf(text))
  return pairs && new Map(Array.from(pairs, ([name, value]) => [textOf(name), textOf(value)]))
}

describe('parseFlatJson', () => {
  test.each<[string, string, string[]]>([
    ['an empty object', '{}', []],
    ['blanks everywhere', ' \r\n\t{ "a" : "1" ,\n"b" : 2 } ', ['a', '1', 'b', '2']],
    [
      'numbers by their source',
      '{"a":12345678901234567890,"b":1.0,"c":-0,"d":1E+5}',
      ['a', '12345678901234567890', 'b', '1.0', 'c', '-0', 'd', '1E+5'],
    ],
    ['words', '{"a":true,"b":false,"c":null}', ['a', 'true', 'b', 'false', 'c', '']],
    ['a number before blanks', '{"a":1 \n}', ['a', '1']],
    ['nested values are dropped', '{"a":{"b":"}],"},"c":["]",{"d":"\\""}],"e":"5"}', ['e', '5']],
    ['escapes', '{"a\\u0062":"\\"\\\\\\n\\u5361\\/"}', ['ab', '"\\\n卡/']],
    ['a string that ends in a backslash', '{"a":"\\\\","b":"1"}', ['a', '\\', 'b', '1']],
    ['a name twice: first place, last value', '{"a":1,"b":2,"a":3}', ['a', '3', 'b', '2']],
    ['names that are numbers keep their place', '{"b":1,"2":2,"1":3}', ['b', '1', '2', '2', '1', '3']],
    ['names of Object', '{"__proto__":"1","constructor":2}', ['__proto__', '1', 'constructor', '2']],
    ['no name', '{"":"1","a":"2"}', ['a', '2']],
    ['two halves of a character', '{"a":"\\ud83d\\ude00"}', ['a', '😀']],
    ['an escaped backslash before a u', '{"a":"\\\\u5361"}', ['a', '\\u5361']],
    ['an escaped NUL ends its value', '{"a":"1\\u00002","b":"3"}', ['a', '1', 'b', '3']],
  ])('%s', (_, text, pairs) => {
    expect([...parse(text)!].flat()).toEqual(pairs)
  })

  test.each([
    '',
    ' ',
    '{',
    '{"a":1',
    '{"a":1}x',
    "{'a':1}",
    '{"a":01}',
    '{a=1}',
    '[]',
    '"a"',
    '1',
    '{"a":"\n"}',
    '{"a":1,}',
  ])('no JSON object: %j', (text) => {
    expect(parse(text)).toBeUndefined()
  })

  test.each([
    ['[', ']', 32_000],
    ['{"a":', '}', 10_000],
  ])('drops nested %s, however deep', (open, close, depth) => {
    const nested = open.repeat(depth) + (open === '[' ? '' : '1') + close.repeat(depth)
    expect([...parse(`{"a":"1","b":${nested},"c":"2"}`)!].flat()).toEqual(['a', '1', 'c', '2'])
  })

  test('agrees with JSON.parse on every object', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
        fc.nat(4),
        (object, indent) => {
          const cut = (text: string) => textOf(bytesOf(text)).split('\0')[0] ?? ''
          const expected = new Map<string, string>()
          for (const [name, value] of Object.entries(object)) {
            if (cut(name) === '' || (typeof value === 'object' && value !== null)) continue
            expected.set(
              cut(name),
              typeof value === 'string' ? cut(value) : value === null ? '' : JSON.stringify(value),
            )
          }
          expect(parse(JSON.stringify(object, undefined, indent))).toEqual(expected)
        },
      ),
    )
  })

  test('half a character becomes the bytes of its code unit, and any byte stays itself', () => {
    const pairs = parseFlatJson('{"a":"\\ud83dx","b":"\\uDE00\xff"}')!
    expect([...pairs]).toEqual([
      ['a', '\xed\xa0\xbdx'],
      ['b', '\xed\xb8\x80\xff'],
    ])
  })

  test('takes 200 scalars beside any number of nested values, and refuses 201', () => {
    const members = (count: number, value: string) =>
      Array.from({ length: count }, (_, at) => `"p${at}":${value}`)
    expect(parseFlatJson(`{${[...members(200, '1'), '"x":[]'].join(',')}}`)?.size).toBe(200)
    expect(() => parseFlatJson(`{${members(201, '1').join(',')}}`)).toThrow(WireLimitError)
  })
})
