import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readKami } from './kami.ts'
import { isNoMachine } from './machine.ts'

describe('readKami', () => {
  it.each([
    ['CODE', 'CODE'],
    [' CODE', 'CODE'],
    ['CODE ', 'CODE'],
    ['CODE\r\n', 'CODE'],
    ['CODE\t', 'CODE'],
    ['CODE\u200b', 'CODE'],
    ['\ufeffCODE\u00a0\u200e', 'CODE'],
    ['\u{e0001}CODE', 'CODE'],
    ['A B', 'A B'],
    ['A\u200bB', 'A\u200bB'],
    ['卡密 ', '卡密'],
    [' \u200b ', ''],
    ['', ''],
  ])('%j', (text, code) => {
    expect(readKami(text)).toBe(code)
  })

  it('reading twice gives the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(readKami(readKami(text))).toBe(readKami(text))
        expect(readKami(`\u200b ${text}\n`)).toBe(readKami(text))
      }),
    )
  })
})

describe('isNoMachine', () => {
  it.each(['', ' ', '0', ' 0 ', '0@', '@', '0@Broker', '@Broker', ' 0 @Broker', '00@Broker', '12345@'])(
    '%j is not a machine',
    (text) => {
      expect(isNoMachine(text)).toBe(true)
    },
  )
  it.each(['PC', '00', '0x', '10', '10@Broker', 'user@host', '-5@Broker', '0 PC'])(
    '%j is a machine',
    (text) => {
      expect(isNoMachine(text)).toBe(false)
    },
  )
})
