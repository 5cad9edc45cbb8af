import { EventEmitter } from 'node:events'

/** A window that records the calls to it. */
export class FakeWindow extends EventEmitter {
  url = ''
  readonly loads: string[] = []
  readonly calls: string[] = []
  readonly webContents = Object.assign(new EventEmitter(), {
    getURL: () => this.url,
    forcefullyCrashRenderer: () => {
      this.calls.push('crash')
    },
    insertCSS: (css: string) => {
      this.calls.push(css)
      return Promise.resolve('')
    },
  })
  title = ''
  isDestroyed = (): boolean => false
  bounds = { x: 10, y: 20, width: 1000, height: 700 }
  visible = true
  isMinimized = (): boolean => false
  isMaximized = (): boolean => false
  isVisible = (): boolean => this.visible
  getNormalBounds = (): typeof this.bounds => this.bounds

  setTitle(title: string): void {
    this.title = title
  }
  restore(): void {
    this.calls.push('restore')
  }
  show(): void {
    this.visible = true
    this.calls.push('show')
    this.emit('show')
  }
  hide(): void {
    this.visible = false
    this.calls.push('hide')
  }
  focus(): void {
    this.calls.push('focus')
    this.emit('focus')
  }
  destroy(): void {
    this.calls.push('destroy')
    this.emit('closed')
  }
  /** Acts like a click on the close button. */
  close(): void {
    const event = { prevented: false, preventDefault: () => (event.prevented = true) }
    this.emit('close', event)
    if (!event.prevented) this.emit('closed')
  }
  loadURL(url: string): Promise<void> {
    this.url = url
    this.loads.push(url)
    return Promise.resolve()
  }
}
