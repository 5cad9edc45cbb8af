import { HARMLESS } from './harmless.ts'

/** A text's UTF-8 bytes, those that might mean something in the way the language writes them. */
export function escapeBytes(text: string, escape: (byte: number) => string): string {
  return Array.from(Buffer.from(text), (byte) => {
    const character = String.fromCharCode(byte)
    return HARMLESS.test(character) ? character : escape(byte)
  }).join('')
}
