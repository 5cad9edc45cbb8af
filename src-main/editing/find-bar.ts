import type { Result, WebContentsView } from 'electron'

import { guarded, inBackground } from '../faults/guarded.ts'

const WIDTH = 400
const HEIGHT = 52
const MARGIN = 12

/** The number of matches, and which of them is marked, from 1. */
export interface Found {
  readonly matches: number
  readonly at: number
}

export interface FindBarParts {
  readonly window: Electron.BrowserWindow
  readonly makeView: () => WebContentsView
  /** The bar's own page. */
  readonly page: () => string
}

/** A bar over a window that finds words in its page. Its page is the shell's own. */
export class FindBar {
  readonly #parts: FindBarParts
  #view: WebContentsView | undefined
  #answer: PromiseWithResolvers<Found> | undefined

  constructor(parts: FindBarParts) {
    this.#parts = parts
    const { window } = parts
    window.on(
      'resize',
      guarded('find bar', () => {
        this.#place()
      }),
    )
    window.once(
      'closed',
      guarded('find bar', () => {
        this.#view?.webContents.close()
        this.#view = undefined
      }),
    )
    window.webContents.on(
      'found-in-page',
      guarded('find bar', (_event: unknown, { matches, activeMatchOrdinal: at, finalUpdate }: Result) => {
        if (finalUpdate) this.#answer?.resolve({ matches, at })
      }),
    )
  }

  /** Whether a page's call comes from this bar. */
  isOf(contents: unknown): boolean {
    return this.#view !== undefined && this.#view.webContents === contents
  }

  open(): void {
    if (this.#view !== undefined) {
      this.#view.webContents.focus()
      return
    }
    const view = this.#parts.makeView()
    this.#view = view
    this.#place()
    this.#parts.window.contentView.addChildView(view)
    const loaded = view.webContents.loadURL(this.#parts.page()).then(() => {
      view.webContents.focus()
    })
    inBackground('find bar', loaded)
  }

  close(): void {
    const view = this.#view
    if (view === undefined) return
    this.#view = undefined
    this.#answer?.resolve({ matches: 0, at: 0 })
    const { window } = this.#parts
    window.webContents.stopFindInPage('keepSelection')
    window.contentView.removeChildView(view)
    view.webContents.close()
    window.webContents.focus()
  }

  /** @param next goes on from the marked match, instead of a new search */
  search(text: string, isForward: boolean, next: boolean): Promise<Found> {
    this.#answer?.resolve({ matches: 0, at: 0 })
    const { webContents } = this.#parts.window
    if (text === '') {
      webContents.stopFindInPage('clearSelection')
      return Promise.resolve({ matches: 0, at: 0 })
    }
    const answer = Promise.withResolvers<Found>()
    this.#answer = answer
    // In Electron, `findNext` begins a new search.
    webContents.findInPage(text, { forward: isForward, findNext: !next })
    return answer.promise
  }

  #place(): void {
    const [width = 0] = this.#parts.window.getContentSize()
    const x = Math.max(0, width - WIDTH - MARGIN)
    this.#view?.setBounds({ x, y: MARGIN, width: Math.min(WIDTH, width), height: HEIGHT })
  }
}
