import { HARMLESS } from './harmless.ts'

/** A Python string literal. Each escape is a whole character with eight digits. */
export function quotePython(text: string): string {
  const characters = Array.from(text.toWellFormed(), (character) =>
    HARMLESS.test(character)
      ? character
      : `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`,
  )
  return `"${characters.join('')}"`
}
