import type { z } from 'zod'
import { withPauses } from './with-pauses.ts'

export interface SkippedRow {
  readonly row: number
  readonly reason: string
}

/** A valid row of a file. */
export interface Candidate<T> {
  /** Its number in the file, from 0 on. */
  readonly row: number
  readonly value: T
}

/** Reads one row of a file. @returns a text that says why the row is invalid */
type ReadRow<T extends object> = (given: unknown) => T | string

export function bySchema<T extends object>(schema: z.ZodType<T>): ReadRow<T> {
  return (given) => {
    const parsed = schema.safeParse(given)
    return parsed.success ? parsed.data : reasonOf(parsed.error)
  }
}

/**
 * Splits the rows of a file into valid and invalid ones.
 * @param keysOf the values that a file may hold only once, by the member's name
 */
export async function readRows<T extends object>(
  rows: readonly unknown[],
  readRow: ReadRow<T>,
  keysOf: (value: T) => readonly (readonly [member: string, key: string])[],
): Promise<{ candidates: Candidate<T>[]; skipped: SkippedRow[] }> {
  const candidates: Candidate<T>[] = []
  const skipped: SkippedRow[] = []
  const seen = new Set<string>()
  for await (const [row, given] of withPauses(rows.entries())) {
    const value = readRow(given)
    if (typeof value === 'string') {
      skipped.push({ row, reason: value })
      continue
    }
    const keys = keysOf(value)
    const again = keys.find(([member, key]) => seen.has(`${member} ${key}`))
    if (again !== undefined) {
      skipped.push({ row, reason: `${again[0]}: twice in this file` })
      continue
    }
    for (const [member, key] of keys) seen.add(`${member} ${key}`)
    candidates.push({ row, value })
  }
  return { candidates, skipped }
}

/** Why a row is invalid: the first wrong member, and what is wrong with it. */
export function reasonOf(error: z.ZodError): string {
  const [issue] = error.issues
  return issue === undefined ? 'invalid' : [issue.path.join('.'), issue.message].filter(Boolean).join(': ')
}

/** The members that a row names: null and absent are the same. */
export function withoutNulls<T extends object>(row: T): { [K in keyof T]?: Exclude<T[K], null> } {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as {
    [K in keyof T]?: Exclude<T[K], null>
  }
}
