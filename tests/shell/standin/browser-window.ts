import { EventEmitter } from 'node:events'

import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, WebPreferences } from 'electron'

import { app } from './app.ts'
import { strict, StandInEvent } from './strict.ts'
import { StandInWebContents } from './web-contents.ts'

type Part = Pick<
  BrowserWindow,
  | 'loadURL'
  | 'show'
  | 'focus'
  | 'isVisible'
  | 'isFocused'
  | 'isMinimized'
  | 'minimize'
  | 'restore'
  | 'close'
  | 'isDestroyed'
  | 'hide'
  | 'maximize'
  | 'isMaximized'
  | 'getNormalBounds'
  | 'destroy'
  | 'flashFrame'
  | 'setTitle'
  | 'getContentSize'
>

class StandInView {
  readonly children: unknown[] = []
  addChildView(view: unknown): void {
    this.children.push(view)
  }
  removeChildView(view: unknown): void {
    const at = this.children.indexOf(view)
    if (at >= 0) this.children.splice(at, 1)
  }
}

/** A page over a window; here it is a page of its own. */
class StandInContentsView {
  readonly webContents: StandInWebContents
  bounds: Rectangle = { x: 0, y: 0, width: 0, height: 0 }

  constructor({ webPreferences = {} }: { webPreferences?: WebPreferences } = {}) {
    const contents = new StandInWebContents(webPreferences)
    this.webContents = contents.self = strict('webContents', contents)
    app.emit('web-contents-created', new StandInEvent(), this.webContents)
  }
  setBounds(bounds: Rectangle): void {
    this.bounds = bounds
  }
}

class StandInWindow extends EventEmitter implements Part {
  static readonly #all: StandInWindow[] = []

  static getAllWindows(): StandInWindow[] {
    return [...StandInWindow.#all]
  }
  static getFocusedWindow(): StandInWindow | null {
    return StandInWindow.#all.find((window) => window.isFocused()) ?? null
  }
  static fromWebContents(contents: { readonly id: number }): StandInWindow | null {
    return StandInWindow.#all.find(({ webContents }) => webContents.id === contents.id) ?? null
  }

  readonly webContents: StandInWebContents
  #visible: boolean
  #focused = false
  #minimized = false
  #maximized = false
  /** The place that the main script set; nothing moves it. */
  readonly bounds: Rectangle
  isFlashing = false
  title = 'Electron'
  /** Views over the page. */
  readonly contentView = new StandInView()

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super()
    this.#visible = options.show !== false
    const { x = 0, y = 0, width = 800, height = 600 } = options
    this.title = options.title ?? this.title
    this.bounds = { x, y, width, height }
    const contents = new StandInWebContents(options.webPreferences ?? {})
    this.webContents = contents.self = strict('webContents', contents)
    contents.once('did-finish-load', () => this.emit('ready-to-show'))
    contents.on('standin-title', (title: string) => {
      const event = new StandInEvent()
      this.emit('page-title-updated', event, title, true)
      if (!event.defaultPrevented) this.title = title
    })
    contents.once('destroyed', () => {
      this.#gone()
    })
    StandInWindow.#all.push(this)
    app.windows.push(this)
    app.emit('web-contents-created', new StandInEvent(), this.webContents)
    app.emit('browser-window-created', new StandInEvent(), this)
  }

  #gone(): void {
    StandInWindow.#all.splice(StandInWindow.#all.indexOf(this), 1)
    app.windows.splice(app.windows.indexOf(this), 1)
    this.emit('closed')
    if (StandInWindow.#all.length === 0) app.lastWindowClosed()
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.load(url)
  }
  setTitle(title: string): void {
    this.title = title
  }
  getContentSize(): number[] {
    return [this.bounds.width, this.bounds.height]
  }
  show(): void {
    const wasVisible = this.#visible
    this.#visible = true
    if (!wasVisible) this.emit('show')
    this.focus()
  }
  hide(): void {
    this.#visible = false
    this.#focused = false
    this.emit('hide')
  }
  focus(): void {
    for (const other of StandInWindow.#all) if (other !== this) other.#focused = false
    this.#focused = true
    this.emit('focus')
  }
  maximize(): void {
    this.#maximized = true
  }
  isMaximized(): boolean {
    return this.#maximized
  }
  getNormalBounds(): Rectangle {
    return this.bounds
  }
  flashFrame(flag: boolean): void {
    this.isFlashing = flag
  }
  minimize(): void {
    this.#minimized = true
    this.#focused = false
  }
  restore(): void {
    this.#minimized = false
  }
  isVisible(): boolean {
    return this.#visible
  }
  isFocused(): boolean {
    return this.#focused
  }
  isMinimized(): boolean {
    return this.#minimized
  }
  isDestroyed(): boolean {
    return this.webContents.isDestroyed()
  }
  /** No page is asked. */
  destroy(): void {
    void this.webContents.closePage()
  }
  close(): void {
    void this.closeAsked()
  }
  async closeAsked(): Promise<boolean> {
    const event = new StandInEvent()
    this.emit('close', event)
    if (!event.defaultPrevented) await this.webContents.closePage()
    return !event.defaultPrevented
  }
}

export { StandInContentsView as WebContentsView, StandInWindow as BrowserWindow }
