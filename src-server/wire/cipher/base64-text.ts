import { decodeBase64, encodeBase64 } from '../base64.ts'
import type { Cipher } from './cipher.ts'
import { readUtf8 } from './utf8-text.ts'

/** mi_type 2: base64 of UTF-8. Hides nothing. */
export const base64Text: Cipher = {
  charset: 'utf8',
  open(data) {
    const bytes = decodeBase64(data)
    return bytes === undefined ? undefined : readUtf8(bytes)
  },
  seal(json) {
    return encodeBase64(json)
  },
}
