import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { onTestFinished } from 'vitest'

const idle = new WeakMap<Browser, Map<string, BrowserContext[]>>()

/**
 * A browser context for the test: as empty as a new one, but one of the same kind that an earlier test had, where there is
 * one. It has the console's files in its cache, whose loading is most of what a short test does.
 * @param kind what else distinguishes contexts that can't take each other's place
 */
export async function takeContext(
  browser: Browser,
  options: BrowserContextOptions,
  kind: string,
): Promise<BrowserContext> {
  const waiting = idle.get(browser) ?? new Map<string, BrowserContext[]>()
  idle.set(browser, waiting)
  const key = `${kind} ${JSON.stringify(options)}`
  const context = waiting.get(key)?.pop() ?? (await createContext(browser, options))
  onTestFinished(async () => {
    await Promise.all(context.pages().map((page) => page.close()))
    await context.setStorageState({ cookies: [], origins: [] })
    waiting.set(key, [...(waiting.get(key) ?? []), context])
  })
  return context
}

async function createContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI}`)
    })
  })
  return context
}
