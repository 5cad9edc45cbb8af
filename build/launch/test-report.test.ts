import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { countTests, mergeReruns, readReport, type FileReport } from './test-report.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pulsekey-report-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

it('reads the failed files, and the reason of each failed attempt', () => {
  const path = join(folder, 'unit.json')
  const assertionResults = [
    { fullName: 'at once', status: 'passed', failureMessages: [] },
    { fullName: 'the second time', status: 'passed', failureMessages: ['Error: too late'] },
    { fullName: 'never', status: 'failed', failureMessages: ['Error: no', 'Error: no again'] },
    { fullName: 'not here', status: 'pending', failureMessages: [] },
    { fullName: 'not yet', status: 'todo', failureMessages: [] },
  ]
  const testResults = [
    { name: '/a.test.ts', status: 'failed', assertionResults },
    { name: '/b.test.ts', status: 'passed', assertionResults: [] },
  ]
  writeFileSync(path, JSON.stringify({ testResults }))
  const files = readReport(path)
  expect(files).toEqual([
    {
      path: '/a.test.ts',
      hasFailed: true,
      tests: [
        { name: 'at once', outcome: 'passed', reasons: [] },
        { name: 'the second time', outcome: 'passed', reasons: ['Error: too late'] },
        { name: 'never', outcome: 'failed', reasons: ['Error: no', 'Error: no again'] },
        { name: 'not here', outcome: 'skipped', reasons: [] },
        { name: 'not yet', outcome: 'skipped', reasons: [] },
      ],
    },
    { path: '/b.test.ts', hasFailed: false, tests: [] },
  ])
  expect((['passed', 'failed', 'skipped'] as const).map((outcome) => countTests(files, outcome))).toEqual([
    2, 1, 2,
  ])
})

it('treats an unfinished report as one without files', () => {
  const path = join(folder, 'half.json')
  writeFileSync(path, '{"testResults')
  expect(readReport(path)).toEqual([])
  expect(readReport(join(folder, 'missing.json'))).toEqual([])
})

it("replaces the results of the first run by those of a second run, and keeps the first run's reasons", () => {
  const file = (path: string, ...tests: FileReport['tests']): FileReport => ({
    path,
    hasFailed: tests.length === 0 || tests.some(({ outcome }) => outcome === 'failed'),
    tests,
  })
  const passed = { name: 'one', outcome: 'passed', reasons: [] } as const
  const failed = { name: 'one', outcome: 'failed', reasons: ['first'] } as const
  const first = [file('/a', passed), file('/b', failed), file('/c', failed), file('/d'), file('/e', failed)]
  const again = [file('/b', passed), file('/c', { ...failed, reasons: ['second'] }), file('/d', passed)]
  expect(mergeReruns(first, again)).toEqual([
    file('/a', passed),
    file('/b', { ...passed, reasons: ['first'] }),
    file('/c', { ...failed, reasons: ['first', 'second'] }),
    file('/d', passed),
    file('/e', failed),
  ])
})
