import { expect, it } from 'vitest'
import { masked, readable } from './example-text.ts'

it('masked hides keys in every place, and nothing for a key too short to tell from text', () => {
  expect(masked('t=1&secret-key', ['secret-key'])).toBe('t=1&••••••••')
  expect(masked('aabaa secret secret', ['secret', 'a', ''])).toBe('aabaa •••••••• ••••••••')
})

it('readable breaks JSON into lines and leaves other text alone', () => {
  expect(readable('{"code":200}')).toBe('{\n  "code": 200\n}')
  expect(readable('7dd03a')).toBe('7dd03a')
})
