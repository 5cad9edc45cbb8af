import { readFileSync } from 'node:fs'

export interface TestReport {
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** What each try that failed said, also where a later one passed. */
  readonly reasons: readonly string[]
}

export interface FileReport {
  /** Absolute. */
  readonly path: string
  /** Also where it failed before its first test. */
  readonly hasFailed: boolean
  readonly tests: readonly TestReport[]
}

/** What vitest's JSON reporter writes, as far as it is read here. */
interface Written {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** @param path what vitest's JSON reporter wrote; a run that died early wrote nothing, which is no files */
export function readReport(path: string): readonly FileReport[] {
  let written: Written
  try {
    written = JSON.parse(readFileSync(path, 'utf8')) as Written
  } catch {
    return []
  }
  return written.testResults.map(({ name, status, assertionResults }) => ({
    path: name,
    hasFailed: status === 'failed',
    tests: assertionResults.map((test) => ({
      name: test.fullName,
      outcome: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
      reasons: test.failureMessages,
    })),
  }))
}

/** The files with what came of those that were run again. The reasons of their first try stay. */
export function mend(first: readonly FileReport[], again: readonly FileReport[]): readonly FileReport[] {
  return first.map((file) => {
    const other = again.find(({ path }) => path === file.path)
    if (other === undefined) return file
    const before = new Map(file.tests.map(({ name, reasons }) => [name, reasons]))
    const tests = other.tests.map((test) => ({
      ...test,
      reasons: [...(before.get(test.name) ?? []), ...test.reasons],
    }))
    return { ...other, tests }
  })
}

/** How many tests have this outcome. */
export function countTests(files: readonly FileReport[], outcome: TestReport['outcome']): number {
  return files.flatMap(({ tests }) => tests).filter((test) => test.outcome === outcome).length
}
