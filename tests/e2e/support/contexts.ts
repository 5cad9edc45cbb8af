import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { onTestFinished } from 'vitest'

const idle = new WeakMap<Browser, Map<string, BrowserContext[]>>()

/**
 * A browser context for the test: as empty as a new one, but one of the same kind that an earlier test had, where there is
 * one. It has the console's files in its cache and their code compiled: loading is most of what a short test does.
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
  onTestFinished(async ({ task }) => {
    // Nobody knows how far it came with what it does to its context.
    if (task.result?.state === 'fail') {
      await context.close()
      return
    }
    const [, ...pages] = context.pages()
    await Promise.all(pages.map((page) => page.close()))
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
  // The first page stays, and shows nothing: with its last page a context's process would end.
  await context.newPage()
  return context
}
