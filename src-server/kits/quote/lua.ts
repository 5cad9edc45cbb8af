/** A Lua string literal: every byte that isn't a letter, a digit or a blank as `\ddd`, so that no text can end it. */
export function quoteLua(text: string): string {
  return `"${escapeBytes(Buffer.from(text), (byte) => `\\${byte.toString().padStart(3, '0')}`)}"`
}

export function escapeBytes(bytes: Uint8Array, escape: (byte: number) => string): string {
  return Array.from(bytes, (byte) =>
    /[A-Za-z0-9 ]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : escape(byte),
  ).join('')
}
