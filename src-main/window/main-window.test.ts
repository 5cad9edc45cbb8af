import { EventEmitter } from 'node:events'

import { beforeEach, expect, it, vi } from 'vitest'

import type { ServerReady } from '../server-process/messages.ts'
import { MainWindow } from './main-window.ts'

const LOCAL = 'file:///app/pages/server-down.html?lang=en'

class FakeWindow extends EventEmitter {
  url = ''
  loads: string[] = []
  webContents = { getURL: () => this.url }
  focus = vi.fn()
  show = vi.fn()
  restore = vi.fn()
  isMinimized = () => true
  loadURL(url: string): Promise<void> {
    this.url = url
    this.loads.push(url)
    return Promise.resolve()
  }
}

class FakeServer {
  ready: ServerReady | undefined
  changed: () => void = () => undefined
  onChange(listener: () => void): void {
    this.changed = listener
  }
  become(ready: ServerReady | undefined): void {
    this.ready = ready
    this.changed()
  }
}

const readyOn = (port: number, setupUrl?: string): ServerReady => ({
  type: 'ready',
  publicUrl: 'http://0.0.0.0:8787',
  consoleUrl: `http://127.0.0.1:${port}`,
  ...(setupUrl !== undefined && { setupUrl }),
})

let server: FakeServer
let windows: FakeWindow[]
let main: MainWindow

beforeEach(() => {
  server = new FakeServer()
  windows = []
  main = new MainWindow(
    () => {
      windows.push(new FakeWindow())
      return windows.at(-1) as never
    },
    server,
    LOCAL,
  )
  main.open()
})

it('goes from the local page to the console', () => {
  server.become(readyOn(4000))
  server.changed()
  expect(windows[0]!.loads).toEqual([LOCAL, 'http://127.0.0.1:4000/console/'])
})

it('begins with the set-up while there is no owner', () => {
  const setupUrl = 'http://127.0.0.1:4000/console/#/setup?token=t'
  server.become(readyOn(4000, setupUrl))
  expect(windows[0]!.url).toBe(setupUrl)
})

it('comes back to the place where the user was, whatever the port', () => {
  server.become(readyOn(4000))
  windows[0]!.url = 'http://127.0.0.1:4000/console/#/live/5'
  server.become(undefined)
  server.changed()
  expect(windows[0]!.url).toBe(LOCAL)
  server.become(readyOn(4001))
  expect(windows[0]!.url).toBe('http://127.0.0.1:4001/console/#/live/5')
})

it('brings the window to the front instead of opening another', () => {
  main.open()
  expect(windows).toHaveLength(1)
  expect(windows[0]!.restore).toHaveBeenCalled()
  expect(windows[0]!.focus).toHaveBeenCalled()
})

it('opens a new one after the first was closed', () => {
  server.become(readyOn(4000))
  windows[0]!.emit('closed')
  main.open()
  expect(windows[1]!.loads).toEqual(['http://127.0.0.1:4000/console/'])
})
