/**
 * Characters without a special meaning in any language of the kits, so that addresses and versions stay
 * readable.
 */
const HARMLESS = /^[A-Za-z0-9 .:/_-]$/

/** A text's UTF-8 bytes, with an escape for each byte that may have a meaning in the language. */
export function escapeBytes(text: string, escape: (byte: number) => string): string {
  return Array.from(Buffer.from(text), (byte) => {
    const character = String.fromCharCode(byte)
    return HARMLESS.test(character) ? character : escape(byte)
  }).join('')
}

/**
 * A C string literal. An escape takes at most three octal digits, and an escaped question mark forms no
 * trigraph.
 */
export function quoteC(text: string): string {
  return `"${escapeBytes(text, (byte) => `\\${byte.toString(8).padStart(3, '0')}`)}"`
}

/** A Lua string literal. An escape takes at most three decimal digits. */
export function quoteLua(text: string): string {
  return `"${escapeBytes(text, (byte) => `\\${byte.toString().padStart(3, '0')}`)}"`
}

/** An MQL string literal. `\x` takes up to four hex digits, so each escape has four. */
export function quoteMql(text: string): string {
  const units = text
    .split('')
    .map((unit) =>
      HARMLESS.test(unit) ? unit : `\\x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    )
  return `"${units.join('')}"`
}

/** A Python string literal. Each escape is a whole character with eight digits. */
export function quotePython(text: string): string {
  const characters = Array.from(text.toWellFormed(), (character) =>
    HARMLESS.test(character)
      ? character
      : `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
  )
  return `"${characters.join('')}"`
}

/** A text of 易语言 as a list of its bytes, because its literals have no escapes. Only ASCII occurs. */
export function quoteEpl(text: string): string {
  return `到文本 ({ ${[...Buffer.from(text.replaceAll(/[^\x20-\x7e]/gu, '?'))].join(', ')} })`
}
