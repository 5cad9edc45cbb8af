import { describe, expect, it } from 'vitest'
import { findOwnerPassword } from './owner-password.ts'

const files: Readonly<Record<string, string>> = {
  '/credentials/given': 'from the file\n',
  '/credentials/windows': 'from the file\r\n',
  '/credentials/empty': '\n',
  '/credentials/short': 'short\n',
}
const find = (env: Record<string, string>) =>
  findOwnerPassword(env, (path) => {
    const text = files[path]
    if (text === undefined) throw new Error(`no such file: ${path}`)
    return text
  })

describe('the owner’s first password', () => {
  it.each([
    [{}, undefined],
    [{ PULSEKEY_OWNER_PASSWORD: '' }, undefined],
    [{ PULSEKEY_OWNER_PASSWORD: 'from outside' }, 'from outside'],
    [{ PULSEKEY_OWNER_PASSWORD_FILE: '/credentials/given' }, 'from the file'],
    [{ PULSEKEY_OWNER_PASSWORD_FILE: '/credentials/windows' }, 'from the file'],
    [{ PULSEKEY_OWNER_PASSWORD_FILE: '/credentials/empty' }, undefined],
    [
      { PULSEKEY_OWNER_PASSWORD_FILE: '/credentials/given', PULSEKEY_OWNER_PASSWORD: 'from outside' },
      'from the file',
    ],
  ])('of %j is %j', (env, expected) => {
    expect(find(env)).toBe(expected)
  })

  it('is refused without being shown', () => {
    expect(() => find({ PULSEKEY_OWNER_PASSWORD: 'short' })).toThrow(/must have 10 to \d+ characters$/)
    expect(() => find({ PULSEKEY_OWNER_PASSWORD_FILE: '/credentials/short' })).toThrow(/must have 10/)
  })

  it('is an error where its file does not exist', () => {
    expect(() => find({ PULSEKEY_OWNER_PASSWORD_FILE: '/nowhere' })).toThrow(/no such file/)
  })
})
