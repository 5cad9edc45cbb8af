import { readFileSync } from 'node:fs'

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

export const NO_TESTS: Counts = { passed: 0, failed: 0, skipped: 0 }

export function addCounts(a: Counts, b: Counts): Counts {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}

interface Summary {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
}

/** @param file what vitest's JSON reporter wrote; a run that died early wrote nothing, which counts as no tests */
export function readCounts(file: string): Counts {
  let summary: Summary
  try {
    summary = JSON.parse(readFileSync(file, 'utf8')) as Summary
  } catch {
    return NO_TESTS
  }
  return {
    passed: summary.numPassedTests,
    failed: summary.numFailedTests,
    skipped: summary.numPendingTests + summary.numTodoTests,
  }
}
