import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOf, type Charset } from './charset.ts'
import { readAll, type Received } from './received.ts'
import { findSignature, signature, signatureText, UNSIGNED_PARAMETERS } from './signature.ts'

const pairs: readonly [string, string][] = [
  ['b', '2'],
  ['a', '1'],
]
// By md5sum over the texts below.
const RECEIVED = '826e26d344e68760aafaf0227d461a45'
const SORTED = '3fda855e9b5dbe5fa6df2d1493b55618'

describe('signatureText', () => {
  test('as received, or sorted by code unit', () => {
    expect(signatureText(pairs, 'K', 'received')).toBe('b=2&a=1&K')
    expect(signatureText(pairs, 'K', 'sorted')).toBe('a=1&b=2&K')
    const mixed: [string, string][] = [
      ['\uff5e', '5'],
      ['a', '1'],
      ['\u{1f600}', '6'],
      ['B', '3'],
      ['a0', '2'],
    ]
    expect(signatureText(mixed, 'K', 'sorted')).toBe('B=3&a=1&a0=2&\u{1f600}=6&\uff5e=5&K')
  })

  test('leaves out the seven excluded names in both orders, and no other', () => {
    const names = ['sign', 'app', 'api', 'value', 'PHPSESSID', 'sec_defend', 'sidenav-state']
    expect([...UNSIGNED_PARAMETERS].sort()).toEqual(names.sort())
    const all = [...names, 'Sign', 'other', 'data', 't'].map((name) => [name, 'x'] as const)
    expect(signatureText(all, 'K', 'received')).toBe('Sign=x&other=x&data=x&t=x&K')
    expect(signatureText(all, 'K', 'sorted')).toBe('Sign=x&data=x&other=x&t=x&K')
  })

  test('keeps values unchanged, and an empty value in its place', () => {
    expect(
      signatureText(
        new Map([
          ['a', ''],
          ['名', '= &%'],
        ]),
        'K',
        'received',
      ),
    ).toBe('a=&名== &%&K')
    expect(signatureText([], 'K', 'sorted')).toBe('K')
  })
})

const receive = (given: Iterable<readonly [string, string]>, charset?: Charset): Received =>
  readAll(new Map(Array.from(given, ([name, value]) => [bytesOf(name, charset), bytesOf(value, charset)])))

describe('findSignature, the order', () => {
  const call = receive(pairs)
  const orderOf = (given: string, order: 'received' | 'sorted' | 'either') =>
    findSignature(given, call, 'K', order)?.order

  test('finds the order under which a signature is valid', () => {
    expect(signature(pairs, 'K', 'received')).toBe(RECEIVED)
    expect(signature(pairs, 'K', 'sorted')).toBe(SORTED)
    expect(orderOf(RECEIVED, 'received')).toBe('received')
    expect(orderOf(RECEIVED, 'sorted')).toBeUndefined()
    expect(orderOf(SORTED, 'received')).toBeUndefined()
    expect(orderOf(SORTED, 'sorted')).toBe('sorted')
    expect(orderOf(RECEIVED, 'either')).toBe('received')
    expect(orderOf(SORTED, 'either')).toBe('sorted')
  })

  test('takes either case, and blanks around the signature', () => {
    expect(orderOf(` ${RECEIVED.toUpperCase()}\r\n`, 'received')).toBe('received')
  })

  test.each(['', ' ', RECEIVED.slice(1), `${RECEIVED}0`, RECEIVED.replace(/.$/, 'g'), 'ſ'.repeat(32)])(
    'refuses %j',
    (given) => {
      expect(orderOf(given, 'either')).toBeUndefined()
    },
  )

  test('any other value, name, key or order of names needs another signature', () => {
    const plain = fc.string({
      unit: fc.constantFrom('a', 'b', 'X', 'Y', '1', '2'),
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(fc.uniqueArray(plain, { minLength: 2, maxLength: 6 }), plain, (names, appkey) => {
        const signed = names.map((name, at) => [name, String(at)] as const)
        const right = signature(signed, appkey, 'received')
        const find = (given: Iterable<readonly [string, string]>, key: string) =>
          findSignature(right, receive(given), key, 'received')
        const others = [
          signed.map(([name, value], at) => [name, at === 0 ? `${value}x` : value] as const),
          signed.map(([name, value], at) => [at === 0 ? `${name}_` : name, value] as const),
          signed.toReversed(),
          signed.slice(1),
        ]
        expect(find(signed, appkey)).toEqual({ order: 'received', reading: 'bytes' })
        for (const other of others) expect(find(other, appkey)).toBeUndefined()
        expect(find(signed, `${appkey}x`)).toBeUndefined()
      }),
    )
  })
})

describe('findSignature, the reading', () => {
  const KEY = 'AppKeyTest000001'
  const chinese: readonly [string, string][] = [
    ['kami', 'CARD-TEST-001'],
    ['markcode', '张三-PC'],
    ['t', '1700000000'],
  ]
  const readingOf = (given: string, received: Received) =>
    findSignature(given, received, KEY, 'received')?.reading

  test('tries the bytes as received, then their UTF-8', () => {
    const overGbk = signature(chinese, KEY, 'received', 'gbk')
    const overUtf8 = signature(chinese, KEY, 'received')
    // By Python's hashlib over the GBK bytes.
    expect(overGbk).toBe('35a943f62bea799badfc9a2313e7aa88')
    expect(readingOf(overGbk, receive(chinese, 'gbk'))).toBe('bytes')
    expect(readingOf(overUtf8, receive(chinese, 'gbk'))).toBe('utf8')
    expect(readingOf(overUtf8, receive(chinese))).toBe('bytes')
    expect(readingOf(overGbk, receive(chinese))).toBeUndefined()
  })

  test('sorts names by code unit and by byte', () => {
    const names: readonly [string, string][] = [
      ['\uff5e', '1'],
      ['\u{1f600}', '2'],
    ]
    const byBytes = signature(names, KEY, 'received')
    const byUnits = signature(names.toReversed(), KEY, 'received')
    expect(findSignature(byBytes, receive(names), KEY, 'sorted')?.reading).toBe('bytes')
    expect(findSignature(byUnits, receive(names), KEY, 'sorted')?.reading).toBe('utf8')
  })

  test('takes names with a dot as they are, or as PHP reads them', () => {
    const dotted: [string, string][] = [
      ['a.b', '1'],
      ['卡', '2'],
    ]
    const mangled: [string, string][] = [['a_b', '1'], dotted[1]!]
    for (const charset of ['utf8', 'gbk'] as const) {
      const received = receive(dotted, charset)
      expect(readingOf(signature(dotted, KEY, 'received', charset), received)).toBe('bytes')
      expect(readingOf(signature(mangled, KEY, 'received', charset), received)).toBe('php')
    }
    expect(readingOf(signature(mangled, KEY, 'received'), receive(dotted, 'gbk'))).toBe('php_utf8')
  })
})
