import { escapeBytes } from './bytes.ts'

/**
 * A C string literal. An escape takes at most three octal digits, and an escaped question mark forms no
 * trigraph.
 */
export function quoteC(text: string): string {
  return `"${escapeBytes(text, (byte) => `\\${byte.toString(8).padStart(3, '0')}`)}"`
}
