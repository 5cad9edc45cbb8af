/** So many bytes of a file are looked at for its character set. */
export const SNIFFED_BYTES = 65_536

/** MySQL's names of character sets, each with the name for TextDecoder. */
const CHARSETS: Readonly<Record<string, string>> = {
  utf8: 'utf-8',
  utf8mb3: 'utf-8',
  utf8mb4: 'utf-8',
  gbk: 'gb18030',
  gb2312: 'gb18030',
  gb18030: 'gb18030',
  big5: 'big5',
}

/**
 * The character set of a dump, by its beginning: a byte order mark, `SET NAMES`, or the bytes themselves. A dump that says
 * latin1 often has UTF-8 in it, because the program that wrote the data said nothing to MySQL.
 */
export function charsetOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const text = new TextDecoder('latin1').decode(head)
  const said = /SET NAMES\s+'?([a-z0-9]+)/i.exec(text)?.[1]?.toLowerCase()
  const known = said === undefined ? undefined : CHARSETS[said]
  if (known !== undefined) return known
  return isUtf8(head) ? 'utf-8' : said === 'latin1' ? 'windows-1252' : 'gb18030'
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // The last character may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
