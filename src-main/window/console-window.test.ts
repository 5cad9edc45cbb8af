import { beforeEach, expect, it } from 'vitest'

import type { ShownConsole } from '../source/console-source.ts'
import { ConsoleWindow } from './console-window.ts'
import { FakeWindow } from './fake-window.ts'

const LOCAL = 'pulsekey-shell://pages/server-down.html?lang=en'
const LOST = 'pulsekey-shell://pages/page-lost.html?lang=en'
const pages = { down: () => LOCAL, lost: () => LOST }

const readyOn = (port: number, setupUrl?: string): ShownConsole => ({
  consoleUrl: `http://127.0.0.1:${port}`,
  setupUrl,
})

let source: { ready: ShownConsole | undefined }
let window: FakeWindow
let shown: ConsoleWindow

beforeEach(() => {
  source = { ready: undefined }
  window = new FakeWindow()
  shown = new ConsoleWindow(window as never, source, pages)
})

function become(ready: ShownConsole | undefined): void {
  source.ready = ready
  shown.follow()
}

it('goes from the local page to the console', () => {
  become(readyOn(4000))
  shown.follow()
  expect(window.loads).toEqual([LOCAL, 'http://127.0.0.1:4000/console/'])
})

it('begins with the set-up while there is no owner', () => {
  const setupUrl = 'http://127.0.0.1:4000/console/#/setup?token=t'
  become(readyOn(4000, setupUrl))
  expect(window.url).toBe(setupUrl)
  shown.goTo('#/live/5')
  expect(window.url).toBe(setupUrl)
})

it("returns to the user's last screen, whatever the port", () => {
  become(readyOn(4000))
  window.url = 'http://127.0.0.1:4000/console/#/live/5'
  become(undefined)
  shown.follow()
  expect(window.url).toBe(LOCAL)
  become(readyOn(4001))
  expect(window.url).toBe('http://127.0.0.1:4001/console/#/live/5')
})

it('goes to a screen at once, or as soon as the console is there', () => {
  shown.goTo('#/live/5')
  expect(window.url).toBe(LOCAL)
  become(readyOn(4000))
  expect(window.url).toBe('http://127.0.0.1:4000/console/#/live/5')
  shown.goTo('#/risk')
  expect(window.url).toBe('http://127.0.0.1:4000/console/#/risk')
})

it('comes to the front from any state', () => {
  window.isMinimized = () => true
  shown.show()
  expect(window.calls).toEqual(['restore', 'show', 'focus'])
})

it('reloads its page when that is gone', () => {
  become(readyOn(4000))
  shown.reload()
  expect(window.loads.slice(1)).toEqual(['http://127.0.0.1:4000/console/', 'http://127.0.0.1:4000/console/'])
})

it('returns to its screen when its page is loaded again', () => {
  become(readyOn(4000))
  window.url = 'http://127.0.0.1:4000/console/#/codes'
  shown.reload()
  expect(window.loads.at(-1)).toBe('http://127.0.0.1:4000/console/#/codes')
})

it('shows that its page ended again and again, until the user loads it again', () => {
  become(readyOn(4000))
  window.url = 'http://127.0.0.1:4000/console/#/codes'
  shown.giveUp()
  expect(window.loads.at(-1)).toBe(LOST)
  become(undefined)
  become(readyOn(4001))
  expect(window.loads.at(-1)).toBe(LOST)
  shown.reload()
  expect(window.loads.at(-1)).toBe('http://127.0.0.1:4001/console/#/codes')
})
