import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Language } from '../language.ts'

/**
 * The shell's own page, for while the server is down.
 *
 * @param folder of the built main script
 * @returns a file: address; `trusted` is the same without the language
 */
export function localPage(folder: string, language: Language): { url: string; trusted: string } {
  const url = pathToFileURL(join(folder, 'pages', 'server-down.html'))
  const trusted = url.href
  url.searchParams.set('lang', language)
  return { url: url.href, trusted }
}
