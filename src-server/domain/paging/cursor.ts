/** A row's place in a list's order: what it is sorted by, and its id, which settles ties. */
export interface Place {
  readonly value: string | number | null
  readonly id: number
}

/** The opaque text by which a caller asks for what comes after a row. */
export function writeCursor(sort: string, place: Place): string {
  return Buffer.from(JSON.stringify([sort, place.value, place.id])).toString('base64url')
}

/** @returns undefined for a cursor of another order, and for one somebody made up */
export function readCursor(cursor: string, sort: string): Place | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
  if (!Array.isArray(parsed) || parsed.length !== 3) return undefined
  const [by, value, id] = parsed as unknown[]
  const isValue = value === null || typeof value === 'string' || typeof value === 'number'
  return by === sort && isValue && typeof id === 'number' ? { value, id } : undefined
}
