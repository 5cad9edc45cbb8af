import { md5OfBytes } from './md5.ts'

/**
 * A reply's `check`: md5 of the reply's `time` (Unix seconds), the appkey and the bytes of the request's `value` as they came,
 * one character a byte. An appkey is ASCII.
 */
export function checkValue(time: number, appkey: string, value: string): string {
  return md5OfBytes(`${time}${appkey}${value}`)
}
