import { encodeText } from '../wire/charset.ts'

/**
 * Characters without a special meaning in any language of the kits, so that addresses and versions stay
 * readable.
 */
const HARMLESS = /^[A-Za-z0-9 .:/_-]$/
const MOST_OF_A_BYTE = 255

/** A text's UTF-8 bytes, with an escape for each byte that may have a meaning in the language. */
function escapeBytes(text: string, escape: (byte: number) => string): string {
  return Array.from(Buffer.from(text), (byte) => {
    const character = String.fromCharCode(byte)
    return HARMLESS.test(character) ? character : escape(byte)
  }).join('')
}

/** A text's UTF-16 units, with an escape for each unit that may have a meaning in the language. */
function escapeUnits(text: string, escape: (unit: number) => string): string {
  return text
    .toWellFormed()
    .split('')
    .map((unit) => (HARMLESS.test(unit) ? unit : escape(unit.charCodeAt(0))))
    .join('')
}

const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`
const hex = (number: number, digits: number): string =>
  number.toString(16).toUpperCase().padStart(digits, '0')

/**
 * A C string literal. An escape takes at most three octal digits, and an escaped question mark forms no
 * trigraph.
 */
export function quoteC(text: string): string {
  return `"${escapeBytes(text, octal)}"`
}

/** A Lua string literal. An escape takes at most three decimal digits. */
export function quoteLua(text: string): string {
  return `"${escapeBytes(text, (byte) => `\\${byte.toString().padStart(3, '0')}`)}"`
}

/** A PHP string literal. An escape takes at most two hex digits, and an escaped dollar names no variable. */
export function quotePhp(text: string): string {
  return `"${escapeBytes(text, (byte) => `\\x${hex(byte, 2)}`)}"`
}

/** An MQL string literal. `\x` takes up to four hex digits, so each escape has four. */
export function quoteMql(text: string): string {
  return `"${escapeUnits(text, (unit) => `\\x${hex(unit, 4)}`)}"`
}

/** A JavaScript string literal. */
export function quoteJavaScript(text: string): string {
  return `"${escapeUnits(text, (unit) => `\\u${hex(unit, 4)}`)}"`
}

/**
 * A Java string literal. The compiler replaces `\u0022` before it reads literals, so a character of one byte
 * has an octal escape.
 */
export function quoteJava(text: string): string {
  return `"${escapeUnits(text, (unit) => (unit > MOST_OF_A_BYTE ? `\\u${hex(unit, 4)}` : octal(unit)))}"`
}

/** A Python string literal. Each escape is a whole character with eight digits. */
export function quotePython(text: string): string {
  const characters = Array.from(text.toWellFormed(), (character) =>
    HARMLESS.test(character) ? character : `\\U${hex(character.codePointAt(0) ?? 0, 8)}`,
  )
  return `"${characters.join('')}"`
}

/**
 * A text of 易语言 as a list of its bytes, because its literals have no escapes. Its texts are GBK: a character
 * outside GBK becomes `?`.
 */
export function quoteEpl(text: string): string {
  return `到文本 ({ ${[...encodeText(text, 'gbk')].join(', ')} })`
}
