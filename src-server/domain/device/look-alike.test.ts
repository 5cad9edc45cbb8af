import { expect, it } from 'vitest'
import { lookOf } from './look-alike.ts'

it.each([
  ['case', 'ICMARKETS-DEMO'],
  ['Cyrillic letters', 'IСМаrkеts-Dеmо'],
  ['Greek letters', 'ΙCΜarkets-Demο'],
  ['full width', 'ＩＣＭａｒｋｅｔｓ－Ｄｅｍｏ'],
  ['a zero-width space', 'ICMarkets\u200b-Demo'],
  ['a soft hyphen and a joiner', 'ICMar\u00adkets-De\u200dmo'],
  ['blanks and signs', 'IC Markets_Demo.'],
  ['another hyphen', 'ICMarkets–Demo'],
  ['accents', 'ICMarkéts-Demö'],
  ['a digit for a letter', 'lCMarkets-Dem0'],
  ['two letters for one', 'ICMarkets-Derno'],
  ['mathematical letters', '𝐈𝐂𝐌arkets-Demo'],
])('a name that differs in %s looks the same', (_, name) => {
  expect(name).not.toBe('ICMarkets-Demo')
  expect(lookOf(name)).toBe(lookOf('ICMarkets-Demo'))
})

it.each(['ICMarkets-Live', 'ICMarkets-Demo 2', 'ICMarket-Demo', '经纪商-Demo', 'ICMarketsSC-Demo'])(
  '%s looks different',
  (name) => {
    expect(lookOf(name)).not.toBe(lookOf('ICMarkets-Demo'))
  },
)

it('names in other scripts stay apart', () => {
  expect(lookOf('外汇-真实')).not.toBe(lookOf('外汇-模拟'))
  expect(lookOf('ﾌｫﾚｯｸｽ')).toBe(lookOf('フォレックス'))
})
