import { describe, expect, test } from 'vitest'
import { splitPairs } from './encrypted-parameters.ts'
import { WireLimitError } from './wire-limit.ts'

const split = (bytes: Uint8Array | string, urlDecode = false, charset: 'utf8' | 'gbk' = 'utf8') =>
  splitPairs(Buffer.from(bytes as string), charset, urlDecode)
const textsOf = (text: string, urlDecode: boolean) => [...split(text, urlDecode)!.texts].flat()

describe('splitPairs', () => {
  test.each<[string, string, string[]]>([
    ['nothing', '', []],
    ['pairs', 'kami=1&markcode=2', ['kami', '1', 'markcode', '2']],
    ['a leading & and empty parts', '&a=1&&b=2&', ['a', '1', 'b', '2']],
    ['no URL-decoding', 'a+b=c+d&e=%41', ['a+b', 'c+d', 'e', '%41']],
    ['a part ends its name at its first =', 'value=abc==', ['value', 'abc==']],
    ['a part without =, and one without a name', 'a&=1', ['a', '']],
    ['a name twice', 'a=1&b=2&a=3', ['a', '3', 'b', '2']],
    ['a NUL ends the text', 'a=1\0&b=2', ['a', '1']],
    ['any script', 'kami=卡密46&值=😀', ['kami', '卡密46', '值', '😀']],
  ])('%s', (_, text, pairs) => {
    expect(textsOf(text, false)).toEqual(pairs)
  })

  test.each<[string, string, string[]]>([
    ['escapes and +', 'a+b=c+d%2B&e=%E5%8D%A1', ['a b', 'c d+', 'e', '卡']],
    ['raw and escaped text together', '值=卡%E5%AF%86', ['值', '卡密']],
    ['a NUL ends the text', 'a=1\0&b=2', ['a', '1']],
  ])('URL-decoded: %s', (_, text, pairs) => {
    expect(textsOf(text, true)).toEqual(pairs)
  })

  test.each([false, true])('refuses more than 200 parts (URL-decoded: %s)', (urlDecode) => {
    expect(split('a=1&'.repeat(200), urlDecode)!.texts.size).toBe(1)
    expect(() => split('a=1&'.repeat(201), urlDecode)).toThrow(WireLimitError)
  })

  // D2 BB is 一 in GBK and U+04BB in UTF-8; BF A8 is 卡.
  test.each<[string, string, 'utf8' | 'gbk', string | undefined]>([
    ['GBK', 'a=\xbf\xa8', 'utf8', '卡'],
    ['GBK when it is tried first', 'a=\xd2\xbb', 'gbk', '一'],
    ['the same bytes when UTF-8 is tried first', 'a=\xd2\xbb', 'utf8', 'һ'],
    ['UTF-8 where GBK cannot be', 'a=\xe5\x8d\xa1', 'gbk', '卡'],
    ['half a GBK character', 'a=\xbf\xa8\xbf', 'utf8', '%BF%A8%BF'],
    ['undecodable bytes under valid names', 'kami=K&a=\xff', 'gbk', '%FF'],
    ['noise', '\xff\x01\x92=\xa0&\xc0', 'utf8', undefined],
    ['noise that begins with a NUL', '\0a=\xa0&\xff', 'utf8', undefined],
    ['noise behind a NUL', 'a=1\0\xff', 'utf8', '1'],
    ['noise that is GBK', '\xbf\xa8=1&a=2', 'utf8', '2'],
  ])('%s', (_, bytes, charset, text) => {
    expect(split(Buffer.from(bytes, 'latin1'), false, charset)?.texts.get('a')).toBe(text)
  })
})
