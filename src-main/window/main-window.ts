import type { BrowserWindow } from 'electron'

import type { ServerReady } from '../server-process/messages.ts'
import { consoleAddress } from './console-address.ts'

export interface ShownServer {
  readonly ready: ServerReady | undefined
  onChange(listener: () => void): void
}

/** The one window: the console while the server runs, the shell's own page while it doesn't. */
export class MainWindow {
  readonly #create: () => BrowserWindow
  readonly #server: ShownServer
  /** A file: address. */
  readonly #localPage: string
  #window: BrowserWindow | undefined
  #shown: string | undefined
  /** The console's place (`#/live/5`) when the server went down, to come back to. */
  #place = ''

  constructor(create: () => BrowserWindow, server: ShownServer, localPage: string) {
    this.#create = create
    this.#server = server
    this.#localPage = localPage
    server.onChange(() => {
      this.#show()
    })
  }

  get window(): BrowserWindow | undefined {
    return this.#window
  }

  /** Opens it, or brings it to the front. */
  open(): void {
    if (this.#window) {
      if (this.#window.isMinimized()) this.#window.restore()
      this.#window.show()
      this.#window.focus()
      return
    }
    const window = this.#create()
    window.once('closed', () => {
      this.#window = undefined
      this.#shown = undefined
    })
    this.#window = window
    this.#show()
  }

  #show(): void {
    const { ready } = this.#server
    const target = ready?.consoleUrl ?? this.#localPage
    if (!this.#window || this.#shown === target) return
    if (!ready) this.#rememberPlace(this.#window)
    this.#shown = target
    const url = ready ? consoleAddress(ready, this.#place) : this.#localPage
    // A load that fails was overtaken by the server's end, which shows the local page.
    this.#window.loadURL(url).catch(() => undefined)
  }

  #rememberPlace(window: BrowserWindow): void {
    if (this.#shown !== undefined && this.#shown !== this.#localPage) {
      this.#place = new URL(window.webContents.getURL()).hash
    }
  }
}
