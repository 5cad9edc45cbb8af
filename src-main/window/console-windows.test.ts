import { beforeEach, expect, it } from 'vitest'

import { ConsoleWindows } from './console-windows.ts'
import { FakeWindow } from './fake-window.ts'

const ready = { consoleUrl: 'http://127.0.0.1:4000' }
let made: FakeWindow[]
let created: unknown[][]
let hidden: number
let isEnding: boolean
let windows: ConsoleWindows

beforeEach(() => {
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
    source: { ready },
    localPage: 'file:///down.html',
    isEnding: () => isEnding,
    hidden: () => hidden++,
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
    { x: 10, y: 20, width: 1000, height: 700, maximized: false },
    { x: 1, y: 2, width: 3, height: 4, maximized: false },
  ])
})

it('opens them again in the same places, hidden as before', () => {
  windows.open()
  made[0]!.hide()
  windows.replace()
  const place = { x: 10, y: 20, width: 1000, height: 700, maximized: false }
  expect(created.slice(2)).toEqual([
    [place, true],
    [place, false],
  ])
  expect(made.slice(0, 2).map(({ calls }) => calls.at(-1))).toEqual(['destroy', 'destroy'])
  expect(windows.all).toEqual([made[2], made[3]])
})

it('reloads a page that crashed, but not one that was ended', () => {
  const [window] = made
  window!.webContents.emit('render-process-gone', {}, { reason: 'killed' })
  expect(window!.loads).toHaveLength(1)
  window!.webContents.emit('render-process-gone', {}, { reason: 'crashed' })
  expect(window!.loads).toEqual(Array.from({ length: 2 }, () => 'http://127.0.0.1:4000/console/'))
})
