import { expect, it } from 'vitest'

import { createWindow, type WindowLook, windowOptions } from './create-window.ts'
import { FakeWindow } from './fake-window.ts'

const look: WindowLook = { preload: '/out/preload/index.cjs', isDark: true }

it('gives every page a sandbox, an isolated context and no Node', () => {
  expect(windowOptions(look).webPreferences).toEqual({
    preload: '/out/preload/index.cjs',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    spellcheck: false,
  })
})

it('separates the cookies of a remote server', () => {
  expect(windowOptions({ ...look, partition: 'persist:server-o' }).webPreferences?.partition).toBe(
    'persist:server-o',
  )
})

it('restores its place, or leaves that to the system', () => {
  const place = { x: 1, y: 2, width: 1000, height: 700, maximized: false }
  expect(windowOptions({ ...look, place })).toMatchObject({ x: 1, y: 2, width: 1000, height: 700 })
  expect(windowOptions(look)).not.toHaveProperty('x')
})

it("has its own icon where the system doesn't use the program's", () => {
  expect(windowOptions({ ...look, icon: '/out/main/icons/window.png' }).icon).toBe(
    '/out/main/icons/window.png',
  )
  expect(windowOptions({ ...look, icon: undefined })).not.toHaveProperty('icon')
})

it('appears with its first paint, unless it starts hidden', () => {
  const shown = createWindow(FakeWindow as never, look, false) as unknown as FakeWindow
  expect(shown.calls).toEqual([])
  shown.emit('ready-to-show')
  expect(shown.calls).toEqual(['show'])
  const closed = createWindow(FakeWindow as never, look, false) as unknown as FakeWindow
  closed.emit('hide')
  closed.emit('ready-to-show')
  expect(closed.calls).toEqual([])
  const hidden = createWindow(FakeWindow as never, look, true) as unknown as FakeWindow
  hidden.emit('ready-to-show')
  expect(hidden.calls).toEqual([])
})
