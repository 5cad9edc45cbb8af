import { parseForm } from './form.ts'
import { requireFewParameters } from './wire-limit.ts'

/**
 * The pairs of the text inside `data`: split at `&`, each part at its first `=`, not URL-decoded unless the application's
 * `data_urldecode` says so (protocol.md 4). A NUL ends the text, as in a plain body. Throws WireLimitError.
 */
export function splitPairs(text: string, urlDecode: boolean): Map<string, string> {
  const nul = text.indexOf('\0')
  const whole = nul < 0 ? text : text.slice(0, nul)
  if (urlDecode) return parseForm(Buffer.from(whole).toString('latin1'))
  const pairs = new Map<string, string>()
  let parts = 0
  for (const part of whole.split('&')) {
    if (part === '') continue
    requireFewParameters(++parts)
    const equals = part.indexOf('=')
    const name = equals < 0 ? part : part.slice(0, equals)
    if (name !== '') pairs.set(name, equals < 0 ? '' : part.slice(equals + 1))
  }
  return pairs
}
