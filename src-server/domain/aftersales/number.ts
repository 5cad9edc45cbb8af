import { DEFAULT_CODE_ALPHABET } from '../../contract/limits.ts'
import type { Random } from '../../contract/ports.ts'
import { generateKami } from '../code/generate.ts'

const LENGTH = 12
const NUMBER = new RegExp(`^[${DEFAULT_CODE_ALPHABET}]{${LENGTH}}$`)

/**
 * The number with which a customer tracks a request. It has 60 bits, so nobody guesses another customer's
 * number.
 */
export function makeNumber(random: Random): string {
  return generateKami(random, { prefix: '', length: LENGTH, alphabet: DEFAULT_CODE_ALPHABET })
}

/** Reads a typed number. Case, blanks and hyphens don't count. @returns undefined for any other text */
export function readNumber(text: string): string | undefined {
  const number = text.replace(/[\s-]/g, '').toUpperCase()
  return NUMBER.test(number) ? number : undefined
}

/** The number for people: `XXXX-XXXX-XXXX`. */
export function showNumber(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1-')
}
