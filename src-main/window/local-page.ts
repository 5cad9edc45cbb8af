import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Language } from '../language.ts'

/**
 * The path of an archived file after packaging, for opening it from the disk: by another program, or by a
 * file: address, which isn't looked up inside the archive without the fuse's privileges.
 */
export function besideArchive(path: string): string {
  return path.replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked')
}

/** The shell's own pages: one for a server that is down, one for the desktop's own settings. */
const NAMES = ['server-down', 'preferences'] as const
export type LocalPage = (typeof NAMES)[number]

function pageUrl(folder: string, name: LocalPage): URL {
  return pathToFileURL(join(besideArchive(folder), 'pages', `${name}.html`))
}

/** @param folder of the built main script @returns a file: address */
export function localPage(folder: string, name: LocalPage, language: Language): string {
  const url = pageUrl(folder, name)
  url.searchParams.set('lang', language)
  return url.href
}

/** All of these pages, without the language. A caller at one of these addresses is the shell itself. */
export function localPages(folder: string): string[] {
  return NAMES.map((name) => pageUrl(folder, name).href)
}
