import type { BrowserWindow } from 'electron'

import type { ConsoleSource } from '../source/console-source.ts'
import { consoleAddress } from './console-address.ts'

/** The content of a window: the console while its server is ready, the shell's own page otherwise. */
export class ConsoleWindow {
  readonly window: BrowserWindow
  readonly #source: Pick<ConsoleSource, 'ready'>
  /** A file: address. */
  readonly #localPage: string
  #shown: string | undefined
  /** The console screen (`#/live/5`) when the server went down, to return to. */
  #screen: string

  constructor(window: BrowserWindow, source: Pick<ConsoleSource, 'ready'>, localPage: string, screen = '') {
    this.window = window
    this.#source = source
    this.#localPage = localPage
    this.#screen = screen
    this.follow()
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
    const { ready } = this.#source
    const target = ready?.consoleUrl ?? this.#localPage
    if (this.#shown === target) return
    if (!ready) this.#rememberScreen()
    this.#shown = target
    this.#load(ready ? consoleAddress(ready, this.#screen) : this.#localPage)
  }

  /** Loads the page again after it is gone. */
  reload(): void {
    this.#shown = undefined
    this.follow()
  }

  #load(url: string): void {
    // A load fails when the server ends meanwhile, which shows the local page.
    this.window.loadURL(url).catch(() => undefined)
  }

  #rememberScreen(): void {
    if (this.#shown !== undefined && this.#shown !== this.#localPage) {
      this.#screen = new URL(this.window.webContents.getURL()).hash
    }
  }
}
