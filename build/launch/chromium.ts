import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installOnDebian } from './debian-packages.ts'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const PACKAGES = ['chromium', 'fonts-noto-cjk']

/** The browser that drives the tests, absolute: `CHROME_PATH`, else what the system has. */
export function findChromium(): string | undefined {
  const chosen = process.env['CHROME_PATH']
  if (chosen) return existsSync(chosen) ? chosen : undefined
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)))
  return [...candidates, ...PLACES].find((path) => existsSync(path))
}

/** Finds Chromium, or installs it where that can be done unasked (root on Debian). */
export function requireChromium(): string {
  if (!findChromium()) installOnDebian(PACKAGES)
  const path = findChromium()
  if (path === undefined) {
    throw new Error('the tests need Chromium: install it (Debian: chromium), or give its path in CHROME_PATH')
  }
  return path
}
