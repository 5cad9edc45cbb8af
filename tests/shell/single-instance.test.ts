import { once } from 'node:events'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { appWithFakeServer, type Place } from './fixtures/app.ts'
import { RunningApp, SOON, spawnApp } from './launch.ts'

let place: Place
let app: RunningApp

beforeEach(async () => {
  place = await appWithFakeServer()
  app = new RunningApp(place)
})
afterEach(async () => {
  await app.close()
  place.remove()
})

it('shows the first one’s window when it is started a second time', async () => {
  const page = await app.window()
  await page.waitForURL(/\/console\/$/)
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.minimize()
  })
  const [code] = (await once(spawnApp(place), 'exit')) as [number]
  expect(code).toBe(0)
  const window = () =>
    app.evaluate(({ BrowserWindow }) => {
      const all = BrowserWindow.getAllWindows()
      return { windows: all.length, minimized: all[0]!.isMinimized(), focused: all[0]!.isFocused() }
    })
  await expect.poll(window, SOON).toEqual({ windows: 1, minimized: false, focused: true })
})
