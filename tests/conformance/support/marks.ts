import { sealRsa } from './rsa-key.ts'
import { gbk, md5, rc4 } from './wire-crypto.ts'

/** The values that the marks of a request are computed from. */
export interface MarkValues {
  /** Unix seconds. */
  readonly now: number
  readonly appkey: string
  readonly rc4Key: string
  /** Other plain marks by name: `{{app}}`, or a noted member of a reply. */
  readonly names?: Readonly<Record<string, string | number>>
}

const INNERMOST = /\{\{((?:(?!\{\{|\}\})[^])*)\}\}/
const TIME = /^(t|tms|now)([+-]\d+)?$/

/**
 * Replaces `{{…}}`, inner ones first: `{{t-11}}` Unix seconds, `{{tms}}` milliseconds, `{{sign:TEXT}}` md5 (upper case with
 * `SIGN`, over GBK with `signgbk`), `{{rc4:TEXT}}` and `{{b64:TEXT}}` with their variants, `{{rsa:TEXT}}`, `{{rsahex:TEXT}}`,
 * `{{oaep:TEXT}}`, and `{{q:TEXT}}` percent-encoded.
 */
export function writeMarks(text: string, values: MarkValues): string {
  let written = text
  for (let mark = INNERMOST.exec(written); mark !== null; mark = INNERMOST.exec(written)) {
    const [whole, inner] = mark
    written =
      written.slice(0, mark.index) + writeMark(inner!, values) + written.slice(mark.index + whole.length)
  }
  return written
}

function writeMark(mark: string, values: MarkValues): string {
  const time = TIME.exec(mark)
  if (time !== null) {
    const at = values.now + Number(time[2] ?? 0)
    return time[1] === 'tms' ? `${at}123` : String(at)
  }
  const colon = mark.indexOf(':')
  if (colon >= 0) return transform(mark.slice(0, colon), mark.slice(colon + 1), values)
  const names: Readonly<Record<string, string | number>> = {
    appkey: values.appkey,
    rc4_key: values.rc4Key,
    ...values.names,
  }
  const value = names[mark]
  if (value === undefined) throw new Error(`there is no mark ${mark}`)
  return String(value)
}

function transform(kind: string, text: string, { rc4Key }: MarkValues): string {
  switch (kind) {
    case 'sign':
    case 'md5':
      return md5(text)
    case 'SIGN':
      return md5(text).toUpperCase()
    case 'signgbk':
      return md5(gbk(text))
    case 'rc4':
      return rc4(Buffer.from(rc4Key), Buffer.from(text)).toString('hex')
    case 'RC4':
      return rc4(Buffer.from(rc4Key), Buffer.from(text)).toString('hex').toUpperCase()
    case 'rc4gbk':
      return rc4(gbk(rc4Key), gbk(text)).toString('hex')
    case 'b64':
      return Buffer.from(text).toString('base64')
    case 'b64q':
      return encodeURIComponent(Buffer.from(text).toString('base64'))
    case 'b64u':
      return Buffer.from(text).toString('base64url')
    case 'rsa':
      return encodeURIComponent(sealRsa(text, 'pkcs1').toString('base64'))
    case 'rsahex':
      return sealRsa(text, 'pkcs1').toString('hex')
    case 'oaep':
      return encodeURIComponent(sealRsa(text, 'oaep').toString('base64'))
    case 'q':
      return encodeURIComponent(text)
    default:
      throw new Error(`there is no mark ${kind}:`)
  }
}
