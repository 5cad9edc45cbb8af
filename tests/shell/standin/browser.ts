import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { type BrowserContext, chromium, type Page } from 'playwright-core'

import { requireChromium } from '../../../build/launch/chromium.ts'

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // The tests attach here.
  '--remote-debugging-port=0',
  // Nothing leaves the machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

const owned = new Set<Page>()
const opening = new Set<Promise<Page>>()
let context: BrowserContext | undefined

export function requireContext(): BrowserContext {
  if (!context) throw new Error('a window was opened before app.whenReady')
  return context
}

/** Starts Chromium, which shows the stand-in's windows. @returns the address that the tests attach to */
export async function startBrowser(userData: string, locale: string): Promise<string> {
  const profile = join(userData, 'standin-profile')
  context = await chromium.launchPersistentContext(profile, {
    executablePath: requireChromium(),
    headless: true,
    viewport: { width: 1360, height: 860 },
    locale,
    // The session's own verdict decides, before a document is loaded (navigation.ts).
    ignoreHTTPSErrors: true,
    args: ARGS,
  })
  context.on('page', (page) => void closeUnlessOurs(page))
  const [port = ''] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
  return `http://127.0.0.1:${port}`
}

/** A window that a page opens is reported to setWindowOpenHandler and never kept. */
async function closeUnlessOurs(page: Page): Promise<void> {
  await Promise.allSettled(opening)
  if (!owned.has(page)) await page.close().catch(() => undefined)
}

export async function openPage(): Promise<Page> {
  const making = requireContext()
    .newPage()
    .then((page) => {
      owned.add(page)
      return page
    })
  opening.add(making)
  return making.finally(() => opening.delete(making))
}

export async function stopBrowser(): Promise<void> {
  await context?.close().catch(() => undefined)
}
