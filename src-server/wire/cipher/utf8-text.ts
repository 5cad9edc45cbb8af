import { isUtf8 } from 'node:buffer'

/** Undefined for bytes that are no UTF-8. */
export function readUtf8(bytes: Uint8Array): string | undefined {
  return isUtf8(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString() : undefined
}
