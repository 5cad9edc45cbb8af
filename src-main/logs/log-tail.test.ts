import { expect, it } from 'vitest'

import { LogTail } from './log-tail.ts'

it('keeps the last 200 lines, oldest first', () => {
  const log = new LogTail()
  for (let line = 1; line <= 205; line++) log.add(`line ${line}`)
  expect(log.lines).toHaveLength(200)
  expect(log.lines[0]).toBe('line 6')
  expect(log.lines.at(-1)).toBe('line 205')
})

it('cuts a line that would fill the window', () => {
  const log = new LogTail()
  log.add('x'.repeat(5_000))
  expect(log.lines).toEqual([`${'x'.repeat(2_000)}…`])
})
