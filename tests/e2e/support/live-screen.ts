import type { Browser, Locator, Page } from 'playwright-core'
import type { TestServer } from '../../support/test-server.ts'
import { ConsoleWindow } from './console-window.ts'
import { soon } from './soon.ts'

/** The live dashboard of a test's server, with the parts that tests use. */
export class LiveScreen {
  readonly window: ConsoleWindow
  readonly page: Page
  readonly grid: Locator
  readonly totals: Locator
  readonly #server: TestServer

  private constructor(window: ConsoleWindow, server: TestServer) {
    this.window = window
    this.page = window.page
    this.grid = window.page.getByRole('grid', { name: 'Live board' })
    this.totals = window.page.getByRole('region', { name: 'Totals' })
    this.#server = server
  }

  /** Opens it as the owner and waits until all accounts are there. */
  static async open(
    browser: Browser,
    server: TestServer,
    accounts: number,
    url = server.running.consoleUrl,
  ): Promise<LiveScreen> {
    const window = await ConsoleWindow.open(browser, url, {
      as: await server.owner(),
      at: server.clock.now(),
      viewport: { width: 1920, height: 900 },
    })
    await window.visit('/live')
    const screen = new LiveScreen(window, server)
    await screen.expectShown(accounts)
    return screen
  }

  chip(name: string): Locator {
    return this.page.getByRole('group', { name: 'Show accounts' }).getByRole('button', { name })
  }

  row(login: string): Locator {
    return this.grid.getByRole('row').filter({ hasText: login })
  }

  async search(text: string): Promise<void> {
    await this.page.getByRole('searchbox').fill(text)
    await this.expectShown(1)
  }

  async expectShown(accounts: number): Promise<void> {
    await this.page.getByText(new RegExp(`^${accounts} of \\d+ accounts$`)).waitFor()
  }

  /** The logins of the first rows, from the top. */
  firstLogins(count: number): Promise<string[]> {
    return this.grid.evaluate((grid, wanted) => {
      const rows = [...grid.querySelectorAll('[role="row"][aria-rowindex]')]
      const indexOf = (row: Element) => Number(row.getAttribute('aria-rowindex'))
      rows.sort((a, b) => indexOf(a) - indexOf(b))
      return rows
        .slice(1, wanted + 1)
        .map((row) => row.querySelector('[data-act="open"]')?.textContent.trim() ?? '')
    }, count)
  }

  /** Expects that the focused row is this account's. */
  async expectFocus(login: string): Promise<void> {
    await soon(() =>
      this.grid.evaluate((grid) => {
        const id = grid.getAttribute('aria-activedescendant')
        return id === null ? '' : (document.getElementById(id)?.textContent ?? '')
      }),
    ).toContain(login)
  }

  /** On the server and in the window alike. */
  async passTime(seconds: number): Promise<void> {
    this.#server.clock.pass(seconds)
    await this.window.setTime(this.#server.clock.now())
  }
}
