import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers } from './support/look.ts'
import { soon } from './support/soon.ts'

const DAY = 86_400
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
    viewport: { width: 1280, height: 720 },
  })
}
const add = (account_key: string, days: number) =>
  server.act('device_create', { app, account_key, vip: server.clock.now() + days * DAY })
const vipOf = async (id: number) => (await server.act('device_get', { id })).vip
const inDays = (days: number) => server.clock.now() + days * DAY

it('devices are extended on the board by one key, and a notice undoes it', async () => {
  const [soonest, later] = [await add('101@Board', 0.5), await add('102@Board', 5)]
  const window = await open('/expiring')
  const { page } = window
  // Ends tomorrow at 10:13, which is not today.
  await page.getByRole('region', { name: 'Within a day' }).getByText('1 day left').waitFor()
  await page.getByRole('region', { name: 'Within a day' }).getByRole('link', { name: '101' }).focus()
  await page.keyboard.press('r')
  await soon(() => vipOf(soonest.id)).toBe(inDays(30.5))
  await window.notice(/^101@Board is valid until/)
  await page.getByRole('region', { name: 'Within a day' }).getByText('None').waitFor()
  await soon(() => page.evaluate(() => document.activeElement?.textContent)).toContain('102')
  await page.getByRole('button', { name: 'Undo' }).click()
  await soon(() => vipOf(soonest.id)).toBe(inDays(0.5))
  await page.getByRole('region', { name: 'Within a day' }).getByRole('link', { name: '101' }).waitFor()
  expect(await vipOf(later.id)).toBe(inDays(5))
  expect(await findBarriers(page)).toEqual([])
})

it('bulk extend extends every match of the search after the count is confirmed', async () => {
  const made = await Promise.all([1, 2, 3].map((n) => add(`20${n}@Many`, 10)))
  const window = await open('/devices?search=Many')
  const { page } = window
  await page.getByText('1 to 3 of 3').waitFor()
  await page.getByRole('checkbox', { name: 'Select 202@Many' }).click()
  await page.getByRole('button', { name: 'Select all 3 that match' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Extend' }).click()
  await page.getByRole('menuitem', { name: '90 days' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('3 will be changed').waitFor()
  await dialog.getByRole('button', { name: 'Extend' }).click()
  for (const { id } of made) await soon(() => vipOf(id)).toBe(inDays(100))
})

it('a device has a page: it is extended by a key and moved to another account, with every change listed', async () => {
  const { id } = await add('301@Page', 10.5)
  const { agent } = await server.act('agent_create', { name: 'Sun Agency', password: 'Lighthouse 77 keeper' })
  await server.act('device_update', { id, agent: agent.id })
  const window = await open(`/live/${id}`)
  const { page } = window
  const licence = page.getByRole('region', { name: 'Licence' })
  // From 22:13 on 14 November to the morning of the 25th: as many midnights.
  await licence.getByText('11 days left').waitFor()
  await licence.getByText('Sun Agency').waitFor()
  await page.keyboard.press('e')
  await soon(() => vipOf(id)).toBe(inDays(40.5))

  await licence.getByRole('button', { name: 'Move…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New trading account').fill('302@Page')
  await dialog.getByRole('button', { name: 'Move…' }).click()
  await window.notice('Moved to 302@Page')
  await page.getByRole('heading', { name: '302@Page' }).waitFor()
  await page.getByRole('region', { name: 'Changes' }).getByText('301@Page → 302@Page').waitFor()
  expect(await server.api('mt5logon', app, { account_key: '301@Page' })).toMatchObject({ code: 404 })
  expect(await server.api('mt5logon', app, { account_key: '302@Page' })).toMatchObject({ code: 200 })
  expect(await findBarriers(page)).toEqual([])
})
