/** The desktop's life: the window hides, the tray says how it stands, quitting asks, links and alerts open what they name. */
import { once } from 'node:events'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
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

async function start(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Page> {
  app = new RunningApp({ ...place, args, env })
  const page = await app.window()
  await page.waitForURL(/\/console\//)
  return page
}

interface Told {
  readonly live: number
  readonly risks: readonly object[]
}

/** What the server says of itself from now on. */
function tell(state: Told): void {
  const path = join(place.data, 'state.json')
  writeFileSync(`${path}.new`, JSON.stringify(state))
  renameSync(`${path}.new`, path)
}
const risk = { key: 'drawdown:5:1', kind: 'drawdown', subject: '5@Broker', device: 5 }

const trayLabels = (): Promise<unknown[]> =>
  app.evaluate(({ Tray }) => Tray.all[0]!.menu!.items.map(({ label, type }) => label ?? type))
const clickTray = (label: string): Promise<void> =>
  app.evaluate(({ Tray }, to) => {
    Tray.all[0]!.menu!.click(to)
  }, label)
const quit = (): Promise<void> =>
  app.evaluate(({ app: electronApp }) => {
    electronApp.quit()
  })
const callsOf = (name: string): Promise<unknown[][]> =>
  app.evaluate(({ calls }, wanted) => calls.filter(([called]) => called === wanted), name)
const isVisible = (): Promise<boolean> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.isVisible())
const closeWindow = (): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.close()
  })
const notifications = (): Promise<string[]> =>
  app.evaluate(({ Notification }) => Notification.shown.map(({ title }) => title))

describe('the window', () => {
  it('is hidden by its cross, told so once for ever, while the server goes on answering', async () => {
    const page = await start()
    const pid = await serverPid(app)
    await closeWindow()
    await expect.poll(isVisible, SOON).toBe(false)
    expect(isRunning(pid)).toBe(true)
    expect((await fetch(page.url())).status).toBe(200)
    expect(await notifications()).toEqual(['Pulsekey goes on serving'])
    await clickTray('Open Pulsekey')
    expect(await isVisible()).toBe(true)
    await closeWindow()
    expect(await notifications()).toHaveLength(1)
    await app.close()
    await start()
    await closeWindow()
    await expect.poll(isVisible, SOON).toBe(false)
    expect(await notifications()).toEqual([])
  })

  it('comes back where it was, and is not shown when the system starts the desktop', async () => {
    await start()
    await app.evaluate(({ BrowserWindow }) => {
      Object.assign(BrowserWindow.getAllWindows()[0]!.bounds, { x: 40, y: 50, width: 1000, height: 700 })
    })
    await quit()
    await app.exited
    await start(['--hidden'])
    expect(await isVisible()).toBe(false)
    const bounds = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.bounds)
    expect(bounds).toEqual({ x: 40, y: 50, width: 1000, height: 700 })
  })

  it('is one of several where that is wanted, and all but the last close', async () => {
    await start()
    await app.evaluate(({ Menu }) => {
      Menu.getApplicationMenu()!.click('New window')
    })
    const count = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
    expect(await count()).toBe(2)
    await closeWindow()
    await expect.poll(count, SOON).toBe(1)
    await expect.poll(isVisible, SOON).toBe(true)
  })
})

describe('the tray', () => {
  it('says how the server stands, and copies its address', async () => {
    tell({ live: 3, risks: [] })
    await start()
    await expect
      .poll(async () => (await trayLabels()).slice(0, 3), SOON)
      .toEqual(['The server is running', 'Copy address: http://0.0.0.0:8787', '3 accounts live'])
    await clickTray('Copy address: http://0.0.0.0:8787')
    expect(await callsOf('clipboard.writeText')).toEqual([['clipboard.writeText', 'http://0.0.0.0:8787']])
  })

  it('opens the screen that asks before it pauses anything', async () => {
    const page = await start()
    await closeWindow()
    await clickTray('Pause all opening…')
    await page.waitForURL(/#\/pause-all$/)
    expect(await isVisible()).toBe(true)
  })

  it('looks whether it starts at login when it opens, not at each word of the server', async () => {
    const config = join(place.userData, 'config')
    tell({ live: 1, risks: [] })
    await start([], { XDG_CONFIG_HOME: config })
    await expect.poll(trayLabels, SOON).toContain('1 account live')
    mkdirSync(join(config, 'autostart'), { recursive: true })
    writeFileSync(join(config, 'autostart/pulsekey.desktop'), '[Desktop Entry]')
    const isTicked = () =>
      app.evaluate(({ Tray }) => {
        const { items } = Tray.all[0]!.menu!
        return items.find(({ label }) => label === 'Start when I sign in')!.checked
      })
    tell({ live: 2, risks: [] })
    await expect.poll(trayLabels, SOON).toContain('2 accounts live')
    expect(await isTicked()).toBe(false)
    await app.evaluate(({ Tray }) => Tray.all[0]!.menu!.emit('menu-will-show'))
    expect(await isTicked()).toBe(true)
  })

  it('speaks Chinese where that is spoken', async () => {
    tell({ live: 3, risks: [] })
    await start(['--lang=zh-CN'])
    await expect.poll(async () => (await trayLabels())[2], SOON).toBe('3 个账户在线')
  })
})

describe('quitting', () => {
  it('asks while accounts are connected, and goes on serving when he stays', async () => {
    tell({ live: 2, risks: [] })
    await start()
    await expect.poll(trayLabels, SOON).toContain('2 accounts live')
    const pid = await serverPid(app)
    await quit()
    await expect
      .poll(() => callsOf('dialog.showMessageBox'), SOON)
      .toMatchObject([['dialog.showMessageBox', { message: '2 accounts are connected. Quit all the same?' }]])
    expect(isRunning(pid)).toBe(true)
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
    })
    await quit()
    expect(await app.exited).toBe(0)
    expect(isRunning(pid)).toBe(false)
  })

  it('asks nobody when the system ends it', async () => {
    tell({ live: 2, risks: [] })
    await start()
    await expect.poll(trayLabels, SOON).toContain('2 accounts live')
    app.signal('SIGTERM')
    expect(await app.exited).toBe(0)
  })
})

describe('a new high risk', () => {
  it('is told, counted, and leads to its account', async () => {
    tell({ live: 1, risks: [] })
    const page = await start()
    await expect.poll(trayLabels, SOON).toContain('1 account live')
    await closeWindow()
    tell({ live: 1, risks: [risk] })
    await expect.poll(notifications, SOON).toContain('High risk')
    expect(await app.evaluate(({ app: electronApp }) => electronApp.badge)).toBe(1)
    expect(await trayLabels()).toContain('1 high risk')
    await app.evaluate(({ Notification }) => {
      Notification.shown.find(({ title }) => title === 'High risk')!.emit('click')
    })
    await page.waitForURL(/#\/live\/5$/)
    expect(await isVisible()).toBe(true)
  })
})

describe('a link', () => {
  it('opens the record it names, in the desktop that runs', async () => {
    const page = await start()
    await closeWindow()
    const [code] = (await once(spawnApp({ ...place, args: ['pulsekey://request/12'] }), 'exit')) as [number]
    expect(code).toBe(0)
    await page.waitForURL(/#\/requests\/12$/)
    expect(await isVisible()).toBe(true)
  })

  it('that is anything else only shows the window', async () => {
    const page = await start(['pulsekey://account/7'])
    await page.waitForURL(/#\/live\/7$/)
    await closeWindow()
    await once(spawnApp({ ...place, args: ['pulsekey://setup/1?token=x'] }), 'exit')
    await expect.poll(isVisible, SOON).toBe(true)
    expect(page.url()).toMatch(/#\/live\/7$/)
  })
})

it('keeps the machine awake while it serves, and tells the server that the machine woke', async () => {
  await start()
  expect(await callsOf('powerSaveBlocker.start')).toEqual([
    ['powerSaveBlocker.start', 'prevent-app-suspension'],
  ])
  await app.evaluate(({ powerMonitor }) => {
    powerMonitor.emit('resume')
  })
  await expect.poll(() => readFileSync(join(place.data, 'heard'), 'utf8'), SOON).toContain('resumed')
})

it('says that its settings could not be read, and begins anew', async () => {
  writeFileSync(join(place.userData, 'desktop.json'), '{"windows": 5}')
  await start()
  expect(await callsOf('dialog.showMessageBox')).toMatchObject([
    ['dialog.showMessageBox', { message: 'The settings of this desktop could not be read.' }],
  ])
})
