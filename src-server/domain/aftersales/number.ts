import { DEFAULT_CODE_ALPHABET } from '../../contract/limits.ts'
import type { Random } from '../../contract/ports.ts'
import { generateKami } from '../code/generate.ts'

const LENGTH = 12
const NUMBER = new RegExp(`^[${DEFAULT_CODE_ALPHABET}]{${LENGTH}}$`)

/** What a customer follows a request by: 60 bits, so that nobody finds another's. */
export function makeNumber(random: Random): string {
  return generateKami(random, { prefix: '', length: LENGTH, alphabet: DEFAULT_CODE_ALPHABET })
}

/** The number somebody typed: case, blanks and hyphens don't count. @returns undefined for what is none */
export function readNumber(text: string): string | undefined {
  const number = text.replace(/[\s-]/g, '').toUpperCase()
  return NUMBER.test(number) ? number : undefined
}

/** As people read it: `XXXX-XXXX-XXXX`. */
export function showNumber(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1-')
}
