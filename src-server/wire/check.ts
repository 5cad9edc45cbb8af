import { md5Hex } from './md5.ts'

/** A reply's `check`: md5 of the reply's `time` (Unix seconds), the appkey and the request's `value`, byte for byte (protocol.md 3). */
export function checkValue(time: number, appkey: string, value: string): string {
  return md5Hex(`${time}${appkey}${value}`)
}
