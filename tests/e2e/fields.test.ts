import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findFlaws } from './support/look.ts'
import { takePicture } from './support/pictures.ts'
import { soon } from './support/soon.ts'

const FOREVER = 4_102_243_200
let browser: Browser
let server: TestServer
let app: number

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  app = await server.application({ several_accounts: true })
})
afterAll(() => server.end())

const open = async (path: string, more: object = {}) =>
  ConsoleWindow.show(browser, server, path, {
    as: await server.owner(),
    viewport: { width: 1600, height: 900 },
    ...more,
  })
async function fine({ page }: ConsoleWindow, picture: string): Promise<void> {
  await takePicture(page, `fields-${picture}`)
  expect(await findFlaws(page)).toEqual([])
}

it('a field is defined, edited at an account, found by a filter, and deleted with its values', async () => {
  const { id } = await server.act('device_create', { app, account_key: '7001@Broker', vip: FOREVER })
  await server.act('device_create', { app, account_key: '7002@Broker', vip: FOREVER })
  const window = await open('/fields')
  const { page } = window
  await page.getByRole('banner').getByRole('button', { name: 'Add field' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Note')
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await dialog.getByText('Files already have a column of this name').waitFor()
  await dialog.getByLabel('Name').fill('Level')
  await window.choose('Kind', 'One of several choices')
  await dialog.getByRole('textbox', { name: 'Choices' }).fill('Gold\nSilver')
  await fine(window, 'dialog')
  await dialog.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('heading', { name: 'Level' }).waitFor()
  await fine(window, 'list')

  await window.visit(`/live/${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
  await window.choose('Level', 'Gold')
  await fine(window, 'edit')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await soon(async () => (await server.act('device_get', { id })).fields).toEqual({ 1: 'Gold' })

  const brokers = [{ server: 'broker', offset: 180, summer: 'none' as const }]
  await server.act('settings_set', { markets: { brokers } })
  await page.getByRole('switch', { name: 'Days of the broker' }).click()
  await page.getByText('(UTC+3)').waitFor()
  await fine(window, 'broker')
  await window.visit('/live?field=1%3D')
  await page.getByRole('button', { name: 'Level: none' }).waitFor()
  await page.getByRole('row', { name: /7002/ }).waitFor()
  await soon(() => page.getByRole('row', { name: /7001/ }).count()).toBe(0)

  await window.visit('/devices')
  await page.getByRole('button', { name: 'Filter by field' }).click()
  await dialog.getByRole('checkbox', { name: 'Gold' }).click()
  await fine(window, 'filter')
  await dialog.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('button', { name: 'Level: Gold' }).waitFor()
  await soon(() => page.getByText('7002@Broker').count()).toBe(0)
  await page.getByText('7001@Broker').waitFor()

  await window.visit('/fields')
  await page.getByRole('button', { name: 'Delete Level' }).click()
  await page.getByText('on 1 trading accounts and 0 codes').waitFor()
  await page.getByRole('button', { name: 'Delete field' }).click()
  await window.notice('Field Level deleted')
  expect((await server.act('device_get', { id })).fields).toEqual({})
})

it('a code with seats shows its accounts, and its seats are set for many', async () => {
  const { id: field } = await server.act('field_save', { name: 'Contract', place: 'codes', kind: 'text' })
  const kami = await server.code({
    app,
    type: 'permanent',
    seats: 3,
    tags: ['VIP'],
    fields: { [field]: 'C-1' },
  })
  for (const markcode of ['8001@Broker', '8002@Broker']) await server.api('kmlogon', app, { kami, markcode })
  const { rows } = await server.act('code_list', { filter: { kami } })
  const window = await open(`/codes/${rows[0]!.id}`)
  const { page } = window
  await page.getByText('2 of 3 used').waitFor()
  for (const key of ['8001@Broker', '8002@Broker', 'C-1', 'VIP']) await page.getByText(key).first().waitFor()
  await fine(window, 'code')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Set seats…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Seats').fill('5')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Set seats' }).click()
  await page.getByText('2 of 5 used').waitFor()
  await window.visit('/codes?tag=vip')
  await page.getByText(kami).waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Generate codes' }).click()
  await dialog.getByLabel('Trading accounts per code').waitFor()
  await fine(window, 'generate')
})

it.each([
  [{ width: 1280, height: 720 }, 'dark'],
  [{ width: 390, height: 844 }, 'light'],
] as const)('the page of fields fits a window of %j', async (viewport, colorScheme) => {
  await server.act('field_save', {
    name: `Broker ${viewport.width}`,
    place: 'both',
    kind: 'choice',
    choices: ['A', 'B'],
  })
  const window = await open('/fields', { viewport, colorScheme, locale: 'zh-CN' })
  await window.page.getByRole('heading', { name: `Broker ${viewport.width}` }).waitFor()
  await fine(window, `page-${viewport.width}`)
})
