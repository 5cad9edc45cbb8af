import { type Charset } from './charset.ts'
import { readText } from './read-text.ts'

/** Parameters by name, in the order of the signature. */
export type Parameters = ReadonlyMap<string, string>

/** Parameters as received bytes and as decoded texts. */
export interface Received {
  /** Names and values after percent-decoding, one character a byte. */
  readonly bytes: Parameters
  /** The texts that these bytes mean. The same map when everything is ASCII, as in almost every call. */
  readonly texts: Parameters
  /**
   * The bytes inside `data` before the split at `&` and `=`, for the PHP reading, which splits them
   * otherwise.
   */
  readonly inside?: string
}

const NO_PAIRS: Parameters = new Map()
export const NOTHING_RECEIVED: Received = { bytes: NO_PAIRS, texts: NO_PAIRS }

/** @param named the character set that the application or its cipher names */
export function readAll(bytes: Parameters, named?: Charset): Received {
  const texts = new Map<string, string>()
  let plain = true
  for (const [name, value] of bytes) {
    const [nameText, valueText] = [readText(name, named), readText(value, named)]
    plain &&= nameText === name && valueText === value
    texts.set(nameText, valueText)
  }
  return { bytes, texts: plain ? bytes : texts }
}
