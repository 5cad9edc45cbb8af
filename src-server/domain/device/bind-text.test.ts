import { describe, expect, it } from 'vitest'
import { readBindText } from './bind-text.ts'

describe('readBindText', () => {
  it.each([
    ['绑定 ABCD2345', ['ABCD2345'], true],
    ['绑定ABCD2345。', ['ABCD2345'], true],
    ['bind abcd2345', ['ABCD2345'], true],
    [' abcd2345\n', ['ABCD2345'], true],
    ['Hello, my code is ABCD2345 thanks', ['ABCD2345'], false],
    ['ABCD2345 EFGH2345', ['ABCD2345', 'EFGH2345'], false],
    // 0, 1, I and O are in no code.
    ['ABCD0123', [], false],
    ['bind ABCD0123', [], true],
    ['ABCD23456', [], false],
    ['ABCD-2345', [], false],
    ['binding messages', ['MESSAGES'], false],
    ['绑定', [], true],
    ['你好', [], false],
    ['', [], false],
  ] as const)('%j', (text, codes, isAttempt) => {
    expect(readBindText(text)).toEqual({ codes, isAttempt })
  })

  it('reads at most three codes from a long text', () => {
    const words = Array.from({ length: 50 }, (_, i) => `WXYZ${2222 + i}`.replaceAll(/[01]/g, '9'))
    expect(readBindText(words.join(' ')).codes).toHaveLength(3)
  })
})
