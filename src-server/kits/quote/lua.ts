import { escapeBytes } from './bytes.ts'

/** A Lua string literal. An escape takes at most three decimal digits. */
export function quoteLua(text: string): string {
  return `"${escapeBytes(text, (byte) => `\\${byte.toString().padStart(3, '0')}`)}"`
}
