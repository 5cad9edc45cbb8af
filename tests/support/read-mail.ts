/** A mail of one text, decoded. */
export interface ReadMail {
  /** By lower-case names, in their original order, with encoded words decoded. */
  readonly headers: ReadonlyMap<string, readonly string[]>
  readonly subject: string
  readonly text: string
}

/** Reads RFC 5322 and 2045 as far as mails of one plain text need it. */
export function readMail(bytes: Buffer): ReadMail {
  const raw = bytes.toString('latin1')
  const end = raw.indexOf('\r\n\r\n')
  const headers = new Map<string, string[]>()
  for (const line of raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), decodeWords(line.slice(colon + 1).trim())])
  }
  const encoding = headers.get('content-transfer-encoding')?.[0]?.toLowerCase() ?? '7bit'
  const text = decodeBody(raw.slice(end + 4), encoding)
  return { headers, subject: headers.get('subject')?.[0] ?? '', text: text.replaceAll('\r\n', '\n') }
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding === 'quoted-printable') return decodeQuoted(body.replaceAll('=\r\n', ''))
  return Buffer.from(body, 'latin1').toString('utf8')
}

/** RFC 2047. */
function decodeWords(header: string): string {
  const together = header.replaceAll(/\?=\s+=\?utf-8\?/gi, '?==?utf-8?')
  return together.replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, kind: string, text: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString('utf8')
      : decodeQuoted(text.replaceAll('_', ' ')),
  )
}

function decodeQuoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_hex, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
