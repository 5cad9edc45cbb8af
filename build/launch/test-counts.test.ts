import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { addCounts, NO_TESTS, readCounts } from './test-counts.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-counts-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

it('reads a report', () => {
  const file = join(folder, 'unit.json')
  const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
  writeFileSync(file, JSON.stringify(report))
  expect(readCounts(file)).toEqual({ passed: 5, failed: 1, skipped: 3 })
})

it('counts a report that was never finished as none', () => {
  const file = join(folder, 'half.json')
  writeFileSync(file, '{"numPassed')
  expect(readCounts(file)).toEqual(NO_TESTS)
  expect(readCounts(join(folder, 'missing.json'))).toEqual(NO_TESTS)
})

it('adds up', () => {
  const one = { passed: 1, failed: 2, skipped: 3 }
  expect(addCounts(one, one)).toEqual({ passed: 2, failed: 4, skipped: 6 })
})
