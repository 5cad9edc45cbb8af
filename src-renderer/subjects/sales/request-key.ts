const BYTES = 16

/** The key of one order (`key` of the contract). An order that is sent twice stays one order. */
export function requestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
