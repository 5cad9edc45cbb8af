import { readFileSync } from 'node:fs'

/** A test of which at least one try failed. */
export interface Shaky {
  readonly file: string
  readonly name: string
  readonly hasPassed: boolean
  /** What each try that failed said. */
  readonly reasons: readonly string[]
}

export interface Report {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly shaky: readonly Shaky[]
}

export const NO_TESTS: Report = { passed: 0, failed: 0, skipped: 0, shaky: [] }

export function addReports(a: Report, b: Report): Report {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    shaky: [...a.shaky, ...b.shaky],
  }
}

/** What vitest's JSON reporter writes, as far as it is read here. */
interface Written {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** @param path what vitest's JSON reporter wrote; a run that died early wrote nothing, which counts as no tests */
export function readReport(path: string): Report {
  let written: Written
  try {
    written = JSON.parse(readFileSync(path, 'utf8')) as Written
  } catch {
    return NO_TESTS
  }
  const shaky = written.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ failureMessages }) => failureMessages.length > 0)
      .map(({ fullName: name, status, failureMessages: reasons }) => ({
        file,
        name,
        hasPassed: status === 'passed',
        reasons,
      })),
  )
  return {
    passed: written.numPassedTests,
    failed: written.numFailedTests,
    skipped: written.numPendingTests + written.numTodoTests,
    shaky,
  }
}
