import { md5OfBytes } from './md5.ts'

/**
 * A reply's `check`: md5 of the reply's `time` (Unix seconds), the appkey (ASCII) and the bytes of the
 * request's `value` as received, one character a byte.
 */
export function checkValue(time: number, appkey: string, value: string): string {
  return md5OfBytes(`${time}${appkey}${value}`)
}
