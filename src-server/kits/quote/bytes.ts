import { HARMLESS } from './harmless.ts'

/** A text's UTF-8 bytes, with an escape for each byte that may have a meaning in the language. */
export function escapeBytes(text: string, escape: (byte: number) => string): string {
  return Array.from(Buffer.from(text), (byte) => {
    const character = String.fromCharCode(byte)
    return HARMLESS.test(character) ? character : escape(byte)
  }).join('')
}
