import type { z } from 'zod'

export interface SkippedRow {
  readonly row: number
  readonly reason: string
}

/** A row of a file that is what the file should hold. */
export interface Candidate<T> {
  /** Its number in the file, from 0 on. */
  readonly row: number
  readonly value: T
}

/**
 * The rows of a file that are what it should hold, and why the others are not.
 * @param keysOf what may be in the file once, by the member's name
 */
export function readRows<T>(
  schema: z.ZodType<T>,
  rows: readonly unknown[],
  keysOf: (value: T) => readonly (readonly [member: string, key: string])[],
): { candidates: Candidate<T>[]; skipped: SkippedRow[] } {
  const candidates: Candidate<T>[] = []
  const skipped: SkippedRow[] = []
  const seen = new Set<string>()
  for (const [row, given] of rows.entries()) {
    const parsed = schema.safeParse(given)
    if (!parsed.success) {
      skipped.push({ row, reason: reasonOf(parsed.error) })
      continue
    }
    const keys = keysOf(parsed.data)
    const again = keys.find(([member, key]) => seen.has(`${member} ${key}`))
    if (again !== undefined) {
      skipped.push({ row, reason: `${again[0]}: twice in this file` })
      continue
    }
    for (const [member, key] of keys) seen.add(`${member} ${key}`)
    candidates.push({ row, value: parsed.data })
  }
  return { candidates, skipped }
}

/** Why a row isn't what it should be: the first member that is wrong, and how. */
export function reasonOf(error: z.ZodError): string {
  const [issue] = error.issues
  return issue === undefined ? 'invalid' : [issue.path.join('.'), issue.message].filter(Boolean).join(': ')
}
