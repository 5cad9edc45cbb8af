import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOperator, signIn } from '../integration/operators.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers } from './support/look.ts'
import { soon } from './support/soon.ts'

let browser: Browser
let server: TestServer
let app: number
let device: number

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  app = await server.application()
  const agent = await addOperator(server, 'an agent', 'agent')
  device = (await server.act('device_create', { app, account_key: '8801@Demo', vip: 4_102_243_200, agent }))
    .id
  await server.act('code_generate', { app, type: 'permanent', count: 7, prefix: 'GOLD-' })
})
afterAll(async () => {
  await server.end()
})

async function openConsole(as: ConsoleClient, path: string): Promise<ConsoleWindow> {
  const window = await ConsoleWindow.show(browser, server, path, {
    as,
    viewport: { width: 1280, height: 720 },
  })
  await window.page.getByRole('button', { name: 'Quick search' }).waitFor()
  return window
}
const hashOf = ({ page }: ConsoleWindow) => new URL(page.url()).hash

it('the palette opens a record, a screen and a command by the keyboard alone', async () => {
  const window = await openConsole(await server.owner(), '/applications')
  const { page } = window
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Quick search' })
  await palette.getByRole('combobox').fill('8801')
  const option = palette.getByRole('option', { name: /8801@Demo/ })
  await option.waitFor()
  await soon(() => option.getAttribute('aria-selected')).toBe('true')
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Enter')
  await soon(async () => hashOf(window)).toBe(`#/live/${device}`)

  await page.keyboard.press('Control+k')
  await palette
    .getByRole('group', { name: 'Recent' })
    .getByRole('option', { name: /8801@Demo/ })
    .waitFor()
  await page.keyboard.type('audit')
  await palette.getByRole('option', { name: /Audit log/ }).waitFor()
  await page.keyboard.press('Enter')
  await soon(async () => hashOf(window)).toBe('#/audit')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('theme dark')
  await page.keyboard.press('Enter')
  await soon(() => page.locator('html').getAttribute('data-theme')).toBe('dark')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('new application')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  expect(hashOf(window)).toBe('#/applications')
})

it('the palette finds five codes by a prefix, and nothing for a text that starts no name', async () => {
  const window = await openConsole(await server.owner(), '/codes')
  const { page } = window
  await page.getByRole('button', { name: 'Quick search' }).click()
  const palette = page.getByRole('dialog', { name: 'Quick search' })
  await palette.getByRole('combobox').fill('gold-')
  await soon(() => palette.getByRole('option', { name: /^GOLD-/ }).count()).toBe(5)
  await palette.getByRole('combobox').fill('zzzz')
  await palette.getByText('No matches').waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })
})

it('the palette shows agents what is attributed to them, and no screens or commands of others', async () => {
  const window = await openConsole(await signIn(server, 'an agent'), '/live')
  const { page } = window
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Quick search' })
  await palette.getByRole('option', { name: /Codes/ }).waitFor()
  const ofApplications = palette.getByRole('option', { name: /application/i })
  expect(await ofApplications.filter({ hasNotText: 'Group the board by' }).count()).toBe(0)
  await palette.getByRole('combobox').fill('88')
  await palette.getByRole('option', { name: /8801@Demo/ }).waitFor()
  await palette.getByRole('combobox').fill('GOLD')
  await palette.getByText('No matches').waitFor()
})

it('the key ? lists the keys of the page', async () => {
  const window = await openConsole(await server.owner(), '/codes')
  const { page } = window
  await page.getByRole('table', { name: 'Codes' }).waitFor()
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.getByText('Select the row').waitFor()
  await keys.getByText('Search this list').waitFor()
  expect(await findBarriers(page)).toEqual([])
})
