import { escapeBytes } from './lua.ts'

/** A C string literal of UTF-8 bytes, others than letters, digits and blanks in octal: three digits are the most an escape takes. */
export function quoteC(text: string): string {
  return `"${escapeBytes(Buffer.from(text), (byte) => `\\${byte.toString(8).padStart(3, '0')}`)}"`
}
