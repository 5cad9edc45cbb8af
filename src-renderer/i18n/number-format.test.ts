import { afterEach, describe, expect, it } from 'vitest'
import { money, percent, signedMoney } from '../subjects/figures/figures.ts'
import { formatBytes, formatInteger, formatTotal } from './format.ts'
import { moneyFormat } from './money.ts'
import { shownNotation } from './number-format.ts'

afterEach(() => {
  shownNotation.value = 'comma'
})

/** The board, the lists, the sums of sales and the sizes. */
const all = () => [
  money(1234567.891),
  signedMoney(-1234.5),
  percent(1520.25),
  formatInteger(20000),
  formatTotal(5000, false),
  moneyFormat('CNY', 'zh-CN').format(123456),
  moneyFormat('CNY', 'en').signed(-123456),
  formatBytes(1536),
]

describe('a notation of numbers is the same everywhere', () => {
  it('1,234.56', () => {
    expect(all()).toEqual([
      ...['1,234,567.89', '\u22121,234.50', '1,520.25%', '20,000', '5,000+'],
      ...['¥1,234.56', '\u2212¥1,234.56', '1.5 KB'],
    ])
  })
  it('1 234.56', () => {
    shownNotation.value = 'space'
    expect(all()).toEqual([
      ...['1\u202f234\u202f567.89', '\u22121\u202f234.50', '1\u202f520.25%', '20\u202f000', '5\u202f000+'],
      ...['¥1\u202f234.56', '\u2212¥1\u202f234.56', '1.5 KB'],
    ])
  })
  it('1.234,56', () => {
    shownNotation.value = 'dot'
    expect(all()).toEqual([
      ...['1.234.567,89', '\u22121.234,50', '1.520,25%', '20.000', '5.000+'],
      ...['¥1.234,56', '\u2212¥1.234,56', '1,5 KB'],
    ])
  })
  it('leaves fields and files as 1234.56', () => {
    shownNotation.value = 'dot'
    const { plain, parse } = moneyFormat('CNY', 'en')
    expect(plain(123456)).toBe('1234.56')
    expect(parse('1234.56')).toBe(123456)
  })
})
