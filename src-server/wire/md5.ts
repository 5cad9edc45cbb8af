import { hash } from 'node:crypto'
import { encodeGbk } from './gbk.ts'

/** How a text becomes the bytes that are hashed. */
export type Charset = 'utf8' | 'gbk'

/** Lower-case hex of the MD5 of a text's bytes. The protocol's choice, not ours. */
export function md5Hex(text: string, charset: Charset = 'utf8'): string {
  return hash('md5', charset === 'gbk' ? encodeGbk(text) : text)
}
