import { createDecipheriv, createHash } from 'node:crypto'

/** The client's computations, written independently of src-server/wire so that both can't share a mistake. */

export function md5(text: string | Uint8Array): string {
  return createHash('md5').update(text).digest('hex')
}

export function rc4(key: Uint8Array, text: Uint8Array): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index)
  let j = 0
  for (let i = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) % 256
    ;[state[i], state[j]] = [state[j]!, state[i]!]
  }
  let i = 0
  j = 0
  const out = Buffer.alloc(text.length)
  for (let at = 0; at < text.length; at++) {
    i = (i + 1) % 256
    j = (j + state[i]!) % 256
    ;[state[i], state[j]] = [state[j]!, state[i]!]
    out[at] = text[at]! ^ state[(state[i]! + state[j]!) % 256]!
  }
  return out
}

let gbkCodes: Map<string, readonly number[]> | undefined

/** GBK bytes, found with every two-byte code of the platform's decoder. */
export function gbk(text: string): Buffer {
  gbkCodes ??= readGbkCodes()
  return Buffer.from(
    Array.from(text).flatMap((char) => (char < '\x80' ? [char.charCodeAt(0)] : gbkCodes!.get(char)!)),
  )
}

function readGbkCodes(): Map<string, readonly number[]> {
  const decoder = new TextDecoder('gbk')
  const codes = new Map<string, readonly number[]>()
  for (let lead = 0xb0; lead <= 0xf7; lead++) {
    for (let trail = 0xa1; trail <= 0xfe; trail++) {
      codes.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail])
    }
  }
  return codes
}

export function openGbk(key: string, hex: string): string {
  return new TextDecoder('gbk').decode(rc4(gbk(key), Buffer.from(hex, 'hex')))
}

/** The reply of mi_type 4, and the script of ygg. */
export function openAes(rc4Key: string, hex: string): string {
  const opener = createDecipheriv('aes-128-cbc', `y${rc4Key.slice(0, 13)}gg`, '0102030405060708')
  return Buffer.concat([opener.update(hex, 'hex'), opener.final()]).toString()
}

/** The JSON of an encrypted reply. */
export function openReply(miType: number, rc4Key: string, body: string): string {
  switch (miType) {
    case 1:
      return openGbk(rc4Key, body)
    case 2:
      return Buffer.from(body, 'base64').toString()
    case 3:
    case 10:
      return rc4(Buffer.from(rc4Key), Buffer.from(body, 'hex')).toString()
    case 4:
      return openAes(rc4Key, body)
    default:
      throw new Error(`mi_type ${miType} seals nothing`)
  }
}
