import type { dialog, MessageBoxOptions } from 'electron'

/** A box with a question or a message. Electron's `dialog` and `MessageBoxes` both have it. */
export interface Boxes {
  showMessageBox(options: MessageBoxOptions): Promise<{ readonly response: number }>
}

export interface BoxParts {
  readonly electron: Pick<typeof dialog, 'showMessageBox'>
  /** The visible window that a box belongs to. Undefined while none is visible. */
  readonly parent: () => Electron.BrowserWindow | undefined
}

/**
 * All boxes of the desktop. Each belongs to the window in front, as a sheet on macOS, so that it can't
 * disappear behind it. One box is open at a time, and the next one follows its answer.
 */
export class MessageBoxes implements Boxes {
  readonly #parts: BoxParts
  #turn: Promise<unknown> = Promise.resolve()
  #waiting = 0
  /** The window whose box is open. */
  #parent: Electron.BrowserWindow | undefined

  constructor(parts: BoxParts) {
    this.#parts = parts
  }

  showMessageBox(options: MessageBoxOptions): Promise<{ readonly response: number }> {
    if (this.#waiting > 0) this.remind()
    this.#waiting += 1
    const answer = this.#turn.then(() => this.#show(options))
    this.#turn = answer.then(
      () => undefined,
      () => undefined,
    )
    return answer
  }

  /** Brings the window with the open box to the front. */
  remind(): void {
    const parent = this.#parent
    if (parent === undefined || parent.isDestroyed()) return
    if (parent.isMinimized()) parent.restore()
    parent.show()
    parent.focus()
  }

  async #show(options: MessageBoxOptions): Promise<{ readonly response: number }> {
    const titled = { title: 'Pulsekey', ...options }
    const parent = this.#parts.parent()
    this.#parent = parent
    try {
      return await (parent === undefined
        ? this.#parts.electron.showMessageBox(titled)
        : this.#parts.electron.showMessageBox(parent, titled))
    } finally {
      this.#waiting -= 1
      this.#parent = undefined
    }
  }
}
