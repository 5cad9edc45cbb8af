import type { BrowserWindow } from 'electron'

import type { WindowPlace } from '../settings/shell-settings.ts'
import type { ConsoleSource } from '../source/console-source.ts'
import { ConsoleWindow } from './console-window.ts'
import { placeOf } from './window-place.ts'

export interface WindowsParts {
  readonly create: (place: WindowPlace | undefined, isHidden: boolean) => BrowserWindow
  readonly source: Pick<ConsoleSource, 'ready'>
  /** A file: address. */
  readonly localPage: string
  /** The desktop is ending: windows close instead of hiding. */
  readonly isEnding: () => boolean
  /** The last window was hidden instead of closed. */
  readonly hidden: () => void
}

/** The windows on the console. The last one hides where others close, so that the server goes on with a place to come back to. */
export class ConsoleWindows {
  readonly #parts: WindowsParts
  /** The one that had the focus last is the last one. */
  #windows: ConsoleWindow[] = []

  constructor(parts: WindowsParts) {
    this.#parts = parts
  }

  /** The one that had the focus last. */
  get front(): BrowserWindow | undefined {
    return this.#windows.at(-1)?.window
  }

  get all(): readonly BrowserWindow[] {
    return this.#windows.map(({ window }) => window)
  }

  /** Where they are, the one in front last. */
  get places(): WindowPlace[] {
    return this.#windows.map(({ window }) => placeOf(window))
  }

  open(place?: WindowPlace, { isHidden = false, screen = '' } = {}): void {
    const window = this.#parts.create(place, isHidden)
    const shown = new ConsoleWindow(window, this.#parts.source, this.#parts.localPage, screen)
    this.#windows.push(shown)
    window.on('focus', () => {
      this.#windows = [...this.#windows.filter((other) => other !== shown), shown]
    })
    window.on('close', (event) => {
      if (this.#parts.isEnding() || this.#windows.length > 1) return
      event.preventDefault()
      window.hide()
      this.#parts.hidden()
    })
    window.once('closed', () => {
      this.#windows = this.#windows.filter((other) => other !== shown)
    })
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason !== 'clean-exit' && reason !== 'killed') shown.reload()
    })
  }

  /** Brings the front one to the front, or opens one. @param screen of the console, `#/live/5` */
  show(screen?: string): void {
    const front = this.#windows.at(-1)
    if (front === undefined) {
      this.open(undefined, { screen: screen ?? '' })
      return
    }
    front.show()
    if (screen !== undefined) front.goTo(screen)
  }

  follow(): void {
    for (const window of this.#windows) window.follow()
  }

  /** Opens as many windows anew in the same places: what they show is kept apart from what the old ones showed. */
  replace(): void {
    const old = this.#windows
    this.#windows = []
    for (const { window } of old) this.open(placeOf(window), { isHidden: !window.isVisible() })
    for (const { window } of old) window.destroy()
  }
}
