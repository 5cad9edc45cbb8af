import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAccountKey, parseAccountKey } from './account-key.ts'

const nothing = { accountKey: undefined, login: undefined, server: undefined, markcode: undefined }

describe('parseAccountKey', () => {
  it.each([
    ['1@A', '1@A'],
    ['12345678901234567890@A', '12345678901234567890@A'],
    ['123456@XMGlobal-MT5 2', '123456@XMGlobal-MT5 2'],
    ['  123456 @  Broker.Live ', '123456@Broker.Live'],
    ['5@经纪商', '5@经纪商'],
    [`5@${'😀'.repeat(64)}`, `5@${'😀'.repeat(64)}`],
  ])('%j', (text, key) => {
    expect(parseAccountKey(text)).toBe(key)
  })

  it.each([
    '',
    'A',
    '1',
    '@',
    '@A',
    '1@',
    '1@ ',
    '0@A',
    '012@A',
    '-5@A',
    '+5@A',
    '1.5@A',
    '1e3@A',
    '0x10@A',
    '1 2@A',
    '１２@A',
    '٣@A',
    '123456789012345678901@A',
    '1@A@B',
    '1@A\nB',
    '1@A\u007f',
    '1@\u0000',
    `1@${'x'.repeat(65)}`,
  ])('refuses %j', (text) => {
    expect(parseAccountKey(text)).toBeUndefined()
  })

  it('distinguishes case and look-alikes, and its result is its own normal form', () => {
    expect(parseAccountKey('1@a')).not.toBe(parseAccountKey('1@A'))
    expect(parseAccountKey('1@А')).not.toBe(parseAccountKey('1@A'))
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 20n - 1n }),
        fc.string({ unit: 'binary', maxLength: 80 }),
        (login, server) => {
          const key = parseAccountKey(`${login}@${server}`)
          if (key === undefined) return
          expect(parseAccountKey(key)).toBe(key)
          expect(key.startsWith(`${login}@`)).toBe(true)
        },
      ),
    )
  })
})

describe('findAccountKey', () => {
  it('takes account_key, else login and server, else the machine code', () => {
    const all = { accountKey: '1@A', login: '2', server: 'B', markcode: '3@C' }
    expect(findAccountKey(all)).toBe('1@A')
    expect(findAccountKey({ ...all, accountKey: undefined })).toBe('2@B')
    expect(findAccountKey({ ...all, accountKey: '' })).toBe('2@B')
    expect(findAccountKey({ ...all, accountKey: undefined, server: undefined })).toBe('3@C')
    expect(findAccountKey({ ...all, accountKey: undefined, login: '' })).toBe('3@C')
    expect(findAccountKey(nothing)).toBeUndefined()
  })

  it("doesn't replace an invalid account_key by the other parameters", () => {
    expect(findAccountKey({ accountKey: 'x', login: '2', server: 'B', markcode: '3@C' })).toBeUndefined()
    expect(findAccountKey({ ...nothing, login: '2@B', server: 'C' })).toBeUndefined()
    expect(findAccountKey({ ...nothing, markcode: 'PC-1' })).toBeUndefined()
  })
})
