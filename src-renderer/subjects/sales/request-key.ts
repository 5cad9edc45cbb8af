const BYTES = 16

/** Names one order: sent twice, it is still one order (contract: `key`). */
export function requestKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
