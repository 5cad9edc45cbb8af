import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startNginx } from '../support/nginx.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers } from './support/look.ts'

let browser: Browser
let server: TestServer
let app: number

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  app = await server.application()
})
afterAll(async () => {
  await server.end()
})

async function open(path: string): Promise<ConsoleWindow> {
  return ConsoleWindow.show(browser, server, path, {
    as: await server.owner(),
    viewport: { width: 1280, height: 900 },
  })
}

it('an address that only this computer reaches is never shown without a warning and its remedy', async () => {
  await server.act('settings_set', { site: { public_address: '' } })
  const { page } = await open(`/applications/${app}`)
  await page.getByText('Only this computer reaches this address').first().waitFor()
  await page.getByRole('link', { name: 'Set the public address' }).first().click()
  await page.getByRole('tab', { name: 'Public address', selected: true }).waitFor()
  await page.getByText('The server guesses this address. Only this computer reaches it.').waitFor()
})

it('the settings say what is wrong with an address, and what a private one lacks', async () => {
  const window = await open('/settings/public')
  const { page } = window
  const field = page.getByLabel('Address', { exact: true })
  const save = page.getByRole('button', { name: 'Save' })
  for (const [typed, words] of [
    ['ea.example.com', 'Begin with http:// or https://.'],
    ['http://ea.example.com:70000', 'The port is a number from 1 to 65535.'],
    ['http://2001:db8::1', 'Write an IPv6 address in brackets'],
  ] as const) {
    await field.fill(typed)
    await save.click()
    await page.getByText(words).waitFor()
  }
  await field.fill('http://192.168.1.5:8787')
  await page.getByText('map the port in your router, or use a tunnel').waitFor()
  await field.fill('http://ea.example.com')
  await page.getByText('Without https, others on the way can read and change the calls.').waitFor()
  expect(await findBarriers(page)).toEqual([])
})

it('behind a proxy that replaces the Host header, the console says what differs, and works with the address', async () => {
  const own = server.running.consoleUrl
  // nginx removes the folder, so the page has to find everything by itself.
  const nginx = await startNginx([`location / { proxy_pass ${own}; } location /yz/ { proxy_pass ${own}/; }`])
  const [url = ''] = nginx.urls
  const visit = async (base: string) => {
    const window = await ConsoleWindow.open(browser, base, { at: server.clock.now() })
    await window.visit('/')
    return window.page
  }
  const refused = await visit(url)
  await refused.getByText('A proxy hides where your browser is').waitFor()
  await refused.getByText(`your browser is at ${url}, but the request arrived for ${own}`).waitFor()
  await server.act('settings_set', { site: { public_address: `${url}/yz` } })
  const login = await visit(`${url}/yz`)
  await login.getByLabel('Name', { exact: true }).fill('owner')
  await login.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await login.getByRole('button', { name: 'Sign in' }).click()
  await login.getByRole('navigation').first().waitFor()
  await login.getByText('Live', { exact: true }).first().waitFor()
  await login.close()
  await nginx.stop()
})

it('a public address is used wherever programs and people get one', async () => {
  const window = await open('/settings/public')
  const { page } = window
  await page.getByLabel('Address', { exact: true }).fill('https://EA.Example.com:8443/yz/api.php')
  await page.getByRole('button', { name: 'Save' }).click()
  await window.notice('Settings saved')
  await page.getByText('https://ea.example.com:8443/yz/api.php', { exact: true }).waitFor()
  await page.getByText('https://ea.example.com:8443', { exact: true }).waitFor()
  await page.getByRole('img', { name: 'Scan to open the customer page' }).waitFor()
  expect(await findBarriers(page)).toEqual([])

  const facts = await open(`/applications/${app}`)
  await facts.page.getByText('https://ea.example.com:8443/yz/api.php').waitFor()
  await facts.page.getByText('https://ea.example.com:8443', { exact: true }).waitFor()
  expect(await facts.page.getByRole('link', { name: 'Set the public address' }).count()).toBe(0)
  const health = await open('/health')
  await health.page.getByText('https://ea.example.com:8443/yz/', { exact: true }).waitFor()
  await health.page.getByText('Everyone', { exact: true }).waitFor()
})
