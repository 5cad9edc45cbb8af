import { decodeHex, encodeHex } from '../hex.ts'
import { rc4 } from '../rc4.ts'
import type { Cipher } from './cipher.ts'
import { encodeText } from '../charset.ts'

/** mi_type 3, and 10 of the third-party protocol: hex of RC4 over UTF-8. */
export const rc4Second: Cipher = {
  charset: 'utf8',
  open(data, { rc4Key }) {
    const sealed = decodeHex(data)
    return sealed === undefined ? undefined : rc4(Buffer.from(rc4Key), sealed)
  },
  seal(json, { rc4Key }) {
    return encodeHex(rc4(Buffer.from(rc4Key), Buffer.from(json)))
  },
}

/** mi_type 1: hex of RC4 over GBK bytes, with the key in GBK too. A character outside GBK becomes `?`. */
export const rc4Gbk: Cipher = {
  charset: 'gbk',
  open(data, { rc4Key }) {
    const sealed = decodeHex(data)
    return sealed === undefined ? undefined : rc4(encodeText(rc4Key, 'gbk'), sealed)
  },
  seal(json, { rc4Key }) {
    return encodeHex(rc4(encodeText(rc4Key, 'gbk'), encodeText(json, 'gbk')))
  },
}
