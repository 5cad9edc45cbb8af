/** The encodings that a person can choose for a file. The names are those of the Encoding Standard. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
  'windows-1251',
  'windows-1252',
  'windows-1250',
  'koi8-r',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Bytes that a guess looks at. */
const HEAD = 64 * 1024
const MARKS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** The file's text, without its byte order mark. Bytes that are wrong in this encoding become U+FFFD. */
export function decode(bytes: Uint8Array, encoding: Encoding): string {
  return new TextDecoder(encoding).decode(bytes)
}

/**
 * Guesses a file's encoding: by its byte order mark, by the zero bytes of UTF-16, by the form of UTF-8, and else by the
 * characters that each encoding would make of the bytes.
 * @param words header names, which no wrong encoding makes
 * @param language the reader's language: a Chinese reader's file is rather GBK than Windows-1252
 */
export function guessEncoding(bytes: Uint8Array, words: readonly string[], language: string): Encoding {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked !== undefined) return marked[0]
  const head = bytes.subarray(0, HEAD)
  const wide = guessUtf16(head)
  if (wide !== undefined) return wide
  if (isUtf8(head, head.length < bytes.length)) return 'utf-8'
  const points = (encoding: Encoding) => pointsOf(head, encoding, words, language)
  const ranked = ONE_BY_ONE.map((encoding) => ({ encoding, points: points(encoding) }))
  return ranked.reduce((best, other) => (other.points > best.points ? other : best)).encoding
}

const ONE_BY_ONE: readonly Encoding[] = [
  'gb18030',
  'big5',
  'shift_jis',
  'euc-kr',
  'windows-1251',
  'windows-1252',
  'windows-1250',
  'koi8-r',
]

/** UTF-16 without a mark: line ends, digits and separators have a zero byte on the same side. */
function guessUtf16(head: Uint8Array): Encoding | undefined {
  const zeros = [0, 0]
  const pairs = head.length >> 1
  for (let at = 0; at < pairs * 2; at++) if (head[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (even + odd === 0 || Math.max(even, odd) < pairs / 50) return undefined
  if (odd > even * 4) return 'utf-16le'
  return even > odd * 4 ? 'utf-16be' : undefined
}

/** @param isCut the last character may be incomplete */
function isUtf8(head: Uint8Array, isCut: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: isCut })
    return true
  } catch {
    return false
  }
}

/** Characters of daily use in the languages of an encoding. */
const USUAL: Readonly<Partial<Record<Encoding, RegExp>>> = {
  gb18030: /[\u4e00-\u9fff\u3001-\u3011\uff01-\uff5e]/gu,
  big5: /[\u4e00-\u9fff\u3001-\u3011\uff01-\uff5e]/gu,
  shift_jis: /[\u3041-\u30ff\u4e00-\u9fff\u3001-\u3011]/gu,
  'euc-kr': /[\uac00-\ud7a3]/gu,
  'windows-1251': /[а-яё]/gu,
  'koi8-r': /[а-яё]/gu,
  'windows-1252': /(?<=[a-z])[à-öø-ÿß]|[à-öø-ÿÀ-ÖØ-Ý](?=[a-z])/gu,
  'windows-1250':
    /(?<=[a-zó])[ąćęłńóśźżčďěňřšťůžőűășț]|[ąćęłńóśźżčďěňřšťůžőűĄĆĘŁŃŚŹŻČĎĚŇŘŠŤŮŽ](?=[a-ząćęłńóśźżčďěňřšťůžőű])/gu,
}
/** The first bytes of the characters of daily use, where a character has two bytes. */
const LEADS: Readonly<Partial<Record<Encoding, readonly (readonly [from: number, to: number])[]>>> = {
  gb18030: [
    [0xb0, 0xd7],
    [0xa1, 0xa3],
  ],
  big5: [
    [0xa4, 0xc6],
    [0xa1, 0xa1],
  ],
  shift_jis: [
    [0x81, 0x83],
    [0x88, 0x97],
  ],
  'euc-kr': [
    [0xb0, 0xc8],
    [0xa1, 0xa1],
  ],
}
/** A letter of a European word beside a character of two bytes: the bytes are a word in another encoding. */
const MIXED = /[a-z][^\0-\x7f]|[^\0-\x7f][a-z]/gu
/** So many Korean syllables, and nothing else, are no chance. */
const SURE_SYLLABLES = 12
/** A wrong encoding makes them. */
const RARE = /[\ue000-\uf8ff\ufffd\u0080-\u009f]/gu
/** The encodings that a reader of this language meets most: they win where the bytes leave the question open. */
const PREFERRED: Readonly<Record<string, Encoding | undefined>> = { zh: 'gb18030', en: 'windows-1252' }

function pointsOf(head: Uint8Array, encoding: Encoding, words: readonly string[], language: string): number {
  const text = decode(head, encoding)
  const strange = (text.match(/[^\0-\x7f]/gu) ?? []).length
  const share = (pattern: RegExp | undefined) =>
    pattern === undefined ? 0 : (text.match(pattern) ?? []).length / strange
  const lower = text.toLowerCase()
  const known = words.filter((word) => /[^\0-\x7f]/.test(word) && lower.includes(word)).length
  const usual = share(USUAL[encoding])
  const preferred = PREFERRED[language.slice(0, 2)] === encoding ? 0.05 : 0
  const isKorean = encoding === 'euc-kr' && strange >= SURE_SYLLABLES && usual === 1
  const common = commonLeads(head, encoding)
  const mixed = common === undefined ? 0 : share(MIXED)
  return known + usual + (common ?? usual) - 2 * share(RARE) - mixed + preferred + (isKorean ? 0.1 : 0)
}

/** The share of two-byte characters that are of daily use; undefined for an encoding with one byte a character. */
function commonLeads(head: Uint8Array, encoding: Encoding): number | undefined {
  const ranges = LEADS[encoding]
  if (ranges === undefined) return undefined
  let all = 0
  let common = 0
  for (let at = 0; at < head.length; at++) {
    const lead = head[at] ?? 0
    if (lead < 0x80) continue
    all++
    at++
    if (ranges.some(([from, to]) => lead >= from && lead <= to)) common++
  }
  return all === 0 ? 0 : common / all
}
