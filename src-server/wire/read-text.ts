import { BEYOND_ASCII, decodeText, type Charset } from './charset.ts'

/** UTF-8 beyond ASCII, but for U+FFFD, which marks a lost character. */
const CHARACTERS =
  /(?:(?!\xef\xbf\xbd)(?:[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}))+/g
/** By byte: itself in ASCII, `%25` for a `%`, `%XX` for the others. */
const FORMS = Array.from({ length: 256 }, (_, byte) =>
  byte < 0x80 && byte !== 0x25 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`,
)
const ESCAPE = /%(25|[89A-F][0-9A-F])/g
const HAS_ESCAPE = /%[89A-F][0-9A-F]/
/** A surrogate as UTF-8 would write it: half a character. */
const HALF = /\xed[\xa0-\xbf][\x80-\xbf]/g
const LOSS = '\ufffd'

/**
 * The text that a parameter's bytes mean (one character a byte): UTF-8, else the character set that the application names,
 * else GBK. Where a text is sure to be GBK, GBK comes first. Depends on these bytes alone, so that a machine code is the same one in every call.
 *
 * Bytes that are no text in any of them keep their percent-encoded form (`%FF`), with `%25` for a `%` beside them; what is UTF-8 among them
 * stays readable. A text that looks exactly like such a form, from a client that encodes twice, gets a `%` at its end, which no
 * such form has. So different bytes are different texts, but for one text that came once as GBK and once as UTF-8.
 */
export function readText(bytes: string, named: Charset = 'utf8'): string {
  if (!isUncertain(bytes)) return bytes
  const text = decode(bytes, named)
  if (text === undefined) return percentForm(bytes)
  return looksLikePercentForm(text) ? `${text}%` : text
}

/** Whether texts may be others than their bytes: these are beyond ASCII, or look like the percent-encoded form of some. */
export function isUncertain(bytes: string): boolean {
  return BEYOND_ASCII.test(bytes) || (bytes.includes('%') && HAS_ESCAPE.test(bytes))
}

/** Whether the bytes as a whole are a text of one of the character sets. */
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

/** U+FFFD is what a client puts where it lost a character: these bytes mean no text. */
function withoutLoss(text: string | undefined): string | undefined {
  return text?.includes(LOSS) === true ? undefined : text
}

/** Whether the bytes are UTF-8 apart from halves of characters. */
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

/** Whether a text, less any `%` at its end, is what percentForm writes for some bytes. */
function looksLikePercentForm(text: string): boolean {
  if (!HAS_ESCAPE.test(text)) return false
  const form = text.replace(/%+$/, '')
  const bytes = Buffer.from(form)
    .toString('latin1')
    .replaceAll(ESCAPE, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return decode(bytes, 'utf8') === undefined && percentForm(bytes) === form
}
