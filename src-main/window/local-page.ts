import type { Language } from '../language.ts'

/**
 * The path of an archived file after packaging, for another program that opens it from the disk.
 */
export function besideArchive(path: string): string {
  return path.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')
}

/** The address of the shell's own pages. Its files are inside the program's archive (security/own-pages.ts). */
export const OWN_SCHEME = 'pulsekey-shell'
const ORIGIN = `${OWN_SCHEME}://pages`

/**
 * The shell's own pages: for a server that is down, for a page that ended again and again, for the desktop's
 * own settings, the bar that finds words in a page, and the manual.
 */
const NAMES = ['server-down', 'page-lost', 'preferences', 'find', 'manual'] as const
export type LocalPage = (typeof NAMES)[number]

/** @param address of a server, which the page shows in a field */
export function localPage(name: LocalPage, language: Language, address?: string): string {
  // The manual has no script that could choose a language.
  const file = name === 'manual' && language === 'zh' ? 'manual-zh' : name
  const given = address === undefined ? '' : `&address=${encodeURIComponent(address)}`
  return `${ORIGIN}/${file}.html?lang=${language}${given}`
}

/** All of these pages, without the language. A caller at one of these addresses is the shell itself. */
export const LOCAL_PAGES: readonly string[] = NAMES.filter((name) => name !== 'manual').map(
  (name) => `${ORIGIN}/${name}.html`,
)

/** The file of such an address, relative to the pages' folder. Undefined for any other address. */
export function fileOfLocalPage(url: string): string | undefined {
  const [, file] =
    /^pulsekey-shell:\/\/pages\/([a-z]+(?:-[a-z]+)*\.(?:html|css|js))(?:[?#]|$)/.exec(url) ?? []
  return file
}
