import { describe, expect, it } from 'vitest'
import { readKami } from './kami.ts'

describe('readKami', () => {
  it.each([
    ['ABC', 'ABC'],
    [' ABC\r\n', 'ABC'],
    ['\u200b\u00a0 ABC \ufeff', 'ABC'],
    ['\u3000AB C\u2060', 'AB C'],
    ['A\u200bC', 'A\u200bC'],
    ['', ''],
    [' \u200b ', ''],
  ])('%j is %j', (text, kami) => {
    expect(readKami(text)).toBe(kami)
  })
})
