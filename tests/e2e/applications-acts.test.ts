import { createHash } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { soon } from './support/soon.ts'

let browser: Browser
let server: TestServer

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
})
afterAll(async () => {
  await server.end()
})

const create = async (name: string) => (await server.act('app_create', { name })).app

async function openConsole(path: string): Promise<ConsoleWindow> {
  const window = await ConsoleWindow.open(browser, server.running.consoleUrl, {
    as: await server.owner(),
    at: server.clock.now(),
  })
  await window.visit(path)
  return window
}

it('a key is shown on demand, rotated with an overlap that counts down, and ended', async () => {
  const app = await create('Keys')
  const before = await server.act('app_get', { app })
  const window = await openConsole(`/applications/${app}?tab=protocol`)
  const { page } = window
  const key = page.getByRole('region', { name: 'App key' })
  await key.getByRole('button', { name: 'Rotate' }).waitFor()
  expect(await key.textContent()).not.toContain(before.appkey)
  await key.getByRole('button', { name: 'Show App key' }).click()
  await key.getByText(before.appkey).waitFor()

  // What is typed and not saved stays through a rotation.
  await page.getByRole('switch', { name: 'Require a signature' }).click()
  await key.getByRole('button', { name: 'Rotate' }).click()
  await window.choose('Old key stays good for', '1 day')
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click()
  await key
    .getByRole('timer')
    .getByText(/23 h 59 min/)
    .waitFor()
  await page.getByRole('region', { name: 'Unsaved changes' }).getByText('1 unsaved change').waitFor()
  const rotated = await server.act('app_get', { app })
  expect(rotated.appkey).not.toBe(before.appkey)
  expect(rotated.previous_appkey_until).toBe(server.clock.now() + 86_400)

  await key.getByRole('button', { name: 'End now' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click()
  await key.getByRole('timer').waitFor({ state: 'detached' })
  expect(await server.act('app_get', { app })).toMatchObject({ previous_appkey_until: 0 })
})

it('the example call follows what is typed before it is saved', async () => {
  const app = await create('Example')
  const { appkey } = await server.act('app_get', { app })
  const window = await openConsole(`/applications/${app}?tab=protocol`)
  const { page } = window
  const step = (name: string) => page.getByRole('region', { name, exact: true }).locator('pre')
  await step('Value of sign').waitFor()
  const hashed = (await step('Signed text').innerText()).replace('••••••••', appkey)
  await soon(() => step('Value of sign').innerText()).toBe(createHash('md5').update(hashed).digest('hex'))
  expect(await page.getByRole('tabpanel').innerText()).not.toContain(appkey)
  await soon(() => step('Request').innerText()).toContain(`POST ${server.running.publicUrl}/api.php?`)

  await page.getByRole('switch', { name: 'Encrypt requests and replies' }).click()
  await window.choose('Encryption type', '3 · RC4, UTF-8')
  await soon(() => step('Request').innerText()).toMatch(/\n\s*data=[0-9a-f]+&value=/)
  await step('Answer, opened').getByText('"vip"').waitFor()
  await window.choose('API', 'mt5pulse')
  await step('Request').getByText('account_key=').waitFor()
  await step('Answer').getByText('telemetry_ok').waitFor()
  expect(await server.act('app_get', { app })).toMatchObject({ encrypt: false, mi_type: 0 })
})

it('APIs are taken and given back; one that hands out keys asks first', async () => {
  const app = await create('Grants')
  const window = await openConsole(`/applications/${app}?tab=capabilities`)
  const { page } = window
  await page.getByRole('switch', { name: 'notice' }).click()
  await window.notice('notice taken away')
  expect(await server.api('notice', app)).toMatchObject({ code: 172 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await soon(async () => (await server.api('notice', app)).code).toBe(200)

  await page.getByRole('switch', { name: 'getrc4' }).click()
  const question = page.getByRole('alertdialog', { name: 'Grant getrc4?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await soon(() => page.getByRole('switch', { name: 'getrc4' }).getAttribute('aria-checked')).toBe('false')
  await page.getByRole('switch', { name: 'getrc4' }).click()
  await question.getByRole('button', { name: 'Grant' }).click()
  await soon(() => page.getByRole('switch', { name: 'getrc4' }).getAttribute('aria-checked')).toBe('true')

  await page.getByRole('button', { name: 'End and signature of getrc4' }).click()
  await page.getByRole('dialog').getByLabel('Granted until').fill('2024-01-01T00:00')
  await window.choose('Signature', 'Signature required')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('until 2024-01-01').waitFor()
  const { rows } = await server.act('app_capability_list', { app })
  expect(rows.find(({ api }) => api === 'getrc4')).toMatchObject({
    granted: true,
    expires: Date.UTC(2024, 0, 1) / 1000,
    sign: true,
  })
})

it('the owner shuts an API for everybody, says what it costs, and opens it again', async () => {
  const app = await create('Everybody')
  const window = await openConsole('/capabilities')
  const { page } = window
  const states = page.getByRole('group', { name: 'State of ini' })
  await states.getByRole('button', { name: 'Closed' }).click()
  await page
    .getByRole('alertdialog', { name: 'Close ini for everybody?' })
    .getByRole('button', { name: 'Closed' })
    .click()
  await soon(async () => (await server.api('ini', app)).code).toBe(170)
  await states.getByRole('button', { name: 'Open' }).click()
  await soon(async () => (await server.api('ini', app)).code).toBe(200)
  await page.getByLabel('Price of ygg').fill('30 a month')
  await page.getByLabel('Price of ygg').press('Enter')
  await window.notice('ygg changed')
  await window.visit(`/applications/${app}?tab=capabilities`)
  await page.getByText('30 a month').waitFor()
})

it('files are added, refused by their field, held back, changed and deleted', async () => {
  const app = await create('Files')
  const window = await openConsole(`/applications/${app}?tab=files`)
  const { page } = window
  await page.getByRole('button', { name: 'Add file' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address', { exact: true }).fill('https://example.com/a.zip')
  await dialog.getByLabel('Note', { exact: true }).fill('Windows')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ hasText: 'a.zip' })
  await row.waitFor()
  expect(await server.api('getfile', app)).toMatchObject({ code: 200, msg: [{ note: 'Windows' }] })

  await row.getByRole('switch').click()
  await soon(async () => (await server.api('getfile', app)).code).toBe(201)
  await row.getByText('a.zip').click()
  await dialog.getByLabel('Note', { exact: true }).fill('Linux')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await row.getByText('Linux').waitFor()
  await row.getByRole('checkbox').click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No files yet').waitFor()
  expect(await server.act('file_list', { filter: { app } })).toMatchObject({ total: 0 })
})

it('is duplicated, and deleted once its name is typed', async () => {
  const app = await create('Doomed')
  await server.code({ app, type: 'permanent' })
  const window = await openConsole(`/applications/${app}`)
  const { page } = window
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Duplicate' }).click()
  await window.notice('Application duplicated')
  const { rows } = await server.act('app_list', { search: 'Doomed copy' })
  expect(rows).toHaveLength(1)

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Doomed?' })
  const confirm = question.getByRole('button', { name: 'Delete application' })
  await soon(() => confirm.isDisabled()).toBe(true)
  await question.getByLabel('Type Doomed to confirm').fill('Doomed')
  await confirm.click()
  await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor()
  expect(await server.api('ini', app)).toMatchObject({ code: 101 })
})
