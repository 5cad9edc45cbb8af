import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeDatabase } from '../integration/operators.ts'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { soon } from './support/soon.ts'

let browser: Browser
let server: TestServer
let app: number

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  app = await server.application()
  await server.act('app_update', { app, version: '1.0', mt5: { bind_secret: 'not for the log' } })
  // Past midnight, within the session.
  server.clock.pass(3 * 3600)
  await server.act('app_update', { app, version: '2.0' })
  await server.act('device_create', { app, account_key: '8801@Demo', vip: 4_102_243_200 })
})
afterAll(async () => {
  await server.end()
})

async function openLog(path = '/audit'): Promise<ConsoleWindow> {
  return ConsoleWindow.show(browser, server, path, {
    as: await server.owner(),
    viewport: { width: 1280, height: 720 },
  })
}
const rowsOf = ({ page }: ConsoleWindow) => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')

it('the audit log shows changes before and after, and links to the subject', async () => {
  const window = await openLog()
  const { page } = window
  await rowsOf(window).filter({ hasText: 'Application · changed' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Application · changed' })
  await dialog.getByRole('row', { name: 'version 1.0 2.0' }).waitFor()
  await soon(() => new URL(page.url()).hash).toMatch(/^#\/audit\/\d+$/)
  await page.reload()
  await dialog.getByRole('row', { name: 'version 1.0 2.0' }).waitFor()
  await dialog.getByRole('link', { name: 'Gold Grid' }).click()
  await soon(async () => new URL(page.url()).hash).toBe(`#/applications/${app}`)
})

it('the audit log is filtered by subject from a row, by day, and by action, and secrets stay hidden', async () => {
  const window = await openLog('/audit?from=2023-11-15')
  const { page } = window
  await soon(() => rowsOf(window).count()).toBe(2)
  await page.getByLabel('From').fill('2023-11-14')
  await page.getByLabel('From').press('Tab')
  // The first start and the sign-in are in it too.
  await soon(() => rowsOf(window).count()).toBe(7)
  await window.choose('Action', 'Application · changed')
  await soon(() => rowsOf(window).count()).toBe(3)
  await rowsOf(window).nth(1).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('row', { name: /^Binding secret/ })
    .getByText('hidden')
    .waitFor()
  await dialog.getByRole('button', { name: 'Everything about this' }).click()
  await page.getByRole('button', { name: /About Gold Grid/ }).waitFor()
  await soon(() => rowsOf(window).count()).toBe(4)
})

it('the audit log is saved as a file, the oldest first', async () => {
  const window = await openLog()
  const { page } = window
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /CSV/ }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(8)
  expect(lines[1]).toContain('setup')
  expect(lines[7]).toContain('device_create')
})

it('the audit log is verified by a button, which shows the row that somebody changed', async () => {
  const window = await openLog()
  const { page } = window
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Check the log' })
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await dialog.getByText('All 7 entries are unchanged.').waitFor()
  changeDatabase(server, 'DROP TRIGGER audit_is_never_changed')
  changeDatabase(server, "UPDATE audit SET subject_label = 'Another' WHERE id = 3")
  await dialog.getByRole('button', { name: 'Check now' }).click()
  await dialog
    .getByRole('alert')
    .getByText(/Entry 3 doesn’t match/)
    .waitFor()
  await dialog.getByRole('button', { name: 'Show this entry' }).click()
  await soon(async () => new URL(page.url()).hash).toBe('#/audit/3')
})
