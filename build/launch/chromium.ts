import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installOnDebian } from './debian-packages.ts'

/**
 * Chromium without the browser's own user interface. The whole browser takes twice as long, because it
 * renders its own pages for each window.
 */
const SHELL = 'chromium-headless-shell'
const COMMANDS = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const FONTS = 'fonts-noto-cjk'

/** The browser for the tests, as an absolute path: `CHROME_PATH`, else an installed one. */
export function findChromium(): string | undefined {
  const chosen = process.env['CHROME_PATH']
  if (chosen) return existsSync(chosen) ? chosen : undefined
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)))
  return [...candidates, ...PLACES].find((path) => existsSync(path))
}

/**
 * Finds Chromium, or installs it where that needs no question (root on Debian). Prefers the headless shell
 * where a package exists.
 */
export function requireChromium(): string {
  if (!process.env['CHROME_PATH'] && !findChromium()?.endsWith(SHELL)) installOnDebian([SHELL, FONTS])
  if (!findChromium()) installOnDebian(['chromium', FONTS])
  const path = findChromium()
  if (path === undefined) {
    throw new Error('the tests need Chromium: install it (Debian: chromium), or give its path in CHROME_PATH')
  }
  return path
}
