import { describe, expect, test } from 'vitest'
import { decodeText } from '../charset.ts'
import { rc4Gbk } from './rc4.ts'

const keys = { rc4Key: 'Rc4KeyTest010001' }
// By another RC4 implementation (Python) over the GBK bytes of the text.
const TEXT = 'kami=卡密46&markcode=DEV-01&t=1700000000'
const SEALED = '6d93344e14dbbafc07672fa0653891dec5c9a0873230fb93e847dbbef0d4ac275490ba03925052dd'

const open = (data: string) => {
  const bytes = rc4Gbk.open(data, keys)
  return bytes && decodeText(Buffer.from(bytes), 'gbk')
}

describe('mi_type 1', () => {
  test('encrypts GBK bytes and decrypts either case', () => {
    expect(rc4Gbk.seal(TEXT, keys)).toBe(SEALED)
    expect(open(SEALED)).toBe(TEXT)
    expect(open(`${SEALED.toUpperCase()}\r\n`)).toBe(TEXT)
  })

  test('takes the key as GBK', () => {
    // RC4 of 'abc' under c3dc, by another RC4 implementation (Python).
    expect(rc4Gbk.seal('abc', { rc4Key: '密' })).toBe('f7a466')
  })

  test('a character outside GBK becomes a question mark', () => {
    expect(open(rc4Gbk.seal('{"msg":"😀卡"}', keys))).toBe('{"msg":"?卡"}')
  })

  test.each([
    ['empty', ''],
    ['no hex', 'zz'],
    ['an odd number of digits', SEALED.slice(1)],
  ])('undecodable: %s', (_, data) => {
    expect(rc4Gbk.open(data, keys)).toBeUndefined()
  })
})
