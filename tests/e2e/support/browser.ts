import { chromium, type Browser } from 'playwright-core'
import { requireChromium } from '../../../build/launch/chromium.ts'

/**
 * Playwright's own list, which a second list replaces, and script streaming: it compiles a page's scripts in
 * a separate thread, even those that the process compiled for an earlier page.
 */
const FEATURES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ScriptStreaming',
  'ThirdPartyStoragePartitioning',
]
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of one context share a process, and none is started in advance for a page that may come.
  '--renderer-process-limit=1',
  `--disable-features=${FEATURES_OFF.join(',')}`,
]

/** The machine's own Chromium, headless. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: requireChromium(),
    headless: true,
    args: ARGS,
  })
}

let running: Promise<Browser> | undefined

/**
 * One for all files: its caches serve the next file. It ends with the process that runs them, which holds its
 * pipe.
 */
export async function shareBrowser(): Promise<Browser> {
  if (running === undefined || !(await running).isConnected()) running = launchBrowser()
  return running
}
