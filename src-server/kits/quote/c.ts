import { escapeBytes } from './bytes.ts'

/** A C string literal: three octal digits are the most an escape takes, and a question mark makes no trigraph. */
export function quoteC(text: string): string {
  return `"${escapeBytes(text, (byte) => `\\${byte.toString(8).padStart(3, '0')}`)}"`
}
