import type { BrowserWindow, WebContents } from 'electron'

import type { WindowPlace } from '../settings/shell-settings.ts'
import type { ConsoleSource, ShownConsole } from '../source/console-source.ts'
import { guarded } from '../faults/guarded.ts'
import type { Timers } from '../server-process/timers.ts'
import { ConsoleWindow, type WindowPages } from './console-window.ts'
import { watchRenderer } from './renderer-watch.ts'
import { placeOf } from './window-place.ts'

export interface WindowsParts {
  readonly create: (place: WindowPlace | undefined, isHidden: boolean) => BrowserWindow
  readonly source: Pick<ConsoleSource, 'ready'>
  readonly pages: WindowPages
  readonly timers: Pick<Timers, 'nowMs'>
  /** Asks whether a page that doesn't answer is loaded again. */
  readonly askToReload: () => Promise<boolean>
  /** The desktop is ending, so windows close instead of hiding. */
  readonly isEnding: () => boolean
  /** Called when the last window was hidden instead of closed. */
  readonly hidden: () => void
}

/**
 * The windows on the console. The last one hides instead of closing, so that the server keeps running and the
 * user can return.
 */
export class ConsoleWindows {
  readonly #parts: WindowsParts
  /** Ordered by focus: the one with the most recent focus is last. */
  #windows: ConsoleWindow[] = []
  /** The console whose owner has set a password. */
  #setUpAt: string | undefined
  /** What waits until somebody sees a window. */
  #whenSeen: (() => void)[] = []

  constructor(parts: WindowsParts) {
    this.#parts = parts
  }

  /**
   * The console to show. The address of the set-up came when the server started. It counts no longer when a
   * window has gone on to another screen.
   */
  get ready(): ShownConsole | undefined {
    const { ready } = this.#parts.source
    return ready?.consoleUrl === this.#setUpAt ? ready && { consoleUrl: ready.consoleUrl } : ready
  }

  /** The window that had the focus last. */
  get front(): BrowserWindow | undefined {
    return this.#windows.at(-1)?.window
  }

  get all(): readonly BrowserWindow[] {
    return this.#windows.map(({ window }) => window)
  }

  /** The windows' places, the front one last. */
  get places(): WindowPlace[] {
    return this.#windows.map(({ window, screen }) => placeOf(window, screen))
  }

  open(place?: WindowPlace, { isHidden = false, screen = '' } = {}): void {
    const window = this.#parts.create(place, isHidden)
    const shown = new ConsoleWindow(window, this, this.#parts.pages, screen)
    this.#windows.push(shown)
    window.on(
      'show',
      guarded('window shown', () => {
        const waiting = this.#whenSeen
        this.#whenSeen = []
        for (const act of waiting) act()
      }),
    )
    window.on(
      'focus',
      guarded('window focus', () => {
        this.#windows = [...this.#windows.filter((other) => other !== shown), shown]
      }),
    )
    window.on(
      'close',
      guarded('window close', (event: { preventDefault(): void }) => {
        if (this.#parts.isEnding() || this.#windows.length > 1) return
        event.preventDefault()
        window.hide()
        this.#parts.hidden()
      }),
    )
    window.once(
      'closed',
      guarded('window closed', () => {
        this.#windows = this.#windows.filter((other) => other !== shown)
      }),
    )
    window.webContents.on(
      'did-navigate-in-page',
      guarded('screen', (_event: unknown, url: string) => {
        const { hash, origin } = new URL(url)
        if (hash !== '' && !hash.startsWith('#/setup')) this.#setUpAt = origin
      }),
    )
    watchRenderer(window, {
      timers: this.#parts.timers,
      reload: () => {
        shown.reload()
      },
      giveUp: () => {
        shown.giveUp()
      },
      ask: this.#parts.askToReload,
    })
  }

  /** Acts as soon as a window is visible: now, or when the user opens one. */
  whenSeen(act: () => void): void {
    if (this.all.some((window) => window.isVisible())) act()
    else this.#whenSeen.push(act)
  }

  /** Loads the page of a window again, at the user's wish. */
  reload(contents: WebContents): void {
    this.#windows.find(({ window }) => window.webContents === contents)?.reload()
  }

  /** Brings the front window to the front, or opens one. @param screen of the console, such as `#/live/5` */
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

  /**
   * Opens the same number of new windows in the same places, with separate session data for the new server.
   */
  replace(): void {
    const old = this.#windows
    this.#windows = []
    // Their screens belong to the other server.
    for (const { window } of old) this.open(placeOf(window, ''), { isHidden: !window.isVisible() })
    for (const { window } of old) window.destroy()
  }
}
