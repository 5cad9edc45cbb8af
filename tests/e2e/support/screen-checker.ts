import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { ConsoleClient } from '../../support/console-client.ts'
import { ConsoleWindow } from './console-window.ts'
import { findFlaws } from './look.ts'
import { takePicture } from './pictures.ts'
import { soon } from './soon.ts'

type Theme = 'light' | 'dark'

/**
 * Checks a person's screens with axe-core: each screen in English and light, and in Chinese and dark in a
 * second window with
 * the same session; views without an address in English, in both themes.
 */
export class ScreenChecker {
  readonly #browser: Browser
  readonly #window: ConsoleWindow
  readonly #day: string
  #chinese: ConsoleWindow | undefined
  #cookie = ''
  #count = 0

  /** @param day names the pictures */
  constructor(browser: Browser, window: ConsoleWindow, day: string) {
    this.#browser = browser
    this.#window = window
    this.#day = day
  }

  /** The current view: also a dialog, which has no address and so no Chinese window. */
  async checkView(name: string): Promise<void> {
    const place = `${this.nameOf(name)}-en`
    expect.soft(await this.#findIn(this.#window, place, ['dark', 'light'])).toEqual([])
  }

  /**
   * The screen at this window's address. @param shown is read there in every language, after the content has
   * loaded
   */
  async checkScreen(name: string, shown: string): Promise<void> {
    expect.soft(await this.#findIn(this.#window, `${this.nameOf(name)}-en`, ['light'])).toEqual([])
    const chinese = await this.#follow()
    await chinese.page.getByText(shown).filter({ visible: true }).first().waitFor()
    const place = `${this.nameOf(name)}-zh`
    expect.soft(await this.#findIn(chinese, place, ['dark'])).toEqual([])
    // It is not there when the session ends, and costs nothing meanwhile.
    await chinese.page.goto('about:blank')
    this.#count++
  }

  /** Of a picture taken now. */
  nameOf(name: string): string {
    return `${this.#day}-${String(this.#count).padStart(2, '0')}-${name}`
  }

  /** @param themes the last one is the one axe-core sees */
  async #findIn({ page }: ConsoleWindow, place: string, themes: readonly Theme[]): Promise<string[]> {
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      await soon(() => page.locator('html').getAttribute('data-theme')).toBe(theme)
      await takePicture(page, `${place}-${theme}`)
    }
    const found = await findFlaws(page)
    await page.emulateMedia({ colorScheme: 'light' })
    return found
  }

  /** The Chinese window, at the same address. */
  async #follow(): Promise<ConsoleWindow> {
    const { page, url } = this.#window
    const [session] = await page.context().cookies(url)
    const cookie = session === undefined ? '' : `${session.name}=${session.value}`
    if (this.#chinese === undefined || cookie !== this.#cookie) {
      this.#cookie = cookie
      this.#chinese = await ConsoleWindow.open(this.#browser, url, {
        as: new ConsoleClient(url, cookie, ''),
        at: await page.evaluate(() => Math.floor(Date.now() / 1000)),
        locale: 'zh-CN',
        viewport: page.viewportSize() ?? { width: 1280, height: 720 },
      })
    }
    await this.#chinese.visit(new URL(page.url()).hash.slice(1))
    return this.#chinese
  }
}
