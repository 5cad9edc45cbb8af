import type { BrowserWindow } from 'electron'

import type { ConsoleSource } from '../source/console-source.ts'
import { consoleAddress } from './console-address.ts'

/** What a window shows: the console while its server is ready, the shell's own page while it isn't. */
export class ConsoleWindow {
  readonly window: BrowserWindow
  readonly #source: Pick<ConsoleSource, 'ready'>
  /** A file: address. */
  readonly #localPage: string
  #shown: string | undefined
  /** The console's screen (`#/live/5`) when the server went down, to come back to. */
  #screen: string

  constructor(window: BrowserWindow, source: Pick<ConsoleSource, 'ready'>, localPage: string, screen = '') {
    this.window = window
    this.#source = source
    this.#localPage = localPage
    this.#screen = screen
    this.follow()
  }

  /** Brings it to the front. */
  show(): void {
    if (this.window.isMinimized()) this.window.restore()
    this.window.show()
    this.window.focus()
  }

  /** Goes to a screen of the console, as soon as there is one. */
  goTo(screen: string): void {
    this.#screen = screen
    const { ready } = this.#source
    if (ready !== undefined && ready.setupUrl === undefined) this.#load(consoleAddress(ready, screen))
  }

  /** Shows what is to be shown now. */
  follow(): void {
    const { ready } = this.#source
    const target = ready?.consoleUrl ?? this.#localPage
    if (this.#shown === target) return
    if (!ready) this.#rememberScreen()
    this.#shown = target
    this.#load(ready ? consoleAddress(ready, this.#screen) : this.#localPage)
  }

  /** Its page is gone: shows it anew. */
  reload(): void {
    this.#shown = undefined
    this.follow()
  }

  #load(url: string): void {
    // A load that fails was overtaken by the server's end, which shows the local page.
    this.window.loadURL(url).catch(() => undefined)
  }

  #rememberScreen(): void {
    if (this.#shown !== undefined && this.#shown !== this.#localPage) {
      this.#screen = new URL(this.window.webContents.getURL()).hash
    }
  }
}
