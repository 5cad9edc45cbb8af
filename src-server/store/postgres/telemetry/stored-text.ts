/** Rows for `jsonb_to_recordset`. PostgreSQL stores no NUL and no half of a pair of surrogates. */
export function recordsOf(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'string' ? storedText(value) : value))
}

/** A text as PostgreSQL stores it. */
export function storedText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}
