import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findSignOrder, signature, signatureText, UNSIGNED_PARAMETERS } from './signature.ts'

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

  test('leaves out the seven names in both orders, and no other', () => {
    const names = ['sign', 'app', 'api', 'value', 'PHPSESSID', 'sec_defend', 'sidenav-state']
    expect([...UNSIGNED_PARAMETERS].sort()).toEqual(names.sort())
    const all = [...names, 'Sign', 'other', 'data', 't'].map((name) => [name, 'x'] as const)
    expect(signatureText(all, 'K', 'received')).toBe('Sign=x&other=x&data=x&t=x&K')
    expect(signatureText(all, 'K', 'sorted')).toBe('Sign=x&data=x&other=x&t=x&K')
  })

  test('keeps values as they are and an empty one in its place', () => {
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

describe('findSignOrder', () => {
  test('knows the order under which a signature is right', () => {
    expect(signature(pairs, 'K', 'received')).toBe(RECEIVED)
    expect(signature(pairs, 'K', 'sorted')).toBe(SORTED)
    expect(findSignOrder(RECEIVED, pairs, 'K', 'received')).toBe('received')
    expect(findSignOrder(RECEIVED, pairs, 'K', 'sorted')).toBeUndefined()
    expect(findSignOrder(SORTED, pairs, 'K', 'received')).toBeUndefined()
    expect(findSignOrder(SORTED, pairs, 'K', 'sorted')).toBe('sorted')
    expect(findSignOrder(RECEIVED, new Map(pairs), 'K', 'either')).toBe('received')
    expect(findSignOrder(SORTED, new Map(pairs), 'K', 'either')).toBe('sorted')
  })

  test('takes either case and blanks around it', () => {
    expect(findSignOrder(` ${RECEIVED.toUpperCase()}\r\n`, pairs, 'K', 'received')).toBe('received')
  })

  test.each(['', ' ', RECEIVED.slice(1), `${RECEIVED}0`, RECEIVED.replace(/.$/, 'g'), 'ſ'.repeat(32)])(
    'refuses %j',
    (given) => {
      expect(findSignOrder(given, pairs, 'K', 'either')).toBeUndefined()
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
        const others = [
          signed.map(([name, value], at) => [name, at === 0 ? `${value}x` : value] as const),
          signed.map(([name, value], at) => [at === 0 ? `${name}_` : name, value] as const),
          signed.toReversed(),
          signed.slice(1),
        ]
        expect(findSignOrder(right, signed, appkey, 'received')).toBe('received')
        for (const other of others) expect(findSignOrder(right, other, appkey, 'received')).toBeUndefined()
        expect(findSignOrder(right, signed, `${appkey}x`, 'received')).toBeUndefined()
      }),
    )
  })
})
