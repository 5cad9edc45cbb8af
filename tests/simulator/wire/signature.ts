import { createHash } from 'node:crypto'

export type Pair = readonly [name: string, value: string]

/** Never part of the signed text (specification, Authentication). */
const UNSIGNED = new Set(['sign', 'app', 'api', 'value', 'PHPSESSID', 'sec_defend', 'sidenav-state'])

export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}

/** md5 of every signed pair in order, then the appkey; lower-case hex. */
export function signPairs(pairs: readonly Pair[], appkey: string): string {
  const text = pairs.filter(([name]) => !UNSIGNED.has(name)).map(([name, value]) => `${name}=${value}&`)
  return md5(text.join('') + appkey)
}

/** The expected `check` of an answer, with `time` as the answer spells it. */
export function checkOf(time: string, appkey: string, value: string): string {
  return md5(time + appkey + value)
}
