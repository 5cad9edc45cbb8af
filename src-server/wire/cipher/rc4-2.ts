import { isUtf8 } from 'node:buffer'
import { decodeHex, encodeHex } from '../hex.ts'
import { rc4 } from '../rc4.ts'
import type { Cipher } from './cipher.ts'

/** mi_type 3: hex of RC4 over UTF-8. */
export const rc4Second: Cipher = {
  open(data, keys) {
    const sealed = decodeHex(data)
    if (sealed === undefined) return undefined
    const bytes = rc4(Buffer.from(keys.rc4Key), sealed)
    return isUtf8(bytes)
      ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
      : undefined
  },
  seal(json, keys) {
    return encodeHex(rc4(Buffer.from(keys.rc4Key), Buffer.from(json)))
  },
}
