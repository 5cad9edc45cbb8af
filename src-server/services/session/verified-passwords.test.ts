import { expect, it } from 'vitest'
import { VerifiedPasswords } from './verified-passwords.ts'

const NOW = 1_700_000_000
const KEY = new Uint8Array(32).fill(7)

it('remembers a right password with its hash for a minute', () => {
  const verified = new VerifiedPasswords(KEY)
  verified.remember('hash-1', 'right', NOW)
  expect(verified.has('hash-1', 'right', NOW + 59)).toBe(true)
  expect(verified.has('hash-1', 'right', NOW + 60)).toBe(false)
  expect(verified.has('hash-1', 'wrong', NOW)).toBe(false)
  expect(verified.has('hash-2', 'right', NOW)).toBe(false)
})

it('keeps the newest ten thousand', () => {
  const verified = new VerifiedPasswords(KEY)
  for (let i = 0; i <= 10_000; i++) verified.remember(`hash-${i}`, 'right', NOW)
  expect(verified.has('hash-0', 'right', NOW)).toBe(false)
  expect(verified.has('hash-1', 'right', NOW)).toBe(true)
  expect(verified.has('hash-10000', 'right', NOW)).toBe(true)
})

it('a fork has the known passwords and adds nothing to the original', () => {
  const verified = new VerifiedPasswords(KEY)
  verified.remember('hash-1', 'right', NOW)
  const fork = verified.fork()
  fork.remember('hash-2', 'right too', NOW)
  expect([fork, verified].map((one) => one.has('hash-1', 'right', NOW))).toEqual([true, true])
  expect([fork, verified].map((one) => one.has('hash-2', 'right too', NOW))).toEqual([true, false])
})
