/**
 * The desktop's life: the window hides, the tray shows the state, quitting asks, links and alerts open their
 * records.
 */
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { appWithFakeServer, type Place } from './fixtures/app.ts'
import { isRunning, serverPid } from './fixtures/server-pid.ts'
import { RISK, setState } from './fixtures/server-state.ts'
import { RunningApp, SOON, spawnApp } from './launch.ts'

let place: Place
let app: RunningApp

async function findPlace(): Promise<void> {
  place = await appWithFakeServer()
}
async function leave(): Promise<void> {
  await app.close()
  place.remove()
}

async function start(
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Page> {
  app = new RunningApp({ ...place, args, env })
  const page = await app.window()
  await page.waitForURL(/\/console\//)
  return page
}

const trayLabels = (): Promise<unknown[]> =>
  app.evaluate(({ Tray }) => Tray.all[0]!.menu!.items.map(({ label, type }) => label ?? type))
const toolTip = (): Promise<string> => app.evaluate(({ Tray }) => Tray.all[0]!.toolTip)
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

/** One desktop for all of them, started by a link and with unreadable settings. */
describe('the running desktop', () => {
  let page: Page
  let autostart: string

  beforeAll(async () => {
    await findPlace()
    const config = join(place.userData, 'config')
    autostart = join(config, 'autostart')
    writeFileSync(join(place.userData, 'desktop.json'), '{"windows": 5}')
    page = await start(['pulsekey://account/7'], { XDG_CONFIG_HOME: config })
  })
  afterAll(leave)

  it('reports that its settings are unreadable, and starts with new ones', async () => {
    // The box belongs to the window, so that it can't lie behind it.
    await expect
      .poll(() => callsOf('dialog.showMessageBox'), SOON)
      .toMatchObject([
        [
          'dialog.showMessageBox',
          { title: 'Pulsekey', message: 'The desktop settings couldn’t be read.' },
          { parent: 1 },
        ],
      ])
  })

  it('opens the record of the link that started it, and only its window for any other link', async () => {
    await page.waitForURL(/#\/live\/7$/)
    await closeWindow()
    await expect.poll(isVisible, SOON).toBe(false)
    await once(spawnApp({ ...place, args: ['pulsekey://setup/1?token=x'] }), 'exit')
    await expect.poll(isVisible, SOON).toBe(true)
    expect(page.url()).toMatch(/#\/live\/7$/)
  })

  it('opens the record of a link while it runs', async () => {
    await closeWindow()
    await expect.poll(isVisible, SOON).toBe(false)
    const [code] = (await once(spawnApp({ ...place, args: ['pulsekey://request/12'] }), 'exit')) as [number]
    expect(code).toBe(0)
    await page.waitForURL(/#\/requests\/12$/)
    await expect.poll(isVisible, SOON).toBe(true)
  })

  it('shows its window when it is started a second time', async () => {
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

  it('keeps the machine awake while it serves, and tells the server when the machine wakes', async () => {
    expect(await callsOf('powerSaveBlocker.start')).toEqual([
      ['powerSaveBlocker.start', 'prevent-app-suspension'],
    ])
    await app.evaluate(({ powerMonitor }) => {
      powerMonitor.emit('resume')
    })
    await expect.poll(() => readFileSync(join(place.data, 'received'), 'utf8'), SOON).toContain('resumed')
  })

  it("shows the server's state in the tray, and copies its address", async () => {
    setState(place, { live: 3, risks: [] })
    await expect.poll(toolTip, SOON).toBe('Pulsekey · The server is running · 3 trading accounts online')
    expect((await trayLabels()).slice(0, 2)).toEqual([
      'The server is running',
      'Copy address: http://0.0.0.0:8787',
    ])
    await clickTray('Copy address: http://0.0.0.0:8787')
    expect((await callsOf('clipboard.writeText')).at(-1)).toEqual([
      'clipboard.writeText',
      'http://0.0.0.0:8787',
    ])
  })

  it('leaves the menu of the tray alone while figures change, and while it is open', async () => {
    const identify = () =>
      app.evaluate(({ Tray }) => {
        const { menu } = Tray.all[0]!
        const known = (Reflect.get(menu!, 'mark') as number | undefined) ?? Math.random()
        Reflect.set(menu!, 'mark', known)
        return known
      })
    const before = await identify()
    setState(place, { live: 12, risks: [] })
    await expect.poll(toolTip, SOON).toContain('12 trading accounts online')
    expect(await identify()).toBe(before)
    await app.evaluate(({ Tray }) => Tray.all[0]!.menu!.emit('menu-will-show'))
    setState(place, { live: 13, risks: [{ ...RISK, key: 'drawdown:9:1' }] })
    await expect.poll(toolTip, SOON).toContain('13 trading accounts online')
    expect(await identify()).toBe(before)
    await app.evaluate(({ Tray }) => Tray.all[0]!.menu!.emit('menu-will-close'))
    await expect.poll(trayLabels, SOON).toContain('1 high risk')
    expect(await identify()).not.toBe(before)
  })

  it('opens the screen that asks before it pauses anything', async () => {
    await closeWindow()
    await expect.poll(isVisible, SOON).toBe(false)
    await clickTray('Pause all opening…')
    await page.waitForURL(/#\/pause-all$/)
    await expect.poll(isVisible, SOON).toBe(true)
  })

  it('checks whether it starts at login when the tray opens, not at each message of the server', async () => {
    const openTray = () => app.evaluate(({ Tray }) => Tray.all[0]!.menu!.emit('menu-will-show'))
    const isTicked = () =>
      app.evaluate(({ Tray }) => {
        const { items } = Tray.all[0]!.menu!
        return items.find(({ label }) => label === 'Start when I sign in')!.checked
      })
    rmSync(autostart, { recursive: true, force: true })
    setState(place, { live: 1, risks: [] })
    await expect.poll(toolTip, SOON).toContain('1 trading account online')
    await openTray()
    expect(await isTicked()).toBe(false)
    mkdirSync(autostart, { recursive: true })
    writeFileSync(join(autostart, 'pulsekey.desktop'), '[Desktop Entry]')
    setState(place, { live: 2, risks: [] })
    await expect.poll(toolTip, SOON).toContain('2 trading accounts online')
    expect(await isTicked()).toBe(false)
    await openTray()
    expect(await isTicked()).toBe(true)
    await app.evaluate(({ Tray }) => Tray.all[0]!.menu!.emit('menu-will-close'))
  })

  it('reports and counts a new high risk, and opens its account', async () => {
    setState(place, { live: 1, risks: [] })
    await expect.poll(toolTip, SOON).toContain('1 trading account online')
    await closeWindow()
    await expect.poll(isVisible, SOON).toBe(false)
    setState(place, { live: 1, risks: [RISK] })
    await expect.poll(notifications, SOON).toContain('High risk')
    await expect.poll(() => app.evaluate(({ app: electronApp }) => electronApp.badge), SOON).toBe(1)
    await expect.poll(trayLabels, SOON).toContain('1 high risk')
    await app.evaluate(({ Notification }) => {
      Notification.shown.find(({ title }) => title === 'High risk')!.emit('click')
    })
    await page.waitForURL(/#\/live\/5$/)
    await expect.poll(isVisible, SOON).toBe(true)
  })

  it('has several windows on request, and all but the last one close', async () => {
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

describe('a new desktop', () => {
  beforeEach(findPlace)
  afterEach(leave)

  it('hides its window when it is closed, says so only once, and restores its place after a restart', async () => {
    const page = await start()
    const pid = await serverPid(app)
    await closeWindow()
    await expect.poll(isVisible, SOON).toBe(false)
    expect(isRunning(pid)).toBe(true)
    expect((await fetch(page.url())).status).toBe(200)
    expect(await notifications()).toEqual(['Pulsekey keeps running'])
    await clickTray('Open Pulsekey')
    expect(await isVisible()).toBe(true)
    await closeWindow()
    expect(await notifications()).toHaveLength(1)
    await app.evaluate(({ BrowserWindow }) => {
      Object.assign(BrowserWindow.getAllWindows()[0]!.bounds, { x: 40, y: 50, width: 1000, height: 700 })
    })
    await quit()
    await app.exited

    // Like a start by the system, which shows no window.
    await start(['--hidden'])
    expect(await isVisible()).toBe(false)
    const bounds = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.bounds)
    expect(bounds).toEqual({ x: 40, y: 50, width: 1000, height: 700 })
    await clickTray('Open Pulsekey')
    expect(await isVisible()).toBe(true)
    await closeWindow()
    await expect.poll(isVisible, SOON).toBe(false)
    expect(await notifications()).toEqual([])
  })

  it('asks before it quits while accounts are connected, and still serves when the user stays', async () => {
    setState(place, { live: 2, risks: [] })
    await start()
    await expect.poll(toolTip, SOON).toContain('2 trading accounts online')
    const pid = await serverPid(app)
    await quit()
    await expect
      .poll(() => callsOf('dialog.showMessageBox'), SOON)
      .toMatchObject([
        [
          'dialog.showMessageBox',
          { message: '2 trading accounts are connected. Quit anyway?' },
          { parent: 1 },
        ],
      ])
    expect(isRunning(pid)).toBe(true)
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
    })
    await quit()
    expect(await app.exited).toBe(0)
    expect(isRunning(pid)).toBe(false)
  })

  it('is in Chinese on a Chinese system, and asks nothing when the system ends it', async () => {
    setState(place, { live: 3, risks: [] })
    await start(['--lang=zh-CN'])
    await expect.poll(toolTip, SOON).toBe('Pulsekey · 服务器正在运行 · 3 个交易账户在线')
    app.signal('SIGTERM')
    expect(await app.exited).toBe(0)
  })
})
