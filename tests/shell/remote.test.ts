/**
 * A server elsewhere: added after a yes to its certificate, shown beside this machine's own, recognized by its
 * key, and refused with another one.
 */
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import type { ShellBridge } from '../../src-main/contract/shell.ts'
import { makeCertificate, renewCertificate } from '../support/certificate.ts'
import { appWithFakeServer, type Place } from './fixtures/app.ts'
import { serverPid, isRunning } from './fixtures/server-pid.ts'
import { RISK, setState } from './fixtures/server-state.ts'
import { RunningApp, SOON } from './launch.ts'

declare const window: { shell: ShellBridge }

let place: Place
let app: RunningApp
let elsewhere: Server
let origin: string
const asked: string[] = []
const first = makeCertificate()
/** Another certificate for the same key. */
const renewed = { key: first.key, cert: renewCertificate(first.key) }
const other = makeCertificate()

beforeAll(async () => {
  elsewhere = createServer(first, (request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`)
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Away</title><h1>Away</h1>')
  })
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
  origin = `https://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
})
afterAll(() => {
  elsewhere.close()
})
beforeEach(async () => {
  elsewhere.setSecureContext(first)
  asked.splice(0)
  place = await appWithFakeServer()
  app = new RunningApp(place)
})
afterEach(async () => {
  await app.close()
  place.remove()
})

/** The page of the desktop's own settings, opened from the menu. */
async function preferences(): Promise<Page> {
  const main = await app.window()
  await main.waitForURL(/\/console\/$/)
  await app.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()!.click('Desktop settings…')
  })
  return app.page(/preferences\.html/)
}

async function addServer(page: Page): Promise<void> {
  await page.locator('#name').fill('Office')
  await page.locator('#address').fill(origin)
  await page.locator('#look').click()
  await page.locator('#certificate').waitFor()
  expect(await page.locator('#fingerprint').textContent()).toMatch(/^([0-9A-F]{4} ?\n?){16}$/)
  // The handshake checked it, and nothing was asked.
  expect(asked).toEqual([])
  await page.locator('#certificate-confirm').click()
  await page.locator('#servers li').nth(1).waitFor()
}

async function attach(page: Page): Promise<void> {
  await page.locator('#servers li').nth(1).getByRole('button', { name: 'Show' }).click()
}

it('a server elsewhere is added, shown, remembered and left again', async () => {
  const page = await preferences()
  await addServer(page)
  const pid = await serverPid(app)
  const badge = () => app.evaluate(({ app: { badge: number } }) => number)
  setState(place, { live: 1, risks: [RISK] })
  await expect.poll(badge, SOON).toBe(1)
  await attach(page)
  const away = await app.page(new RegExp(`^${origin}/console/`))
  expect(await away.locator('h1').textContent()).toBe('Away')
  // This machine's own server goes on serving its programs.
  expect(isRunning(pid)).toBe(true)
  expect(await badge()).toBe(1)
  const titles = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map(({ title }) => title))
  await expect.poll(titles, SOON).toContain('Office · Away')
  const band = () =>
    away.evaluate(() => {
      const { content, height } = getComputedStyle(document.documentElement, '::before')
      return { content, height, below: document.querySelector('h1')!.getBoundingClientRect().top >= 26 }
    })
  await expect.poll(band, SOON).toEqual({ content: '"Office"', height: '26px', below: true })
  const partition = await app.evaluate(
    ({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().find(({ webContents }) => webContents.getURL().startsWith('https'))!
        .webContents.preferences.partition,
  )
  expect(partition).toMatch(/^persist:server-/)
  const guarded = await app.evaluate(({ session }, name) => {
    const { permissionHandlers, proxy } = session.fromPartition(name)
    const { check, device } = permissionHandlers
    return [check!({}, 'media', 'https://127.0.0.1'), device!({ deviceType: 'hid' }), proxy]
  }, partition)
  expect(guarded).toEqual([false, false, { mode: 'system' }])

  // Its pages may save files and open links, and learn nothing about this machine.
  const answers = await away.evaluate(async () => [
    await window.shell.invoke('server.log'),
    await window.shell.invoke('servers.list'),
    await window.shell.invoke('file.save', { name: 'codes.csv', bytes: new Uint8Array([1]) }),
  ])
  expect(answers).toEqual([
    { ok: false, error: 'foreign' },
    { ok: false, error: 'foreign' },
    { ok: true, value: false },
  ])
  const lines = () =>
    app.evaluate(({ Tray }) => Tray.all[0]!.menu!.items.slice(0, 2).map(({ label }) => label))
  expect(await lines()).toEqual(['The server is running', 'Connected to Office'])

  await app.close()
  app = new RunningApp(place)
  await (await app.window()).waitForURL(new RegExp(`^${origin}/console/`))
  await expect.poll(() => serverPid(app).then(isRunning, () => false), SOON).toBe(true)
  await app.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()!.click('This computer')
  })
  await app.page(/^http:\/\/127\.0\.0\.1:\d+\/console\//)
  expect(isRunning(await serverPid(app))).toBe(true)
})

it('a server elsewhere is recognized by its key, refused with another one, and shown at once after a new yes', async () => {
  const page = await preferences()
  await addServer(page)
  // Renewed before it is shown: a certificate authority does that every few weeks.
  elsewhere.setSecureContext(renewed)
  await attach(page)
  await app.page(new RegExp(`^${origin}/console/`))

  elsewhere.setSecureContext(other)
  elsewhere.closeAllConnections()
  const reload = (): Promise<boolean> =>
    app.evaluate(({ BrowserWindow }, url) => {
      const away = BrowserWindow.getAllWindows().find(({ webContents }) =>
        webContents.getURL().startsWith('https'),
      )
      void away?.loadURL(`${url}/console/`).catch(() => undefined)
      return away !== undefined
    }, origin)
  // The page can be there before its window knows the address.
  await expect.poll(reload, SOON).toBe(true)
  const failure = async () => (await app.page(/server-down\.html/)).locator('#failure').textContent()
  await expect.poll(failure, SOON).toMatch(/certificate is not the one/)
  // The same words after a look at this computer: Chromium asks once about each certificate.
  const down = await app.page(/server-down\.html/)
  await down.locator('#this-computer').click()
  await app.page(/^http:\/\/127\.0\.0\.1:\d+\/console\//)
  await page.bringToFront()
  await page.evaluate(() => globalThis.dispatchEvent(new Event('focus')))
  await attach(page)
  await expect.poll(failure, SOON).toMatch(/certificate is not the one/)

  asked.splice(0)
  await addServer(page)
  await app.page(new RegExp(`^${origin}/console/`))
  const partitions = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(({ webContents }) => webContents.preferences.partition ?? ''),
  )
  const [partition = ''] = partitions.filter((name) => name.startsWith('persist:server-'))
  expect(partition).toMatch(/^persist:server-[-0-9a-f]{36}-1$/)
  // What the pages of the former key stored is gone.
  const cleared = await app.evaluate(
    ({ session }, name) => session.fromPartition(name).cleared,
    partition.replace(/-1$/, ''),
  )
  expect(cleared).toEqual(['storage', 'cache'])
})

it('a server that is removed leaves nothing behind, and this machine serves only while it is switched on', async () => {
  const page = await preferences()
  await addServer(page)
  const pid = await serverPid(app)
  await page.locator('#serves').uncheck()
  await expect.poll(() => isRunning(pid), SOON).toBe(false)
  await app.page(/server-down\.html/)
  await page.locator('#serves').check()
  await app.page(/^http:\/\/127\.0\.0\.1:\d+\/console\//)
  const saved = await page.evaluate(() => window.shell.invoke('servers.list'))
  if (!saved.ok) throw new Error(saved.error)
  const name = `persist:server-${saved.value.servers[0]!.id}`
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => page.locator('#servers li').count(), SOON).toBe(1)
  expect(await app.evaluate(({ session }, of) => session.fromPartition(of).cleared, name)).toEqual([
    'storage',
    'cache',
  ])
})

it('a server elsewhere is not offered for an address without a server, and is reached through the chosen proxy, as updates are', async () => {
  const page = await preferences()
  await page.locator('#name').fill('Nobody')
  await page.locator('#address').fill('http://127.0.0.1')
  await page.locator('#look').click()
  await expect.poll(() => page.locator('#add-problem').isVisible(), SOON).toBe(true)
  expect(await page.locator('#certificate').isVisible()).toBe(false)

  await addServer(page)
  await attach(page)
  await app.page(new RegExp(`^${origin}/console/`))
  await page.locator('input[value=fixed]').check()
  await page.locator('#proxy-server').fill('proxy.example.org:3128')
  await page.locator('#proxy button').click()
  await expect.poll(() => page.locator('#said').textContent(), SOON).toBe('Saved')
  const proxies = await app.evaluate(({ BrowserWindow, session }) => {
    const elsewhere = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().startsWith('https'),
    )!
    const { partition = '' } = elsewhere.webContents.preferences
    return [session.defaultSession, session.fromPartition(partition)].map(({ proxy }) => proxy)
  })
  const chosen = { mode: 'fixed_servers', proxyRules: 'proxy.example.org:3128' }
  expect(proxies).toMatchObject([chosen, chosen])
})
