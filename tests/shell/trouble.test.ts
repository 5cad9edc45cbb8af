/** The desktop where a disk is full, a file can't be read, or a part fails: it serves, it ends, and it says why. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { appWithFakeServer, type Place } from './fixtures/app.ts'
import { isRunning, serverPid } from './fixtures/server-pid.ts'
import { RunningApp, SOON, spawnApp } from './launch.ts'

let place: Place
let app: RunningApp

beforeEach(async () => {
  place = await appWithFakeServer()
})
afterEach(async () => {
  await app.close()
  place.remove()
})
const inUserData = (name: string): string => join(place.userData, name)

async function start(args: readonly string[] = []): Promise<Page> {
  app = new RunningApp({ ...place, args })
  const page = await app.window()
  await page.waitForURL(/\/console\//)
  return page
}
const boxes = (): Promise<{ message: string; detail: string }[]> =>
  app.evaluate(({ calls }) =>
    calls
      .filter(([name]) => name === 'dialog.showMessageBox')
      .map(([, options]) => options as { message: string; detail: string }),
  )
const notifications = (): Promise<{ title: string; body: string }[]> =>
  app.evaluate(({ Notification }) => Notification.shown.map(({ title, body }) => ({ title, body })))
const closeWindow = (): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.close()
  })
const isVisible = (): Promise<boolean> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isVisible())

describe('settings that cannot be read', () => {
  it('do not keep the desktop from its start, and a box in its window gives the reason', async () => {
    mkdirSync(inUserData('desktop.json'))
    await start()
    await expect.poll(boxes, SOON).toMatchObject([
      {
        message: 'The desktop settings couldn’t be read.',
        detail: expect.stringMatching(/EISDIR/) as string,
      },
    ])
  })

  it('wait with their box until somebody opens the window of a hidden start', async () => {
    writeFileSync(inUserData('desktop.json'), 'no JSON')
    await start(['--hidden'])
    expect(await boxes()).toEqual([])
    await app.evaluate(({ Tray }) => {
      Tray.all[0]!.menu!.click('Open Pulsekey')
    })
    await expect.poll(async () => (await boxes()).length, SOON).toBe(1)
  })
})

it('the desktop starts and serves although its logs cannot be written', async () => {
  writeFileSync(inUserData('logs'), 'a file in the way')
  const page = await start()
  expect((await fetch(page.url())).status).toBe(200)
})

describe('settings that cannot be written', () => {
  beforeEach(() => {
    // A folder in the way of the new file stands for a full disk.
    mkdirSync(inUserData('desktop.json.new'))
  })

  it('do not keep the last window from hiding', async () => {
    await start()
    await closeWindow()
    await expect.poll(isVisible, SOON).toBe(false)
    expect(await notifications()).toHaveLength(1)
  })

  it('do not keep the desktop and its server from ending', async () => {
    await start()
    const pid = await serverPid(app)
    app.signal('SIGTERM')
    expect(await app.exited).toBe(0)
    expect(isRunning(pid)).toBe(false)
  })
})

describe('a start that fails', () => {
  beforeEach(() => {
    // Without its picture there is no tray icon.
    rmSync(join(place.main, '../icons'), { recursive: true })
  })

  it('says why and where the log is, ends, and is not in the way of the next start', async () => {
    const lock = inUserData('standin.lock')
    app = new RunningApp({ ...place, env: { STANDIN_BOXES: 'open' } })
    await expect.poll(boxes, SOON).toHaveLength(1)
    const [box] = await boxes()
    expect(box).toMatchObject({ message: 'Pulsekey couldn’t start.' })
    expect(box!.detail).toMatch(/Failed to load image/)
    expect(box!.detail).toContain(inUserData('logs'))
    expect(existsSync(lock)).toBe(false)
    expect(readFileSync(inUserData('logs/server.log'), 'utf8')).toMatch(
      /^desktop: start: Error: Failed to load image/m,
    )
    await app.evaluate(({ openBoxes }) => {
      openBoxes[0]!(1)
    })
    expect(await app.exited).toBe(1)
  })

  it('leaves no process behind', async () => {
    app = new RunningApp(place)
    expect(await app.exited).toBe(1)
    const second = spawnApp(place)
    const code = await new Promise((done) => second.once('exit', done))
    // It tried for itself, instead of ending without a word because of the first one.
    expect(code).toBe(1)
  })
})

it('an error that nobody catches is logged and shown, and the desktop goes on', async () => {
  const page = await start()
  await app.evaluate(() => {
    setTimeout(() => {
      throw new Error('an error of the test')
    })
  })
  await expect.poll(boxes, SOON).toMatchObject([{ message: 'An error occurred in Pulsekey.' }])
  expect((await boxes())[0]!.detail).toContain('an error of the test')
  expect(readFileSync(inUserData('logs/server.log'), 'utf8')).toContain(
    'desktop: uncaught: Error: an error of the test',
  )
  expect((await fetch(page.url())).status).toBe(200)
})

describe('a server that is down while nobody sees a window', () => {
  it('is announced with the reason, and again when it is back', async () => {
    writeFileSync(join(place.data, 'broken'), '')
    app = new RunningApp({ ...place, args: ['--hidden'] })
    await app.window()
    await expect.poll(notifications, SOON).toEqual([
      {
        title: 'The server is not running',
        body: 'Port 8787 is used by another program. Close that program, or use another port.',
      },
    ])
    rmSync(join(place.data, 'broken'))
    await expect
      .poll(async () => (await notifications()).at(-1)?.title, SOON)
      .toBe('The server is running again')
  })
})
