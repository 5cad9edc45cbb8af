import { relative } from 'node:path'
import { ROWS_OF_CALLS } from './hostile/rows-of-calls.ts'
import { ROWS_OF_FAULTS } from './hostile/rows-of-faults.ts'
import { ROWS_OF_REQUESTS } from './hostile/rows-of-requests.ts'
import { ROWS_OF_TERMINALS } from './hostile/rows-of-terminals.ts'
import { ROWS_OF_THE_CONSOLE } from './hostile/rows-of-the-console.ts'
import type { HostileRow } from './hostile/row.ts'

export type { HostileRow, Proof } from './hostile/row.ts'

/** Hostile inputs and faults, each with its safe answer and the tests that prove it. */
export const HOSTILE_LIST: readonly HostileRow[] = [
  ...ROWS_OF_REQUESTS,
  ...ROWS_OF_CALLS,
  ...ROWS_OF_TERMINALS,
  ...ROWS_OF_THE_CONSOLE,
  ...ROWS_OF_FAULTS,
]

/** A project of vitest.config.ts. */
export type TestProject = 'unit' | 'scenario' | 'e2e' | 'shell' | 'faults'

export function projectOf(file: string): TestProject {
  const [, folder = ''] = /^tests\/([^/]+)\//.exec(file) ?? []
  if (folder === 'e2e' || folder === 'shell' || folder === 'faults') return folder
  return folder === '' || folder === 'simulator' || folder === 'bench' ? 'unit' : 'scenario'
}

/** The files of the list, each once, by their projects. */
export function filesByProject(
  rows: readonly HostileRow[] = HOSTILE_LIST,
): ReadonlyMap<TestProject, readonly string[]> {
  const files = new Set(rows.flatMap(({ proofs }) => proofs.map(({ file }) => file)))
  return Map.groupBy([...files].sort(), projectOf)
}

/** One test that ran, as vitest's JSON report has it. */
export interface RunTest {
  /** From the root of the repository. */
  readonly file: string
  readonly title: string
  readonly ancestorTitles: readonly string[]
  readonly status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo' | 'disabled'
}

/** The parts of vitest's JSON report that say how each test ended. */
export interface TestReport {
  readonly testResults: readonly {
    /** Absolute. */
    readonly name: string
    readonly assertionResults: readonly Omit<RunTest, 'file'>[]
  }[]
}

export function testsOf({ testResults }: TestReport, root: string): RunTest[] {
  return testResults.flatMap(({ name, assertionResults }) => {
    const file = relative(root, name).replaceAll('\\', '/')
    return assertionResults.map(({ title, ancestorTitles, status }) => ({
      file,
      title,
      ancestorTitles,
      status,
    }))
  })
}

/**
 * `passed`: a test ran for each title of the row, and all of these passed. A test that did not run proves nothing,
 * so `missing` is no success.
 */
export function outcomeOf(row: HostileRow, run: readonly RunTest[]): 'passed' | 'failed' | 'missing' {
  const parts = row.proofs.flatMap(({ file, tests }) =>
    tests.map((named) => run.filter((test) => test.file === file && isNamed(test, named))),
  )
  if (parts.flat().some(({ status }) => status === 'failed')) return 'failed'
  return parts.every((tests) => tests.length > 0 && tests.every(({ status }) => status === 'passed'))
    ? 'passed'
    : 'missing'
}

function isNamed({ title, ancestorTitles }: RunTest, named: string): boolean {
  const pattern = patternOf(named)
  return [title, ...ancestorTitles].some((one) => pattern.test(one))
}

/** Placeholders of vitest's titles, and `$name` of objects. */
const PLACEHOLDER = /%[sdifjoOc#$]|\$[a-z][\w.]*/gi

const SPECIAL = /[.*+?^${}()|[\]\\]/g

/** Titles that begin with `named`, whatever its placeholders became. */
export function patternOf(named: string): RegExp {
  const fixed = named.split(PLACEHOLDER).map((part) => part.replace(SPECIAL, '\\$&'))
  return new RegExp(`^${fixed.join('.*')}`, 's')
}
