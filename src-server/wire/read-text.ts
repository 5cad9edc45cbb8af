import { BEYOND_ASCII, decodeText, type Charset } from './charset.ts'

/** UTF-8 beyond ASCII, except for U+FFFD, which marks a lost character. */
const CHARACTERS =
  /(?:(?!\xef\xbf\xbd)(?:[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}))+/g
/** The form of each byte: the ASCII character itself, `%25` for a `%`, `%XX` for all others. */
const FORMS = Array.from({ length: 256 }, (_, byte) =>
  byte < 0x80 && byte !== 0x25 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`,
)
const ESCAPE = /%(25|[89A-F][0-9A-F])/g
const HAS_ESCAPE = /%[89A-F][0-9A-F]/
/** Half a surrogate pair, encoded as if it were a character. */
const HALF = /\xed[\xa0-\xbf][\x80-\xbf]/g
const LOSS = '\ufffd'

/**
 * The text that a parameter's bytes (one character a byte) mean: UTF-8, else the character set that the
 * application names, else GBK. Where a text is certainly GBK, GBK comes first. The result depends on these
 * bytes alone, so that a machine code is the same in every call.
 *
 * Bytes that no character set decodes keep their percent-encoded form (`%FF`), with `%25` for a `%` beside
 * them. Valid UTF-8 among them stays readable. A text that looks exactly like such a form, from a client that
 * encodes twice, gets a `%` at its end, which no such form has. So different bytes give different texts,
 * except for one text that is sent once in GBK and once in UTF-8.
 */
export function readText(bytes: string, named: Charset = 'utf8'): string {
  if (!isUncertain(bytes)) return bytes
  const text = decode(bytes, named)
  if (text === undefined) return percentForm(bytes)
  return looksLikePercentForm(text) ? `${text}%` : text
}

/**
 * Whether the texts may differ from their bytes: the bytes are beyond ASCII, or look like a percent-encoded
 * form.
 */
export function isUncertain(bytes: string): boolean {
  return BEYOND_ASCII.test(bytes) || (bytes.includes('%') && HAS_ESCAPE.test(bytes))
}

/** Whether the bytes as a whole are text in one of the character sets. */
export function isText(bytes: string): boolean {
  return decode(bytes, 'utf8') !== undefined
}

function decode(bytes: string, named: Charset): string | undefined {
  const raw = Buffer.from(bytes, 'latin1')
  if (named === 'gbk') return decodeText(raw, 'gbk') ?? withoutLoss(decodeText(raw, 'utf8'))
  const text = decodeText(raw, 'utf8')
  if (text !== undefined) return withoutLoss(text)
  if (hasHalves(bytes)) return undefined
  return (named === 'utf8' ? undefined : decodeText(raw, named)) ?? decodeText(raw, 'gbk')
}

/** A client writes U+FFFD where it lost a character, so these bytes mean no text. */
function withoutLoss(text: string | undefined): string | undefined {
  return text?.includes(LOSS) === true ? undefined : text
}

/** Whether the bytes are UTF-8 except for half surrogate pairs. */
function hasHalves(bytes: string): boolean {
  const rest = bytes.replaceAll(HALF, '?')
  return rest !== bytes && decodeText(Buffer.from(rest, 'latin1'), 'utf8') !== undefined
}

function percentForm(bytes: string): string {
  let form = ''
  let start = 0
  for (const { index, 0: characters } of bytes.matchAll(CHARACTERS)) {
    form += escapeBytes(bytes.slice(start, index)) + Buffer.from(characters, 'latin1').toString()
    start = index + characters.length
  }
  return form + escapeBytes(bytes.slice(start))
}

function escapeBytes(bytes: string): string {
  let form = ''
  for (let at = 0; at < bytes.length; at++) form += FORMS[bytes.charCodeAt(at)] ?? ''
  return form
}

/** Whether a text, without any `%` at its end, equals the output of percentForm for some bytes. */
function looksLikePercentForm(text: string): boolean {
  if (!HAS_ESCAPE.test(text)) return false
  const form = text.replace(/%+$/, '')
  const bytes = Buffer.from(form)
    .toString('latin1')
    .replaceAll(ESCAPE, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return decode(bytes, 'utf8') === undefined && percentForm(bytes) === form
}
