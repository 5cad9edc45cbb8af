import type { App, BrowserWindow, NativeImage } from 'electron'

import { guarded } from '../faults/guarded.ts'

/**
 * Shows the number of waiting risks: as a number where the platform supports it, else as a dot on the task
 * bar's button.
 */
export class Attention {
  readonly #app: Pick<App, 'setBadgeCount'>
  readonly #windows: () => readonly BrowserWindow[]
  readonly #platform: NodeJS.Platform
  readonly #dot: () => NativeImage
  #count = 0
  readonly #dotted = new WeakSet<BrowserWindow>()
  readonly #flashing = new WeakSet<BrowserWindow>()

  /** @param dot the picture for the task bar of Windows, 16 points */
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

  /** @param text for people who can't see the dot */
  show(count: number, text: string): void {
    const isSame = count === this.#count
    this.#count = count
    if (this.#platform === 'win32') this.#showDots(isSame, text)
    else if (!isSame) this.#app.setBadgeCount(count)
  }

  /** @param isSame the state is unchanged, so only windows opened since then need it */
  #showDots(isSame: boolean, text: string): void {
    const isOn = this.#count > 0
    for (const window of this.#windows()) {
      if (isSame && this.#dotted.has(window) === isOn) continue
      window.setOverlayIcon(isOn ? this.#dot() : null, text)
      if (isOn) this.#dotted.add(window)
      else this.#dotted.delete(window)
    }
  }

  /** Flashes until the user looks at a window. */
  flash(): void {
    for (const window of this.#windows()) {
      if (window.isFocused() || this.#flashing.has(window)) continue
      this.#flashing.add(window)
      window.flashFrame(true)
      window.once(
        'focus',
        guarded('attention', () => {
          this.#flashing.delete(window)
          window.flashFrame(false)
        }),
      )
    }
  }
}
