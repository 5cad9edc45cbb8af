import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import type { ConsoleClient } from '../../support/console-client.ts'
import type { TestServer } from '../../support/test-server.ts'
import { takeContext } from './contexts.ts'

export interface WindowOptions extends BrowserContextOptions {
  /** The owner of the window's first session; nobody by default. */
  readonly as?: ConsoleClient
  /**
   * Unix seconds at which the window's clock starts. It runs: Vue drops an event as old on a stopped clock.
   */
  readonly at?: number
}

const WAIT_MS = 20_000

/** One person's window on a console. Its test fails after any unannounced error in the window. */
export class ConsoleWindow {
  readonly page: Page
  readonly url: string
  readonly #problems: string[] = []
  readonly #expected: RegExp[] = []

  private constructor(page: Page, url: string) {
    this.page = page
    this.url = url
    page.setDefaultTimeout(WAIT_MS)
    page.on('pageerror', (error) => this.#problems.push(`error: ${error.stack ?? error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.#problems.push(`console: ${message.text()}`)
    })
    page.on('response', (response) => {
      if (response.status() >= 400) this.#problems.push(`${response.status()} ${response.url()}`)
    })
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`) && !/^(?:blob|data):/.test(request.url()))
        this.#problems.push(`request elsewhere: ${request.url()}`)
    })
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? ''
      // A page that is left, or polls anew, aborts its requests.
      if (reason !== 'net::ERR_ABORTED') this.#problems.push(`failed: ${request.url()} ${reason}`)
    })
  }

  static async open(browser: Browser, url: string, options: WindowOptions = {}): Promise<ConsoleWindow> {
    const { as, at, ...given } = options
    const { viewport = { width: 1440, height: 900 }, ...kept } = given
    const usual = {
      locale: 'en-GB',
      timezoneId: 'UTC',
      colorScheme: 'light' as const,
      reducedMotion: 'reduce' as const,
    }
    // A manual clock stays manual.
    const kind = at === undefined ? 'clock of the machine' : 'clock of the test'
    const context = await takeContext(browser, { ...usual, ...kept }, kind)
    if (as !== undefined) await signInAs(context, url, as)
    const page = await context.newPage()
    if (viewport !== null) await page.setViewportSize(viewport)
    if (at !== undefined) await page.clock.setSystemTime(at * 1000)
    const window = new ConsoleWindow(page, url)
    onTestFinished(() => {
      window.expectNoProblems()
    })
    return window
  }

  /** Opens a test server's console in the server's time. @param path of its router, such as `/live` */
  static async show(
    browser: Browser,
    { running, clock }: Pick<TestServer, 'running' | 'clock'>,
    path: string,
    options: Omit<WindowOptions, 'at'> = {},
  ): Promise<ConsoleWindow> {
    const window = await ConsoleWindow.open(browser, running.consoleUrl, { at: clock.now(), ...options })
    await window.visit(path)
    return window
  }

  /** Loads the console anew. @param path of its router, such as `/live` */
  async visit(path: string): Promise<void> {
    // Without the slash: the server redirects to the page, which is another document even where only the part
    // after # differs.
    await this.page.goto(`${this.url}/console#${path}`)
  }

  /** Navigates within the loaded console, as its links do. */
  async go(path: string): Promise<void> {
    await this.page.evaluate((to) => {
      location.hash = to
    }, path)
  }

  /** @param path of the customers' page, such as `/code` */
  async visitPublic(path: string): Promise<void> {
    await this.page.goto(`${this.url}/#${path}`)
  }

  /** @param now Unix seconds at which the window's clock continues */
  async setTime(now: number): Promise<void> {
    await this.page.clock.setSystemTime(now * 1000)
  }

  /** Announces intended errors. */
  expectProblem(pattern: RegExp): void {
    this.#expected.push(pattern)
  }

  expectNoProblems(): void {
    const unexpected = this.#problems.filter(
      (problem) => !this.#expected.some((known) => known.test(problem)),
    )
    expect(unexpected).toEqual([])
  }

  /** Opens the drop-down of this name and takes the option. */
  async choose(label: string, option: string): Promise<void> {
    await this.page.getByRole('combobox', { name: label }).click()
    await this.page.getByRole('option', { name: option, exact: true }).click()
  }

  /** Waits for a notice with this text. */
  async notice(text: string | RegExp): Promise<void> {
    await this.page.getByRole('region', { name: 'Notices' }).getByText(text).first().waitFor()
  }
}

async function signInAs(context: BrowserContext, url: string, { cookie }: ConsoleClient): Promise<void> {
  const [name = '', value = ''] = cookie.split('=')
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
}
