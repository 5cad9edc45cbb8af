import type { Charset } from './charset.ts'
import { parseForm } from './form.ts'
import { isText, isUncertain } from './read-text.ts'
import { NOTHING_RECEIVED, readAll, type Parameters, type Received } from './received.ts'
import { requireFewParameters } from './wire-limit.ts'

/** The pattern of parameter names. Bytes decrypted under a wrong key hardly ever fit it. */
const NAME = /^[\w.[\]-]{1,64}$/

/**
 * The pairs of the bytes inside `data`: split at `&`, each part at its first `=`. Decodes URL-encoding only
 * when the application's `data_urldecode` is on. A NUL ends the pairs, as in a plain body.
 * @param charset the character set to try first
 * @returns undefined for noise from a wrong key: bytes that aren't text and hold names that no program writes
 * @throws WireLimitError
 */
export function splitPairs(opened: Uint8Array, charset: Charset, urlDecode: boolean): Received | undefined {
  const whole = Buffer.from(opened.buffer, opened.byteOffset, opened.byteLength).toString('latin1')
  const nul = whole.indexOf('\0')
  const inside = nul < 0 ? whole : whole.slice(0, nul)
  if (urlDecode) return refuseNoise(parseForm(inside, NOTHING_RECEIVED, charset), whole)
  const bytes = splitParts(inside)
  if (!isUncertain(whole)) return { bytes, texts: bytes, inside }
  return refuseNoise({ ...readAll(bytes, charset), inside }, whole)
}

function refuseNoise(received: Received, whole: string): Received | undefined {
  const { bytes } = received
  return isText(whole) || (bytes.size > 0 && hasWrittenNames(bytes)) ? received : undefined
}

/** Whether every name has the form that programs use. */
export function hasWrittenNames(pairs: Parameters): boolean {
  return [...pairs.keys()].every((name) => NAME.test(name))
}

function splitParts(text: string): Map<string, string> {
  const pairs = new Map<string, string>()
  let parts = 0
  for (const part of text.split('&')) {
    if (part === '') continue
    requireFewParameters(++parts)
    const equals = part.indexOf('=')
    const name = equals < 0 ? part : part.slice(0, equals)
    if (name !== '') pairs.set(name, equals < 0 ? '' : part.slice(equals + 1))
  }
  return pairs
}
