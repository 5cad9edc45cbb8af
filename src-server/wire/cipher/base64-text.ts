import { decodeBase64, encodeBase64 } from '../base64.ts'
import type { Cipher } from './cipher.ts'

/** mi_type 2: base64 of UTF-8, which is an encoding and keeps nothing secret. */
export const base64Text: Cipher = {
  charset: 'utf8',
  open: decodeBase64,
  seal: encodeBase64,
}
