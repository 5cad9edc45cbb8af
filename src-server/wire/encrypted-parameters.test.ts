import { describe, expect, test } from 'vitest'
import { splitPairs } from './encrypted-parameters.ts'
import { WireLimitError } from './wire-limit.ts'

describe('splitPairs', () => {
  test.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['pairs', 'kami=1&markcode=2', ['kami', '1', 'markcode', '2']],
    ['a leading & and empty parts', '&a=1&&b=2&', ['a', '1', 'b', '2']],
    ['no URL-decoding', 'a+b=c+d&e=%41', ['a+b', 'c+d', 'e', '%41']],
    ['a part ends its name at its first =', 'value=abc==', ['value', 'abc==']],
    ['no =, no name', 'a&=1', ['a', '']],
    ['a name twice', 'a=1&b=2&a=3', ['a', '3', 'b', '2']],
    ['a NUL ends the text', 'a=1\0&b=2', ['a', '1']],
    ['any script', 'kami=卡密46&值=😀', ['kami', '卡密46', '值', '😀']],
  ])('%s', (_, text, pairs) => {
    expect([...splitPairs(text, false)].flat()).toEqual(pairs)
  })

  test.each<[string, string, string[]]>([
    ['escapes and +', 'a+b=c+d%2B&e=%E5%8D%A1', ['a b', 'c d+', 'e', '卡']],
    ['raw and escaped text together', '值=卡%E5%AF%86', ['值', '卡密']],
    ['a NUL ends the text', 'a=1\0&b=2', ['a', '1']],
  ])('URL-decoded: %s', (_, text, pairs) => {
    expect([...splitPairs(text, true)].flat()).toEqual(pairs)
  })

  test.each([false, true])('more than 200 parts are too many (URL-decoded: %s)', (urlDecode) => {
    expect(splitPairs('a=1&'.repeat(200), urlDecode).size).toBe(1)
    expect(() => splitPairs('a=1&'.repeat(201), urlDecode)).toThrow(WireLimitError)
  })
})
