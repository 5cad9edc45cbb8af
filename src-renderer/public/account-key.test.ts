import { describe, expect, it } from 'vitest'
import { accountKeyOf, splitAccount, wrongPart } from './account-key.ts'

describe('wrongPart', () => {
  it.each([
    ['5001', 'Broker-MT5 2', undefined],
    [' 5001 ', ' Broker ', undefined],
    ['0501', 'Broker', 'login'],
    ['', 'Broker', 'login'],
    ['5001a', 'Broker', 'login'],
    ['123456789012345678901', 'Broker', 'login'],
    ['5001', '  ', 'server'],
    ['5001', 'a@b', 'server'],
    ['5001', 'x'.repeat(65), 'server'],
  ])('%j at %j: %s', (login, server, part) => {
    expect(wrongPart({ login, server })).toBe(part)
  })
})

it('joins an account, and splits a pasted one', () => {
  expect(accountKeyOf({ login: ' 5001', server: 'Broker MT5 ' })).toBe('5001@Broker MT5')
  expect(splitAccount('5001 @ Broker MT5')).toEqual({ login: '5001', server: 'Broker MT5' })
  expect(splitAccount('5001')).toBeUndefined()
})
