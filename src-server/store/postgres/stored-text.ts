/**
 * The text that the database stores for this one. It refuses a NUL, which a client may send in any field, and half of a pair of
 * surrogates. The replacement is what decoders put for bytes that are no character, so a look-up finds no other text by it.
 */
export function storedText(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}

/** Rows for `json_to_recordset` and `jsonb_to_recordset`. */
export function recordsText(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'string' ? storedText(value) : value))
}
