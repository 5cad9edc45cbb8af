import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { onTestFinished } from 'vitest'

const idle = new WeakMap<Browser, Map<string, BrowserContext[]>>()

/**
 * A browser context for the test: as empty as a new one, but reused from an earlier test of the same kind,
 * where there is one. Its cache has the console's files and their compiled code: loading is most of a short
 * test.
 * @param kind other differences between contexts that can't replace each other
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
    // The state of its context is unknown.
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
