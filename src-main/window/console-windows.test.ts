import { beforeEach, expect, it } from 'vitest'

import type { ShownConsole } from '../source/console-source.ts'
import { ConsoleWindows } from './console-windows.ts'
import { FakeWindow } from './fake-window.ts'

let ready: ShownConsole
let made: FakeWindow[]
let created: unknown[][]
let hidden: number
let isEnding: boolean
let windows: ConsoleWindows

beforeEach(() => {
  ready = { consoleUrl: 'http://127.0.0.1:4000' }
  made = []
  created = []
  hidden = 0
  isEnding = false
  windows = new ConsoleWindows({
    create: (...how) => {
      created.push(how)
      const window = new FakeWindow()
      made.push(window)
      return window as never
    },
    source: {
      get ready() {
        return ready
      },
    },
    pages: { down: () => 'pulsekey-shell://pages/down', lost: () => 'pulsekey-shell://pages/lost' },
    timers: { nowMs: () => 0 },
    askToReload: () => Promise.resolve(false),
    isEnding: () => isEnding,
    hidden: () => {
      if (Number.isNaN(hidden)) throw new Error('no space left on device')
      hidden++
    },
  })
  windows.open()
})

it('hides the last window instead of closing it, and shows that one again', () => {
  made[0]!.close()
  expect(made[0]!.visible).toBe(false)
  expect(hidden).toBe(1)
  windows.show()
  expect(made).toHaveLength(1)
  expect(made[0]!.visible).toBe(true)
})

it('closes a window when there are others', () => {
  windows.open()
  made[0]!.close()
  expect(made[0]!.calls).toEqual([])
  expect(windows.all).toEqual([made[1]])
  made[1]!.close()
  expect(hidden).toBe(1)
})

it('closes all when the desktop ends', () => {
  isEnding = true
  made[0]!.close()
  expect(windows.all).toEqual([])
  expect(hidden).toBe(0)
})

it('sends the window that had the focus last to a screen', () => {
  windows.open()
  made[0]!.focus()
  windows.show('#/live/5')
  expect(made[0]!.url).toBe('http://127.0.0.1:4000/console/#/live/5')
  expect(made[1]!.url).toBe('http://127.0.0.1:4000/console/')
})

it('opens a window on the screen when there is none', () => {
  isEnding = true
  made[0]!.close()
  windows.show('#/risk')
  expect(made[1]!.url).toBe('http://127.0.0.1:4000/console/#/risk')
})

it("knows the windows' places", () => {
  windows.open()
  made[1]!.bounds = { x: 1, y: 2, width: 3, height: 4 }
  expect(windows.places).toEqual([
    { x: 10, y: 20, width: 1000, height: 700, maximized: false, screen: '' },
    { x: 1, y: 2, width: 3, height: 4, maximized: false, screen: '' },
  ])
})

it('opens them again in the same places, hidden as before', () => {
  windows.open()
  made[0]!.hide()
  windows.replace()
  const place = { x: 10, y: 20, width: 1000, height: 700, maximized: false, screen: '' }
  expect(created.slice(2)).toEqual([
    [place, true],
    [place, false],
  ])
  expect(made.slice(0, 2).map(({ calls }) => calls.at(-1))).toEqual(['destroy', 'destroy'])
  expect(windows.all).toEqual([made[2], made[3]])
})

it('loads a page again however its process ended', () => {
  const [window] = made
  window!.webContents.emit('render-process-gone', {}, { reason: 'killed' })
  window!.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
  expect(window!.loads).toEqual(Array.from({ length: 3 }, () => 'http://127.0.0.1:4000/console/'))
})

it('shows a page of its own for one that ends again and again, until the user loads it again', () => {
  const [window] = made
  for (let count = 0; count < 4; count++)
    window!.webContents.emit('render-process-gone', {}, { reason: 'oom' })
  expect(window!.url).toBe('pulsekey-shell://pages/lost')
  windows.reload(window!.webContents as never)
  expect(window!.url).toBe('http://127.0.0.1:4000/console/')
})

it('hides although the bookkeeping about it fails', () => {
  hidden = NaN
  made[0]!.close()
  expect(made[0]!.visible).toBe(false)
})

it('waits for somebody who sees a window', () => {
  made[0]!.hide()
  let seen = 0
  windows.whenSeen(() => seen++)
  expect(seen).toBe(0)
  windows.show()
  windows.show()
  expect(seen).toBe(1)
  windows.whenSeen(() => seen++)
  expect(seen).toBe(2)
})

it.each([
  ['http://127.0.0.1:4000/console/#/live/5', '#/live/5'],
  ['http://127.0.0.1:4000/console/#/setup?token=secret', ''],
  ['http://127.0.0.1:4000/console/#/codes?search=x', ''],
])('remembers of %s the screen %j', (url, screen) => {
  made[0]!.url = url
  expect(windows.places[0]!.screen).toBe(screen)
})

it('opens the console, and no longer the set-up, once the owner has gone on from it', () => {
  const setupUrl = 'http://127.0.0.1:4000/console/#/setup?token=t'
  ready = { ...ready, setupUrl }
  windows.open()
  expect(made[1]!.url).toBe(setupUrl)
  made[1]!.webContents.emit('did-navigate-in-page', {}, 'http://127.0.0.1:4000/console/#/setup?token=t&x')
  windows.show('#/live/5')
  expect(made[1]!.url).toBe(setupUrl)
  made[1]!.webContents.emit('did-navigate-in-page', {}, 'http://127.0.0.1:4000/console/#/live')
  windows.show('#/live/5')
  expect(made[1]!.url).toBe('http://127.0.0.1:4000/console/#/live/5')
  windows.open()
  expect(made[2]!.url).toBe('http://127.0.0.1:4000/console/')
})
