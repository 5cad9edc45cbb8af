import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { TestServer } from '../../support/test-server.ts'
import { shareBrowser } from './browser.ts'
import { ConsoleWindow } from './console-window.ts'
import { findFlaws } from './look.ts'
import { takePicture } from './pictures.ts'
import { soon } from './soon.ts'
import type { Locale } from './words.ts'

export const DAY = 86_400

/** A vendor whose customers use codes of 30 days for trading accounts. */
export class CodeWorld {
  readonly browser: Browser
  readonly server: TestServer
  readonly app: number
  #accounts = 91_000

  private constructor(browser: Browser, server: TestServer, app: number) {
    this.browser = browser
    this.server = server
    this.app = app
  }

  static async start(): Promise<CodeWorld> {
    const [browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
    return new CodeWorld(browser, server, await server.application())
  }

  get now(): number {
    return this.server.clock.now()
  }

  async open(path: string, locale: Locale = 'en'): Promise<ConsoleWindow> {
    return ConsoleWindow.show(this.browser, this.server, path, {
      as: await this.server.owner(),
      viewport: { width: 1280, height: 720 },
      locale,
    })
  }

  newKey(): string {
    return `${++this.#accounts}@ICMarketsSC-MT5-4`
  }

  async idOf(kami: string): Promise<number> {
    const { rows } = await this.server.act('code_list', { filter: { kami } })
    return rows[0]!.id
  }

  kmlogon(kami: string, key: string) {
    return this.server.api('kmlogon', this.app, { kami, markcode: key })
  }

  /** Codes that are used one after the other for a trading account. */
  async use(key: string, count: number): Promise<{ readonly kami: string; readonly id: number }[]> {
    const order = { app: this.app, type: 'time', unit: 'day', amount: 30, count } as const
    const { kamis } = await this.server.act('code_generate', order)
    for (const kami of kamis) expect(await this.kmlogon(kami, key)).toMatchObject({ code: 200 })
    return Promise.all(kamis.map(async (kami) => ({ kami, id: await this.idOf(kami) })))
  }

  async deviceOf(key: string) {
    const { rows } = await this.server.act('device_list', { filter: { app: this.app }, search: key })
    return rows.find((row) => row.account_key === key)!
  }

  /** The end that the account's own EA gets. */
  async answeredEnd(key: string): Promise<unknown> {
    return (await this.server.api('mt5logon', this.app, { account_key: key }))['vip']
  }
}

/** The current screen, in both themes: pictures for people, and the findings of axe-core. */
export async function look({ page }: ConsoleWindow, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await soon(() => page.locator('html').getAttribute('data-theme')).toBe(theme)
    await takePicture(page, `${name}-${theme}`)
    const found = await findFlaws(page)
    expect.soft(found, `${name} ${theme}`).toEqual([])
  }
}
