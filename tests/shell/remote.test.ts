/**
 * A server elsewhere: added after a yes to its certificate, shown while this machine's own is off, and
 * refused with another one.
 */
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'

import type { ShellBridge } from '../../src-main/contract/shell.ts'
import { makeCertificate } from '../support/certificate.ts'
import { appWithFakeServer, type Place } from './fixtures/app.ts'
import { serverPid, isRunning } from './fixtures/server-pid.ts'
import { RunningApp, SOON } from './launch.ts'

declare const window: { shell: ShellBridge }

let place: Place
let app: RunningApp
let elsewhere: Server
let origin: string
const asked: string[] = []
const other = makeCertificate()

beforeAll(async () => {
  elsewhere = createServer(makeCertificate(), (request, response) => {
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
  await page.locator('#switch-confirm').click()
}

it('a server elsewhere is added, shown, remembered and left again', async () => {
  const page = await preferences()
  await addServer(page)
  const pid = await serverPid(app)
  const badge = () => app.evaluate(({ app: { badge: number } }) => number)
  const risk = { key: 'drawdown:5:1', kind: 'drawdown', subject: '5@Broker', device: 5 }
  writeFileSync(join(place.data, 'state.json'), JSON.stringify({ live: 1, risks: [risk] }))
  await expect.poll(badge, SOON).toBe(1)
  await attach(page)
  const away = await app.page(new RegExp(`^${origin}/console/`))
  expect(await away.locator('h1').textContent()).toBe('Away')
  await expect.poll(() => isRunning(pid), SOON).toBe(false)
  // The counts of this machine's own server don't apply to the other one.
  await expect.poll(badge, SOON).toBe(0)
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
  expect(await app.evaluate(({ Tray }) => Tray.all[0]!.menu!.items[0]!.label)).toBe('Connected to Office')

  await app.close()
  app = new RunningApp(place)
  await (await app.window()).waitForURL(new RegExp(`^${origin}/console/`))
  await app.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()!.click('This computer')
  })
  await app.page(/^http:\/\/127\.0\.0\.1:\d+\/console\//)
  expect(isRunning(await serverPid(app))).toBe(true)
})

it('a server elsewhere is not shown with another certificate than the accepted one', async () => {
  const page = await preferences()
  await addServer(page)
  elsewhere.setSecureContext(other)
  await attach(page)
  // The page may change: the page of this machine's stopping server can be there for a moment.
  const failure = async () => (await app.page(/server-down\.html/)).locator('#failure').textContent()
  await expect.poll(failure, SOON).toMatch(/certificate is not the one/)
  expect(asked).toEqual([])
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
