import { describe, expect, it } from 'vitest'
import { isAccountPassword, isUserName, readInviter } from './form.ts'
import { checkForm, judgeRegistration } from './register.ts'

const NOW = 1_700_000_000

describe('what a form may hold', () => {
  it.each(['abcde', 'ABCDE_12345', '_____', '12345'])('name %j', (text) => {
    expect(isUserName(text)).toBe(true)
  })
  it.each(['', 'abcd', 'abcdefghijkl', 'ab cde', 'ab-cde', 'abcde\n', 'ａｂｃｄｅ', 'naïve'])(
    'invalid name %j',
    (text) => {
      expect(isUserName(text)).toBe(false)
    },
  )
  it.each(['123456', '.*_-.*', 'Aa0.*_-Aa0.*_-Aa0.'])('password %j', (text) => {
    expect(isAccountPassword(text)).toBe(true)
  })
  it.each(['', '12345', 'x'.repeat(19), 'abc def', 'abcdef!', 'abcdef\n', '密码密码密码'])(
    'invalid password %j',
    (text) => {
      expect(isAccountPassword(text)).toBe(false)
    },
  )
  it.each([
    [undefined, null],
    ['', null],
    ['0', null],
    ['7', 7],
    ['007', 7],
    ['x', undefined],
    ['-7', undefined],
    ['7.0', undefined],
    ['1'.repeat(16), undefined],
  ])('inviter %j is %j', (text, id) => {
    expect(readInviter(text)).toBe(id)
  })
})

describe('the order', () => {
  it('of the form: each refusal hides the later ones', () => {
    const steps: [Parameters<typeof checkForm>[0], string | undefined][] = [
      [{ user: '', password: '', qq: '' }, 'userMissing'],
      [{ user: '?', password: '', qq: '' }, 'userInvalid'],
      [{ user: 'valid', password: '', qq: '' }, 'passwordMissing'],
      [{ user: 'valid', password: '?', qq: '' }, 'passwordInvalid'],
      [{ user: 'valid', password: 'secret', qq: '' }, 'qqMissing'],
      [{ user: 'valid', password: 'secret', qq: '1' }, undefined],
    ]
    for (const [form, refusal] of steps) expect(checkForm(form)).toBe(refusal)
  })

  it('of the facts about other accounts', () => {
    const all = { taken: undefined, newestAt: NOW, inviterKnown: false } as const
    expect(judgeRegistration({ ...all, taken: 'qq' }, 60, NOW)).toBe('qqTaken')
    expect(judgeRegistration({ ...all, taken: 'user' }, 60, NOW)).toBe('userTaken')
    expect(judgeRegistration({ ...all, taken: 'ip', newestAt: undefined }, 0, NOW)).toBe('tooFrequent')
    expect(judgeRegistration(all, 60, NOW)).toBe('tooFrequent')
    expect(judgeRegistration(all, 0, NOW)).toBe('inviterUnknown')
    expect(judgeRegistration({ ...all, inviterKnown: true }, 0, NOW)).toBeUndefined()
  })

  it('an interval ends exactly at its last second', () => {
    const facts = { taken: undefined, newestAt: NOW - 60, inviterKnown: true }
    expect(judgeRegistration(facts, 60, NOW)).toBeUndefined()
    expect(judgeRegistration(facts, 61, NOW)).toBe('tooFrequent')
  })
})
