import { expect, it } from 'vitest'
import { maskMailbox } from './mailbox.ts'

it.each([
  ['anna@example.com', 'a***@example.com'],
  ['a@b', 'a***@b'],
  ['𝄞x@example.com', '𝄞***@example.com'],
  ['"a@b"@example.com', '"***@example.com'],
  ['nonsense', '***'],
  ['@example.com', '***'],
  ['', ''],
])('%s is shown as %s', (address, shown) => {
  expect(maskMailbox(address)).toBe(shown)
})
