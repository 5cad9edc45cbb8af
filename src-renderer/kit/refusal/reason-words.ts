import { useI18n } from 'vue-i18n'
import { describeInvisible, readInvisible } from '../../../src-server/contract/invisible.ts'
import { ADDRESS_PROBLEMS } from '../../../src-server/contract/public-address.ts'

/** The server's English text about a value, and the message for it; group 1 is the name in it. */
const SENTENCES: readonly (readonly [word: string, sentence: RegExp])[] = [
  ['choice', /^Invalid option: expected one of (.+)$/],
  ['least_characters', /^Too small: expected string to have >=(\d+) characters?$/],
  ['most_characters', /^Too big: expected string to have <=(\d+) characters?$/],
  ['most_characters_with_prefix', /^At most (\d+) characters with the prefix$/],
  ['least', /^Too small: expected (?:number|int) to be >=(-?\d+)$/],
  ['most', /^Too big: expected (?:number|int) to be <=(-?\d+)$/],
  ['missing', /^Invalid input: expected \w+, received undefined$/],
  ['whole', /^Invalid input: expected int, received /],
  ['number', /^Invalid input: expected number, received /],
  ['wrong', /^Invalid input/],
  ['user', /^5 to 11 letters, digits and _$/],
  ['password', /^6 to 18 letters, digits and \. \* _ -$/],
  ['printable', /^printable ASCII without spaces$/],
  ['no_control', /^no control characters$/],
  ['address', /^an address that begins with http:\/\/ or https:\/\/$/],
  ['rsa_key', /^an RSA private key of 512 to 4096 bits, as PEM$/],
  ['account_key', /^<trading account>@<server>$/],
  ['guessable', /^Too short to be safe from guessing$/],
  ['twice_character', /^A character stands in it twice$/],
  ['reserved', /^This prefix is reserved for debug codes$|^\S+ is reserved$/],
]
/** Why a text is no public address. */
const ADDRESS_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries(ADDRESS_PROBLEMS).map(([problem, words]) => [words, `address_${problem}`]),
)
/** Refusals of a file's lines have their own texts. */
const LINE_SENTENCES: typeof SENTENCES = [
  ...SENTENCES,
  ['missing', /^required$/],
  ['wrong', /^invalid$/],
  ['at_least_1', /^at least 1$/],
  ['too_long', /^too long$/],
  ['exists', /^(?:exists|already there)$/],
  ['unchanged', /^unchanged$/],
  ['twice', /^twice in this file$/],
  ['twice_line', /^twice in this file, first in line (\d+)$/],
  ['shortened', /^shortened by a spreadsheet$/],
  ['rounded', /^rounded by a spreadsheet$/],
  ['zeros_lost', /^shorter than the others: zeros at its beginning are lost$/],
  ['no_date', /^no date$/],
  ['no_such_day', /^no such day$/],
  ['two_digit_year', /^year with two digits$/],
  ['before_2000', /^before 2000$/],
  ['units_or_days', /^units or days$/],
  ['unknown', /^unknown$/],
  ['plan', /^(?:no room|plan)$/],
  ['debug_agent', /^debug codes are sold by nobody$/],
]

export interface ReasonWords {
  /** Why a field is refused. An unknown reason keeps the server's text. */
  readonly ofField: (reason: string) => string
  /** Why a line of a file is skipped. @param labelOf the label of the column of a member */
  readonly ofLine: (reason: string, labelOf: (member: string) => string | undefined) => string
}

type Translate = (key: string, named: Record<string, string>) => string

/** The server's reasons in the reader's language. */
export function useReasonWords(): ReasonWords {
  const { t, locale } = useI18n()
  return reasonWords(
    (key, named) => t(key, named),
    () => (locale.value === 'en' ? 'en' : 'zh'),
  )
}

export function reasonWords(t: Translate, language: () => 'en' | 'zh'): ReasonWords {
  function say(reason: string, sentences: typeof SENTENCES): string {
    const invisible = readInvisible(reason)
    if (invisible !== undefined)
      return t('common.reason.invisible', { what: describeInvisible(invisible, language()) })
    const ofAddress = ADDRESS_WORDS.get(reason)
    if (ofAddress !== undefined) return t(`common.reason.${ofAddress}`, {})
    for (const [word, sentence] of sentences) {
      const found = sentence.exec(reason)
      if (found === null) continue
      const what = found[1]?.replaceAll('"', '').replaceAll('|', ', ') ?? ''
      return t(`common.reason.${word}`, { what })
    }
    return reason
  }
  return {
    ofField: (reason) => say(reason, SENTENCES),
    ofLine(reason, labelOf) {
      const [, member = '', rest = ''] = /^([a-z_]+)[^:]*: (.+)$/s.exec(reason) ?? []
      const label = labelOf(member)
      if (label === undefined) return say(rest === '' ? reason : rest, LINE_SENTENCES)
      return t('common.reason.of', { label, reason: say(rest, LINE_SENTENCES) })
    },
  }
}
