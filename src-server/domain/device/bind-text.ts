import { DEFAULT_CODE_ALPHABET } from '../../contract/limits.ts'
import { BIND_CODE_LENGTH } from './bind-code.ts'

/** The bind codes in a message to the bot. */
export interface BindText {
  /** Words that may be bind codes, in their normal form. */
  readonly codes: readonly string[]
  /** Whether the sender meant to bind, so that a wrong code deserves an answer. */
  readonly isAttempt: boolean
}

/** A word as long as a bind code, anywhere in the text, because Chinese has no blanks around words. */
const WORD = new RegExp(`(?<![A-Za-z0-9])[A-Za-z0-9]{${BIND_CODE_LENGTH}}(?![A-Za-z0-9])`, 'g')
const CODE = new RegExp(`^[${DEFAULT_CODE_ALPHABET}]{${BIND_CODE_LENGTH}}$`)
/** A text with more codes isn't an answer to the bind page. */
const MOST_CODES = 3
const BEGINS = /^\s*(?:绑定|綁定|bind\b)/i

/** Finds bind codes in a message. */
export function readBindText(text: string): BindText {
  const words = [...text.matchAll(WORD)].map(([word]) => word.toUpperCase())
  const codes = [...new Set(words)].filter((word) => CODE.test(word)).slice(0, MOST_CODES)
  const isCodeAlone = codes.length === 1 && text.trim().toUpperCase() === codes[0]
  return { codes, isAttempt: isCodeAlone || BEGINS.test(text) }
}
