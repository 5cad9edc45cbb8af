import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { addReports, NO_TESTS, readReport } from './test-report.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-report-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

it('reads a report, and of which tests a try failed', () => {
  const file = join(folder, 'unit.json')
  const tests = [
    { fullName: 'at once', status: 'passed', failureMessages: [] },
    { fullName: 'the second time', status: 'passed', failureMessages: ['Error: too late'] },
    { fullName: 'never', status: 'failed', failureMessages: ['Error: no', 'Error: no again'] },
  ]
  const testResults = [{ name: 'a.test.ts', assertionResults: tests }]
  const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, testResults }
  writeFileSync(file, JSON.stringify(report))
  expect(readReport(file)).toEqual({
    passed: 5,
    failed: 1,
    skipped: 3,
    shaky: [
      { file: 'a.test.ts', name: 'the second time', hasPassed: true, reasons: ['Error: too late'] },
      { file: 'a.test.ts', name: 'never', hasPassed: false, reasons: ['Error: no', 'Error: no again'] },
    ],
  })
})

it('counts a report that was never finished as none', () => {
  const file = join(folder, 'half.json')
  writeFileSync(file, '{"numPassed')
  expect(readReport(file)).toEqual(NO_TESTS)
  expect(readReport(join(folder, 'missing.json'))).toEqual(NO_TESTS)
})

it('adds up', () => {
  const shaky = { file: 'a.test.ts', name: 'never', hasPassed: false, reasons: [] }
  const one = { passed: 1, failed: 2, skipped: 3, shaky: [shaky] }
  expect(addReports(one, one)).toEqual({ passed: 2, failed: 4, skipped: 6, shaky: [shaky, shaky] })
})
