import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { PNG } from '../support/pictures.ts'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers, findFlaws } from './support/look.ts'
import { soon } from './support/soon.ts'

let browser: Browser
let server: TestServer

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
})
afterAll(async () => {
  await server.end()
})

async function open(path: string): Promise<ConsoleWindow> {
  return ConsoleWindow.show(browser, server, path, {
    as: await server.owner(),
    viewport: { width: 1280, height: 720 },
  })
}

it('the site gets a name and a logo, and everybody sees them', async () => {
  const window = await open('/settings')
  const { page } = window
  await page.getByLabel('Name', { exact: true }).fill('Gold Desk')
  await page.getByLabel('Logo', { exact: true }).and(page.locator('input')).setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: PNG,
  })
  await page.getByRole('img', { name: 'Logo' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await window.notice('Settings saved')
  await page.getByRole('navigation').getByText('Gold Desk').waitFor()
  await soon(() => page.title()).toContain('Gold Desk')
  const login = await ConsoleWindow.open(browser, server.running.consoleUrl)
  await login.visit('/login')
  await login.page.getByText('Gold Desk').waitFor()
})

it.each([
  ['en-GB', 'light'],
  ['zh-CN', 'dark'],
] as const)('every page of the settings is clean in %s, %s', async (locale, colorScheme) => {
  const as = await server.owner()
  const { page } = await ConsoleWindow.show(browser, server, '/settings', { as, locale, colorScheme })
  const tabs = page.getByRole('tab')
  await tabs.first().waitFor()
  for (const tab of await tabs.all()) {
    await tab.click()
    await soon(() => tab.getAttribute('aria-selected')).toBe('true')
    await page.getByRole('main').getByRole('heading').first().waitFor()
    expect.soft(await findFlaws(page), await tab.innerText()).toEqual([])
  }
})

it("a port in use is reported beside its field, and the request's addresses are shown", async () => {
  const window = await open('/settings/doors')
  const { page } = window
  const port = page.getByLabel('Port', { exact: true })
  await port.fill(new URL(server.running.consoleUrl).port)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Another program uses this port.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('tab', { name: 'Client addresses' }).click()
  await soon(async () => new URL(page.url()).hash).toBe('#/settings/address')
  await page.getByText('127.0.0.1').first().waitFor()
})

it('a backup is made and restored, and the console continues by itself', async () => {
  const window = await open('/backups')
  const { page } = window
  await page.getByRole('banner').getByRole('button', { name: 'Back up now' }).click()
  await window.notice('Backup created and checked')
  await server.act('app_create', { name: 'Made afterwards' })
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('row').nth(1).getByRole('button', { name: 'Restore' }).click()
  const dialog = page.getByRole('alertdialog')
  await soon(() => dialog.getByRole('button', { name: 'Restore' }).isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill('restore')
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await window.notice(/Restored from/)
  await page.getByRole('row').nth(2).waitFor()
  expect((await server.act('app_list', {})).total).toBe(0)
})

it('a restore asks for the password when the last entry is long ago', async () => {
  server.clock.pass(3600)
  const window = await open('/backups')
  window.expectProblem(/never/)
  const { page } = window
  await page
    .getByRole('row')
    .nth(1)
    .getByRole('button', { name: /Delete the backup/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByLabel('Password').fill(OWNER_PASSWORD)
  await page.getByRole('dialog').getByLabel('Password').press('Enter')
  await window.notice(/deleted/)
})

it('an announcement is shown under the header until it is dismissed', async () => {
  const window = await open('/announcements')
  const { page } = window
  await page.getByRole('banner').getByRole('button', { name: 'New announcement' }).click()
  await page.getByRole('dialog').getByLabel('Title').fill('Maintenance on Sunday')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('main').getByText('Maintenance on Sunday').waitFor()
  await page.reload()
  const bar = page.getByRole('region', { name: 'Announcements' })
  await bar.getByText('Maintenance on Sunday').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await bar.getByRole('button', { name: /Dismiss/ }).click()
  await bar.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('main').getByText('Maintenance on Sunday').waitFor()
  expect(await bar.count()).toBe(0)
})

it('certifications are imported from a file, after a dry run', async () => {
  const window = await open('/certifications')
  const { page } = window
  await page.getByRole('banner').getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('proid,host,holder\nea-1,https://shop.example.com/x,Zhang\nea-1,a b,Li\n'),
  })
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByRole('button', { name: 'Import 1 line' }).click()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('main').getByText('shop.example.com').waitFor()
  expect(await findBarriers(page)).toEqual([])
})

it('the health screen shows the state of the server', async () => {
  const window = await open('/health')
  const { page } = window
  await page.getByText(server.folder).waitFor()
  await page.getByRole('button', { name: 'Check databases' }).click()
  await page.getByText('pulsekey.db passed the check').waitFor()
  expect(await findBarriers(page)).toEqual([])
})
