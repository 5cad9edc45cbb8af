import { expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1536, '1.5 KB'],
  [5 * 1024 * 1024, '5.0 MB'],
  [123 * 1024 * 1024, '123 MB'],
  [1.25 * 1024 ** 3, '1.3 GB'],
  [3000 * 1024 ** 4, '3000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
