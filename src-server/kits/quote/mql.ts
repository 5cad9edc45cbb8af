import { HARMLESS } from './harmless.ts'

/** An MQL string literal. `\x` takes up to four hex digits, so each escape has four. */
export function quoteMql(text: string): string {
  const units = text
    .split('')
    .map((unit) =>
      HARMLESS.test(unit) ? unit : `\\x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
    )
  return `"${units.join('')}"`
}
