import fc from 'fast-check'
import { expect, test } from 'vitest'
import { equalSecrets } from './equal.ts'

test('equal texts only, of any length', () => {
  const text = fc.string({ unit: 'binary' })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(equalSecrets(a, b)).toBe(a === b)
      expect(equalSecrets(a, a)).toBe(true)
      expect(equalSecrets(a, `${a}x`)).toBe(false)
    }),
  )
})

test.each([
  ['', ''],
  ['secret', 'secret'],
])('%j equals %j', (a, b) => {
  expect(equalSecrets(a, b)).toBe(true)
})

test.each([
  ['', ' '],
  ['secret', 'Secret'],
  ['secret', 'secre'],
  ['é', 'e\u0301'],
])('%j differs from %j', (a, b) => {
  expect(equalSecrets(a, b)).toBe(false)
})
