import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findFlaws } from './support/look.ts'
import { takePicture } from './support/pictures.ts'
import { soon } from './support/soon.ts'
import { word, type Locale } from './support/words.ts'

const DAY = 86_400
let browser: Browser
let server: TestServer

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
})
afterAll(async () => {
  await server.end()
})

async function open(path: string, locale: Locale): Promise<ConsoleWindow> {
  return ConsoleWindow.show(browser, server, path, {
    as: await server.owner(),
    locale,
    viewport: { width: 1280, height: 800 },
  })
}
const vip = () => server.clock.now() + 30 * DAY
const create = (app: number, account_key: string, fields: object = {}) =>
  server.act('device_create', { app, account_key, vip: vip(), ...fields })
const keysOf = async (app: number) =>
  (await server.act('device_list', { filter: { app } })).rows.map((row) => row.account_key).sort()

async function look(page: Page, name: string): Promise<void> {
  await takePicture(page, name)
  const found = await findFlaws(page)
  expect.soft(found, name).toEqual([])
}

describe.each(['en', 'zh-CN'] as const)('in %s', (locale) => {
  const t = (key: string) => word(locale, key)

  it('a server is renamed after a preview, and renamed back', async () => {
    const app = await server.application({ mt5: { auto_trial: true, trial_seconds: DAY } })
    const [old, now] = [`Old Broker-${locale}`, `New Broker-${locale}`]
    const before = [`71001@${old}`, `71002@${old}`, `71003@${old}`]
    for (const key of before) await create(app, key, { label: 'Ming' })
    await create(app, `71003@${now}`, { license: 'BOUGHT' })
    expect(await server.api('mt5logon', app, { account_key: `71001@${now}` })).toMatchObject({
      license: 'TRIAL',
    })
    const strict = await server.application()
    expect(await server.api('mt5logon', strict, { account_key: `9@Knocks ${locale}` })).toMatchObject({
      code: 404,
    })

    const { page } = await open('/devices', locale)
    await page.getByText(before[0]!).first().waitFor()
    await page.getByRole('button', { name: t('servers.open') }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: t('servers.name') })
    // The list has loaded when its first server is chosen.
    await page.getByRole('combobox', { name: t('servers.from') }).click()
    await page.getByRole('option', { name: new RegExp(`^${old}`) }).click()
    const to = dialog.getByRole('textbox', { name: t('servers.to') })
    await dialog.getByRole('button', { name: new RegExp(`^Knocks ${locale}`) }).click()
    expect(await to.inputValue()).toBe(`Knocks ${locale}`)

    await to.fill(`${now}\u200b`)
    await page.keyboard.press('Enter')
    await dialog.getByText(/U\+200B/).waitFor()
    expect(await to.getAttribute('aria-invalid')).toBe('true')
    await look(page, `rename-refused-${locale}`)

    await to.fill(now)
    await page.keyboard.press('Enter')
    const staying = dialog.getByRole('list', { name: t('servers.staying') })
    await staying.getByText(`71003@${old}`).waitFor()
    await staying.getByText(/BOUGHT/).waitFor()
    const rows = dialog.getByRole('list', { name: t('servers.rows') })
    expect(await rows.getByRole('listitem').count()).toBe(2)
    expect(await keysOf(app)).toContain(`71001@${old}`)
    await look(page, `rename-preview-${locale}`)

    await dialog.getByRole('button', { name: t('servers.rename'), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await keysOf(app)).toEqual([`71001@${now}`, `71002@${now}`, `71003@${now}`, `71003@${old}`].sort())
    await page
      .getByRole('row')
      .filter({ hasText: `71001@${now}` })
      .waitFor()
    await page.getByRole('button', { name: t('common.undo'), exact: true }).click()
    await soon(() => keysOf(app)).toEqual([...before, `71003@${now}`].sort())
    await page
      .getByRole('row')
      .filter({ hasText: `71001@${old}` })
      .waitFor()

    const { id } = await server.act('server_rename', { from: old, to: now, app })
    expect(id).not.toBeNull()
    await page.getByRole('button', { name: t('servers.open') }).click()
    const past = dialog.getByRole('region', { name: t('servers.past') })
    await past.getByRole('button').first().click()
    await past.getByRole('button', { name: t('servers.undo_now') }).waitFor()
    await look(page, `rename-undo-${locale}`)
    await past.getByRole('button', { name: t('servers.undo_now') }).click()
    await soon(() => keysOf(app)).toEqual([...before, `71003@${now}`].sort())
    // The server is done before the page is.
    await soon(() => past.getByRole('button').count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('a warning names an account of the same number before one is added, and on its page', async () => {
    const app = await server.application()
    const other = await create(app, `600002@Live07 ${locale}`)
    const { page } = await open(`/devices?app=${app}`, locale)
    await page.getByText(`600002@Live07 ${locale}`).waitFor()
    await page
      .getByRole('banner')
      .getByRole('button', { name: t('devices.add.title') })
      .click()
    const dialog = page.getByRole('dialog')
    const key = dialog.getByLabel(t('devices.column.key'))
    const submit = () => dialog.getByRole('button', { name: t('devices.add.title') }).click()
    await key.fill(`600002@Live08 ${locale}\u200e`)
    await submit()
    await dialog.getByText(/U\+200E/).waitFor()
    await key.fill(`600002@Live08 ${locale}`)
    await submit()
    await dialog.getByRole('status').getByText(`600002@Live07 ${locale}`).waitFor()
    expect(await keysOf(app)).toEqual([`600002@Live07 ${locale}`])
    await look(page, `same-number-${locale}`)
    await submit()
    await dialog.waitFor({ state: 'detached' })
    expect(await keysOf(app)).toEqual([`600002@Live07 ${locale}`, `600002@Live08 ${locale}`])

    const account = await open(`/live/${other.id}`, locale)
    await account.page
      .getByRole('region', { name: t('devices.licence.name') })
      .getByRole('link', { name: `600002@Live08 ${locale}` })
      .click()
    await account.page.getByRole('heading', { name: `600002@Live08 ${locale}` }).waitFor()
    await look(account.page, `same-number-page-${locale}`)
  })
})
