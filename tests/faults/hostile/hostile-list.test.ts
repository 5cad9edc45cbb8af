import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesByProject, HOSTILE_LIST, outcomeOf, projectOf, testsOf, type RunTest } from '../hostile-list.ts'
import { titlesIn } from './titles.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

describe('the hostile list', () => {
  it('has 67 rows without a gap', () => {
    expect(HOSTILE_LIST.map(({ number }) => number)).toEqual(Array.from({ length: 67 }, (_, at) => at + 1))
  })

  it.each(HOSTILE_LIST)('row $number names tests that exist', ({ proofs }) => {
    expect(proofs.length).toBeGreaterThan(0)
    for (const { file, tests } of proofs) {
      expect([file, existsSync(join(ROOT, file))]).toEqual([file, true])
      const titles = titlesIn(file)
      const absent = tests.filter((named) => !titles.some((title) => title.startsWith(named)))
      expect([file, absent, tests.length > 0]).toEqual([file, [], true])
    }
  })

  it('has its files by project, each once', () => {
    const files = [...filesByProject().values()].flat()
    expect(new Set(files).size).toBe(files.length)
    expect([...filesByProject().keys()].sort()).toEqual(['e2e', 'faults', 'scenario', 'unit'])
    expect(projectOf('tests/shell/life.test.ts')).toBe('shell')
    expect(projectOf('tests/bench/load/calls.test.ts')).toBe('unit')
    expect(projectOf('src-main/quit.test.ts')).toBe('unit')
  })
})

describe('the outcome of a row', () => {
  const file = 'tests/a.test.ts'
  const row = {
    number: 1,
    thrown: 'x',
    answer: 'y',
    proofs: [{ file, tests: ['%j: is refused (not $name)', 'a group'] }],
  }
  const run = (title: string, status: RunTest['status'] = 'passed', group = ''): RunTest => ({
    file,
    title,
    ancestorTitles: [group],
    status,
  })
  const one = run('"a\nb": is refused (not 7)')
  const two = run('any', 'passed', 'a group')

  it('is passed when every named test and every test of a named group passed', () => {
    expect(outcomeOf(row, [one, two, run('another', 'failed')])).toBe('passed')
  })

  it('is read from a report of vitest', () => {
    const results = [one, two].map(({ file: _, ...result }) => result)
    const report = { testResults: [{ name: join(ROOT, file), assertionResults: results }] }
    expect(outcomeOf(row, testsOf(report, ROOT))).toBe('passed')
  })

  it('is failed when one of them failed', () => {
    expect(outcomeOf(row, [one, two, run('a second one', 'failed', 'a group')])).toBe('failed')
  })

  it.each([
    [[one]],
    [[two]],
    [[one, { ...two, status: 'skipped' as const }]],
    [[{ ...one, file: 'b' }, two]],
  ])('is missing when one of them did not run (%#)', (tests) => {
    expect(outcomeOf(row, tests)).toBe('missing')
  })
})
