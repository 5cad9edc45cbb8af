import { readFileSync } from 'node:fs'

export interface TestReport {
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  /** The reasons of each failed attempt, also when a later attempt passed. */
  readonly reasons: readonly string[]
}

export interface FileReport {
  /** Absolute. */
  readonly path: string
  /** True also when the file failed before its first test. */
  readonly hasFailed: boolean
  readonly tests: readonly TestReport[]
}

/** The part of vitest's JSON report that is read here. */
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

/**
 * @param path the output of vitest's JSON reporter; a run that died early wrote none, which gives no files
 */
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

/** Replaces the results of files that were run again, and keeps the reasons of their first attempt. */
export function mergeReruns(
  first: readonly FileReport[],
  again: readonly FileReport[],
): readonly FileReport[] {
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

/** The number of tests with this outcome. */
export function countTests(files: readonly FileReport[], outcome: TestReport['outcome']): number {
  return files.flatMap(({ tests }) => tests).filter((test) => test.outcome === outcome).length
}
