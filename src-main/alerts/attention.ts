import type { App, BrowserWindow, NativeImage } from 'electron'

/** Shows how many things wait: as a number where the platform has one, as a dot on the task bar's button elsewhere. */
export class Attention {
  readonly #app: Pick<App, 'setBadgeCount'>
  readonly #windows: () => readonly BrowserWindow[]
  readonly #platform: NodeJS.Platform
  readonly #dot: () => NativeImage
  #count = 0

  /** @param dot a picture for the task bar of Windows, 16 points */
  constructor(
    app: Pick<App, 'setBadgeCount'>,
    windows: () => readonly BrowserWindow[],
    platform: NodeJS.Platform,
    dot: () => NativeImage,
  ) {
    this.#app = app
    this.#windows = windows
    this.#platform = platform
    this.#dot = dot
  }

  /** @param text for those who can't see the dot */
  show(count: number, text: string): void {
    if (count === this.#count) return
    this.#count = count
    if (this.#platform === 'win32') {
      for (const window of this.#windows()) window.setOverlayIcon(count === 0 ? null : this.#dot(), text)
    } else this.#app.setBadgeCount(count)
  }

  /** Until a window is looked at. */
  flash(): void {
    for (const window of this.#windows()) {
      if (window.isFocused()) continue
      window.flashFrame(true)
      window.once('focus', () => {
        window.flashFrame(false)
      })
    }
  }
}
