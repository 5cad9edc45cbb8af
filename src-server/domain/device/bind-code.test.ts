import { describe, expect, it } from 'vitest'
import { bindStatus, isOpenId, newBindCode, readBindCode } from './bind-code.ts'

const counting = { bytes: () => new Uint8Array(), below: (limit: number) => limit - 1 }
const code = newBindCode(counting, 10001, 7, 1000)

describe('a bind code', () => {
  it('has 8 characters that nobody mistakes for others, and is valid for 600 s', () => {
    expect(code).toEqual({
      code: 'ZZZZZZZZ',
      appId: 10001,
      deviceId: 7,
      createdAt: 1000,
      expiresAt: 1600,
      state: 'pending',
      openId: '',
    })
  })

  it.each([
    ['pending', 1599, 'pending'],
    ['pending', 1600, 'expired'],
    ['replaced', 1001, 'expired'],
    ['bound', 9999, 'bound'],
    ['held', 9999, 'pending'],
    ['declined', 1001, 'expired'],
  ] as const)('%s at %i is %s', (state, now, status) => {
    expect(bindStatus({ ...code, state }, now)).toBe(status)
  })

  it('is read as people type it', () => {
    expect(readBindCode(' abcd2345\n')).toBe('ABCD2345')
  })
})

describe('an open_id', () => {
  it.each([
    ['ou_1', true],
    [`ou_${'x'.repeat(125)}`, true],
    [`ou_${'x'.repeat(126)}`, false],
    ['ou_', false],
    ['on_1', false],
    [' ou_1', false],
    ['ou_a b', false],
    ['ou_1\n', false],
    ['', false],
  ])('%j: %s', (text, is) => {
    expect(isOpenId(text)).toBe(is)
  })
})
