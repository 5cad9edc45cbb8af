import { expect, it } from 'vitest'

import { createWindow, type WindowLook, windowOptions } from './create-window.ts'
import { FakeWindow } from './fake-window.ts'

const look: WindowLook = { preload: '/out/preload/index.cjs', isDark: true }

it('gives every page a sandbox, a world of its own and no Node', () => {
  expect(windowOptions(look).webPreferences).toEqual({
    preload: '/out/preload/index.cjs',
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  })
})

it('keeps the cookies of a server elsewhere apart', () => {
  expect(windowOptions({ ...look, partition: 'persist:server-o' }).webPreferences?.partition).toBe(
    'persist:server-o',
  )
})

it('puts it where it was, or leaves that to the system', () => {
  const place = { x: 1, y: 2, width: 1000, height: 700, maximized: false }
  expect(windowOptions({ ...look, place })).toMatchObject({ x: 1, y: 2, width: 1000, height: 700 })
  expect(windowOptions(look)).not.toHaveProperty('x')
})

it('has a picture of its own where the program’s isn’t taken', () => {
  expect(windowOptions({ ...look, icon: '/out/main/icons/window.png' }).icon).toBe(
    '/out/main/icons/window.png',
  )
  expect(windowOptions({ ...look, icon: undefined })).not.toHaveProperty('icon')
})

it('is shown with its first paint, unless nobody wants to see it', () => {
  const shown = createWindow(FakeWindow as never, look, false) as unknown as FakeWindow
  expect(shown.calls).toEqual([])
  shown.emit('ready-to-show')
  expect(shown.calls).toEqual(['show'])
  const hidden = createWindow(FakeWindow as never, look, true) as unknown as FakeWindow
  hidden.emit('ready-to-show')
  expect(hidden.calls).toEqual([])
})
