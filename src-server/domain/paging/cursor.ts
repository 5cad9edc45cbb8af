/**
 * A row's place in a sorted list: the value it is sorted by, and its id, which decides between equal values.
 */
export interface Place {
  readonly value: string | number | null
  readonly id: number
}

/** The opaque text with which a caller asks for the rows after this one. */
export function writeCursor(sort: string, place: Place): string {
  return Buffer.from(JSON.stringify([sort, place.value, place.id])).toString('base64url')
}

/** @returns undefined for a cursor of another order, and for an invented one */
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
