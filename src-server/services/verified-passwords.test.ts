import { expect, it } from 'vitest'
import { VerifiedPasswords } from './verified-passwords.ts'

const NOW = 1_700_000_000
const random = { bytes: (length: number) => new Uint8Array(length).fill(7), below: () => 0 }

it('knows the password that was right, for its hash, for a minute', () => {
  const verified = new VerifiedPasswords(random)
  verified.remember('hash-1', 'right', NOW)
  expect(verified.has('hash-1', 'right', NOW + 59)).toBe(true)
  expect(verified.has('hash-1', 'right', NOW + 60)).toBe(false)
  expect(verified.has('hash-1', 'wrong', NOW)).toBe(false)
  expect(verified.has('hash-2', 'right', NOW)).toBe(false)
})

it('keeps ten thousand, the newest', () => {
  const verified = new VerifiedPasswords(random)
  for (let i = 0; i <= 10_000; i++) verified.remember(`hash-${i}`, 'right', NOW)
  expect(verified.has('hash-0', 'right', NOW)).toBe(false)
  expect(verified.has('hash-1', 'right', NOW)).toBe(true)
  expect(verified.has('hash-10000', 'right', NOW)).toBe(true)
})
