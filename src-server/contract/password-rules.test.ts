import { describe, expect, it } from 'vitest'
import { passwordProblem } from './password-rules.ts'

describe('passwordProblem', () => {
  it.each([
    ['correct horse battery', undefined],
    ['Tr0ub4dor&3x', undefined],
    ['密码要足够长才可以使用', undefined],
    ['123456789', 'short'],
    ['长密码长密码', 'short'],
    // Nine characters that are eighteen code units.
    ['😀😁😂😃😄😅😆😇😈', 'short'],
    ['1234567890', 'common'],
    ['QwertyUIOP', 'common'],
    ['aaaaaaaaaaaaaaaa', 'common'],
    ['1212121212', 'common'],
    ['development', 'name'],
    ['Development1', 'name'],
    ['developmentdevelopment', 'name'],
    ['development of a long one', undefined],
  ] as const)('%j: %s', (password, problem) => {
    expect(passwordProblem(password, 'development')).toBe(problem)
  })

  it('ignores a name that is short or unknown', () => {
    expect(passwordProblem('a fairly long one', 'a')).toBeUndefined()
    expect(passwordProblem('a fairly long one', '')).toBeUndefined()
  })
})
