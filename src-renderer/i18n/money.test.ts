import { describe, expect, it } from 'vitest'
import { moneyFormat } from './money.ts'

describe('moneyFormat', () => {
  it('writes minor units as the currency does', () => {
    expect(moneyFormat('CNY', 'zh-CN').format(123_450)).toBe('¥1,234.50')
    expect(moneyFormat('USD', 'en').format(-5)).toBe('\u2212$0.05')
    expect(moneyFormat('JPY', 'en').format(1200)).toBe('¥1,200')
  })

  it('signs incoming as well as outgoing sums', () => {
    const { signed } = moneyFormat('USD', 'en')
    expect([signed(500), signed(-500), signed(0)]).toEqual(['+$5.00', '\u2212$5.00', '$0.00'])
  })

  it.each([
    ['12', 1200],
    ['12.5', 1250],
    ['1,234.56', 123_456],
    [' 0.07 ', 7],
    ['-3', -300],
    ['\u22123', -300],
    ['1.', 100],
    ['1.005', undefined],
    ['', undefined],
    ['abc', undefined],
    ['1e3', undefined],
    ['99999999999999', undefined],
  ])('reads %j', (typed, minor) => {
    expect(moneyFormat('CNY', 'en').parse(typed)).toBe(minor)
  })

  it('takes no fraction where the currency has none', () => {
    const yen = moneyFormat('JPY', 'en')
    expect([yen.parse('1200'), yen.parse('12.5'), yen.plain(1200)]).toEqual([1200, undefined, '1200'])
  })

  it('reads what it writes', () => {
    const { plain, parse } = moneyFormat('CNY', 'en')
    for (const minor of [0, 1, 99, 100, -1, 1_000_000_000_000]) expect(parse(plain(minor))).toBe(minor)
  })
})
