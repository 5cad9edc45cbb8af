/** The desktop as shipped: its own main script, preload, server and console. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, it } from 'vitest'

import type { ShellBridge } from '../../src-main/contract/shell.ts'
import { realApp, type Place } from './fixtures/app.ts'
import { serverPid } from './fixtures/server-pid.ts'
import { RunningApp, SOON } from './launch.ts'

declare const window: { shell: ShellBridge }
const PASSWORD = 'a password of the test'

let place: Place
let app: RunningApp

beforeEach(async () => {
  place = await realApp()
})
afterEach(async () => {
  await app.close()
  place.remove()
})

it("the first start asks for the owner's password, and later starts open the console", async () => {
  app = new RunningApp({ ...place, args: ['--port=0'] })
  const page = await app.window()
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/console\/#\/setup\?token=/)
  const fields = page.locator('input[type="password"]')
  await fields.first().waitFor()
  for (const field of await fields.all()) await field.fill(PASSWORD)
  await page.locator('button[type="submit"]').click()
  // The recovery key of a new server.
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await page.waitForURL(/\/console\/#\/(start|live)/)
})

it('the desktop serves terminals, restarts a killed server, and still answers when its window is closed', async () => {
  app = new RunningApp({ ...place, args: ['--port=0'], env: { PULSEKEY_OWNER_PASSWORD: PASSWORD } })
  const page = await app.window()
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/console\/#\/login/)
  expect(await ask(await publicUrl(page))).toBe(200)
  const policy = (await fetch(page.url())).headers.get('content-security-policy')
  expect(policy).toMatch(/default-src 'none'|default-src 'self'/)
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-(inline|eval)'/)
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(frame.url()))
  process.kill(await serverPid(app), 'SIGKILL')
  // The desktop's own page may come and go in between: the server is back within moments.
  await expect.poll(() => visited.at(-1), SOON).toMatch(/\/console\/#\/login/)
  await page.waitForLoadState()
  const url = await publicUrl(page)
  expect(await ask(url)).toBe(200)
  const toolTip = () => app.evaluate(({ Tray }) => Tray.all[0]!.toolTip)
  await expect.poll(toolTip, SOON).toContain('0 trading accounts online')
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.close()
  })
  expect(await ask(url)).toBe(200)
})

it('the desktop reports a port in use, serves at another one on request, and keeps it', async () => {
  const other: Server = createServer()
  await new Promise<void>((done) => other.listen(0, '0.0.0.0', done))
  const { port } = other.address() as AddressInfo
  const env = { PULSEKEY_OWNER_PASSWORD: PASSWORD }
  app = new RunningApp({ ...place, args: [`--port=${port}`], env })
  const page = await app.window()
  await page.locator('#move').waitFor()
  await expect.poll(() => page.locator('#port').inputValue(), SOON).toMatch(/^[0-9]+$/)
  const chosen = await page.locator('#port').inputValue()
  await page.locator('#move-button').click()
  await page.waitForURL(/\/console\/#\/login/)
  expect(new URL(await publicUrl(page)).port).toBe(chosen)
  await app.close()
  app = new RunningApp({ ...place, env })
  const again = await app.window()
  await again.waitForURL(/\/console\/#\/login/)
  expect(new URL(await publicUrl(again)).port).toBe(chosen)
  expect(await ask(await publicUrl(again))).toBe(200)
  await new Promise((done) => other.close(done))
})

it('the desktop reports a port in use, and serves as soon as it is free', async () => {
  const other: Server = createServer()
  await new Promise<void>((done) => other.listen(0, '0.0.0.0', done))
  const { port } = other.address() as AddressInfo
  app = new RunningApp({ ...place, args: [`--port=${port}`] })
  const page = await app.window()
  await expect.poll(() => page.locator('#failure').textContent(), SOON).toContain(`Port ${port} is used`)
  await new Promise((done) => other.close(done))
  await page.waitForURL(/\/console\//)
})

async function publicUrl(page: Page): Promise<string> {
  const status = await page.evaluate(() => window.shell.invoke('server.status'))
  if (!status.ok || status.value.publicUrl === null) throw new Error('no public address')
  return status.value.publicUrl
}

/** A call without parameters is answered, whatever the answer is. */
async function ask(url: string): Promise<number> {
  const response = await fetch(new URL('/api.php', url.replace('0.0.0.0', '127.0.0.1')))
  return response.status
}
