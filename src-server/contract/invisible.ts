/** A character of a typed key that is invisible, or that looks like a plain blank. */
export interface InvisibleCharacter {
  /** Four or more hexadecimal digits, such as `200B`. */
  readonly code: string
  /** The word before the character, at most its last twelve characters. Empty at the beginning. */
  readonly after: string
}

/** The names of such characters in English and in Chinese. */
export const INVISIBLE_NAMES = {
  '0009': ['a tab', '制表符'],
  '000A': ['a line break', '换行符'],
  '000D': ['a line break', '换行符'],
  '00A0': ['a no-break space', '不换行空格'],
  '00AD': ['a soft hyphen', '软连字符'],
  '034F': ['a combining grapheme joiner', '组合用字形连接符'],
  '061C': ['an Arabic letter mark', '阿拉伯字母标记'],
  '115F': ['a Hangul filler', '韩文填充符'],
  '1160': ['a Hangul filler', '韩文填充符'],
  '180E': ['a Mongolian vowel separator', '蒙古文元音分隔符'],
  '2002': ['an en space', '半身空格'],
  '2003': ['an em space', '全身空格'],
  '2009': ['a thin space', '窄空格'],
  '200A': ['a hair space', '极窄空格'],
  '200B': ['a zero-width space', '零宽空格'],
  '200C': ['a zero-width non-joiner', '零宽不连字'],
  '200D': ['a zero-width joiner', '零宽连字'],
  '200E': ['a left-to-right mark', '从左到右标记'],
  '200F': ['a right-to-left mark', '从右到左标记'],
  '2028': ['a line separator', '行分隔符'],
  '2029': ['a paragraph separator', '段落分隔符'],
  '202A': ['a left-to-right embedding', '从左到右嵌入符'],
  '202B': ['a right-to-left embedding', '从右到左嵌入符'],
  '202C': ['an end of a text direction', '方向结束符'],
  '202D': ['a left-to-right override', '从左到右覆盖符'],
  '202E': ['a right-to-left override', '从右到左覆盖符'],
  '202F': ['a narrow no-break space', '窄不换行空格'],
  '205F': ['a mathematical space', '数学空格'],
  '2060': ['a word joiner', '词连接符'],
  '2066': ['a left-to-right isolate', '从左到右隔离符'],
  '2067': ['a right-to-left isolate', '从右到左隔离符'],
  '2068': ['a first strong isolate', '首字符方向隔离符'],
  '2069': ['an end of an isolate', '隔离结束符'],
  '2800': ['a blank braille pattern', '空白盲文符'],
  '3000': ['an ideographic space', '全角空格'],
  '3164': ['a Hangul filler', '韩文填充符'],
  FEFF: ['a byte order mark', '字节顺序标记'],
  FFA0: ['a Hangul filler', '韩文填充符'],
  FFFC: ['an object replacement character', '对象替换符'],
  FFFD: ['a replacement character', '替换字符'],
} as const satisfies Readonly<Record<string, readonly [en: string, zh: string]>>
const OTHER = ['an invisible character', '不可见字符'] as const

const INVISIBLE =
  /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Zs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\uFFFC\uFFFD]/u
/** White space at the ends doesn't count as typed. A byte order mark isn't white space. */
const ENDS = /^\p{White_Space}+|\p{White_Space}+$/gu
const LAST_WORD = /[\p{L}\p{N}\p{M}]*[^\p{L}\p{N}\p{M}]*$/u
const SHOWN = 12

/**
 * Finds the first invisible character of a typed key. Blanks inside a name are allowed, and white space at
 * the ends is trimmed.
 */
export function findInvisible(text: string): InvisibleCharacter | undefined {
  const typed = text.replace(ENDS, '')
  const found = INVISIBLE.exec(typed)
  if (found === null) return undefined
  const point = found[0].codePointAt(0) ?? 0
  const [word = ''] = LAST_WORD.exec(typed.slice(0, found.index)) ?? []
  return {
    code: point.toString(16).toUpperCase().padStart(4, '0'),
    after: Array.from(word).slice(-SHOWN).join('').trimStart(),
  }
}

const NAMES: Readonly<Record<string, readonly [en: string, zh: string] | undefined>> = INVISIBLE_NAMES

/** The character's name with its code, such as `a zero-width space (U+200B)`. */
function nameInvisible({ code }: Pick<InvisibleCharacter, 'code'>, language: 'en' | 'zh'): string {
  const [en, zh] = NAMES[code] ?? OTHER
  return language === 'en' ? `${en} (U+${code})` : `${zh}(U+${code})`
}

/** The character and its place as text, such as `a zero-width space (U+200B) after Live07`. */
export function describeInvisible(found: InvisibleCharacter, language: 'en' | 'zh' = 'en'): string {
  const { after } = found
  const name = nameInvisible(found, language)
  if (language === 'en') return `${name} ${after === '' ? 'at the beginning' : `after ${after}`}`
  return after === '' ? `开头有${name}` : `“${after}”后面有${name}`
}

const SENTENCE = /^an? .* \(U\+([0-9A-F]{4,6})\) (?:at the beginning|after (.*))$/su

/** Reads back the English output of `describeInvisible`. @returns undefined for any other sentence */
export function readInvisible(sentence: string): InvisibleCharacter | undefined {
  const found = SENTENCE.exec(sentence)
  return found === null ? undefined : { code: found[1] ?? '', after: found[2] ?? '' }
}
