/** A Python text literal: every UTF-16 unit but ASCII letters, digits and blanks as an escape; astral characters whole. */
export function quotePython(text: string): string {
  const characters = Array.from(text.toWellFormed(), (character) =>
    /^[A-Za-z0-9 ]$/.test(character)
      ? character
      : `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
  )
  return `"${characters.join('')}"`
}
