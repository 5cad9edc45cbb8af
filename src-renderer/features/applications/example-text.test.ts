import { expect, it } from 'vitest'
import { masked, readable } from './example-text.ts'

it('masked hides keys wherever they stand, and nothing for a key too short to be told from text', () => {
  expect(masked('t=1&secret-key', ['secret-key'])).toBe('t=1&••••••••')
  expect(masked('aabaa secret secret', ['secret', 'a', ''])).toBe('aabaa •••••••• ••••••••')
})

it('readable breaks JSON into lines and leaves the rest alone', () => {
  expect(readable('{"code":200}')).toBe('{\n  "code": 200\n}')
  expect(readable('7dd03a')).toBe('7dd03a')
})
