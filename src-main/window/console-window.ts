import type { BrowserWindow } from 'electron'

import type { ConsoleSource } from '../source/console-source.ts'
import { consoleAddress } from './console-address.ts'
import { OWN_SCHEME } from './local-page.ts'

/** The addresses of the shell's own pages, in the present language. */
export interface WindowPages {
  /** While there is no console to show. */
  readonly down: () => string
  /** After the console's page ended again and again. */
  readonly lost: () => string
}

/** The content of a window: the console while its server is ready, the shell's own page otherwise. */
export class ConsoleWindow {
  readonly window: BrowserWindow
  readonly #source: Pick<ConsoleSource, 'ready'>
  readonly #pages: WindowPages
  #shown: string | undefined
  /** The page ended again and again, so only the user loads it again. */
  #isLost = false
  /** The console screen (`#/live/5`) when the server went down, to return to. */
  #screen: string

  constructor(window: BrowserWindow, source: Pick<ConsoleSource, 'ready'>, pages: WindowPages, screen = '') {
    this.window = window
    this.#source = source
    this.#pages = pages
    this.#screen = screen
    this.follow()
  }

  /** The console screen that it shows, or the one that it will show. Empty for one that can't be shown again. */
  get screen(): string {
    this.#rememberScreen()
    // Anything else, such as a token of the set-up, is for this moment only.
    return /^#\/[a-z-]{1,40}(\/[0-9]{1,15})?$/.test(this.#screen) ? this.#screen : ''
  }

  /** Brings the window to the front. */
  show(): void {
    if (this.window.isMinimized()) this.window.restore()
    this.window.show()
    this.window.focus()
  }

  /** Goes to a screen of the console, as soon as there is a console. */
  goTo(screen: string): void {
    this.#screen = screen
    const { ready } = this.#source
    if (ready !== undefined && ready.setupUrl === undefined) this.#load(consoleAddress(ready, screen))
  }

  /** Loads the page for the present state. */
  follow(): void {
    if (this.#isLost) return
    const { ready } = this.#source
    const target = ready?.consoleUrl ?? this.#pages.down()
    if (this.#shown === target) return
    if (!ready) this.#rememberScreen()
    this.#shown = target
    this.#load(ready ? consoleAddress(ready, this.#screen) : target)
  }

  /** Loads the page again after it is gone. */
  reload(): void {
    this.#rememberScreen()
    this.#isLost = false
    this.#shown = undefined
    this.follow()
  }

  /** Shows that the page ended again and again. */
  giveUp(): void {
    this.#rememberScreen()
    this.#isLost = true
    this.#shown = undefined
    this.#load(this.#pages.lost())
  }

  #load(url: string): void {
    // A load fails when the server ends meanwhile, which shows the local page.
    this.window.loadURL(url).catch(() => undefined)
  }

  #rememberScreen(): void {
    if (this.#shown === undefined || this.#shown.startsWith(`${OWN_SCHEME}:`)) return
    const url = URL.parse(this.window.webContents.getURL())
    if (url?.origin === new URL(this.#shown).origin) this.#screen = url.hash
  }
}
