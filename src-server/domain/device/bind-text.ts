import { DEFAULT_CODE_ALPHABET } from '../../contract/limits.ts'
import { BIND_CODE_LENGTH } from './bind-code.ts'

/** What a person wrote to the bot, as far as binding goes. */
export interface BindText {
  /** Words that may be bind codes, in their one form. */
  readonly codes: readonly string[]
  /** Whether it was meant as one, so that a code that isn't there is worth a word. */
  readonly isAttempt: boolean
}

/** A word as long as a bind code, wherever it stands: Chinese has no blanks around it. */
const WORD = new RegExp(`(?<![A-Za-z0-9])[A-Za-z0-9]{${BIND_CODE_LENGTH}}(?![A-Za-z0-9])`, 'g')
const CODE = new RegExp(`^[${DEFAULT_CODE_ALPHABET}]{${BIND_CODE_LENGTH}}$`)
/** A longer text is no answer to a page that says what to send. */
const MOST_CODES = 3
const BEGINS = /^\s*(?:绑定|綁定|bind\b)/i

/** Finds bind codes in what a person wrote. */
export function readBindText(text: string): BindText {
  const words = [...text.matchAll(WORD)].map(([word]) => word.toUpperCase())
  const codes = [...new Set(words)].filter((word) => CODE.test(word)).slice(0, MOST_CODES)
  const isCodeAlone = codes.length === 1 && text.trim().toUpperCase() === codes[0]
  return { codes, isAttempt: isCodeAlone || BEGINS.test(text) }
}
