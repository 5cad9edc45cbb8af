import { escapeBytes } from './bytes.ts'

/** A Lua string literal: three decimal digits are the most an escape takes. */
export function quoteLua(text: string): string {
  return `"${escapeBytes(text, (byte) => `\\${byte.toString().padStart(3, '0')}`)}"`
}
