import { createHash } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addOperator, signIn } from '../integration/operators.ts'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow, type WindowOptions } from './support/console-window.ts'
import { findBarriers } from './support/look.ts'
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

async function openConsole(path: string, options: WindowOptions = {}): Promise<ConsoleWindow> {
  return ConsoleWindow.show(browser, server, path, { as: await server.owner(), ...options })
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

  // Unsaved typed text survives a rotation.
  await page.getByRole('switch', { name: 'Require a signature' }).click()
  await key.getByRole('button', { name: 'Rotate' }).click()
  await window.choose('Old key stays valid for', '1 day')
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

it('the example call follows unsaved changes', async () => {
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
  await step('Reply, decrypted').getByText('"vip"').waitFor()
  await window.choose('API', 'mt5pulse')
  await step('Request').getByText('account_key=').waitFor()
  await step('Reply').getByText('telemetry_ok').waitFor()
  expect(await server.act('app_get', { app })).toMatchObject({ encrypt: false, mi_type: 0 })
})

it.each([
  [
    'en',
    'Block logins',
    'nobody new can log in, while programs that are running carry on',
    'Save',
    'Logins closed',
  ],
  ['zh-CN', '关闭登录', '不再接受新的登录，已在运行的程序不受影响', '保存', '登录已关闭'],
] as const)('%s: a switch closes logins and shows what goes on', async (...words) => {
  const [locale, label, hint, save, mode] = words
  const app = await create(`Logins ${locale}`)
  await server.act('app_update', { app, sign: false, window: 0 })
  const window = await openConsole(`/applications/${app}`, { locale })
  const { page } = window
  await page.getByText(hint).waitFor()
  await page.getByRole('switch', { name: label }).click()
  await page.getByRole('button', { name: save }).click()
  await soon(async () => (await server.api('kmlogon', app)).code).toBe(103)
  expect(await server.api('ini', app)).toMatchObject({ code: 200 })
  expect(await findBarriers(page)).toEqual([])
  await window.go('/applications')
  await page
    .getByRole('row')
    .filter({ hasText: `Logins ${locale}` })
    .getByText(mode)
    .waitFor()
})

it.each([
  [
    'en',
    'Encrypt requests and replies',
    'Encryption type',
    '4 · RSA and AES',
    'Save',
    'Type 4 needs an RSA private key',
  ],
  ['zh-CN', '加密请求与应答', '加密类型', '4 · RSA 与 AES', '保存', '类型 4 需要 512 至 4096 位的 RSA 私钥'],
] as const)('%s: encryption by RSA is refused at its key while there is none', async (...words) => {
  const [locale, encrypt, type, rsa, save, reason] = words
  const app = await create('Sealed')
  const window = await openConsole(`/applications/${app}?tab=protocol`, { locale })
  const { page } = window
  await page.getByRole('switch', { name: encrypt }).click()
  await window.choose(type, rsa)
  await page.getByRole('button', { name: save }).click()
  await soon(() => page.locator('[aria-invalid="true"]').count()).toBe(1)
  await page.getByText(reason).first().waitFor()
  expect(await server.act('app_get', { app })).toMatchObject({ encrypt: false, mi_type: 0 })
})

describe('APIs', () => {
  it('the owner of an application grants and switches APIs, and one that hands out keys asks first', async () => {
    const app = await create('Grants')
    const window = await openConsole(`/applications/${app}?tab=capabilities`)
    const { page } = window
    for (const name of ['Grant notice', 'Enable notice']) {
      await page.getByRole('switch', { name }).click()
      await soon(async () => (await server.api('notice', app)).code).toBe(172)
      await page.getByRole('button', { name: 'Undo' }).last().click()
      await soon(async () => (await server.api('notice', app)).code).toBe(200)
    }

    const keys = page.getByRole('switch', { name: 'Enable getrc4' })
    await keys.click()
    const question = page.getByRole('alertdialog', { name: 'Enable getrc4?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await soon(() => keys.getAttribute('aria-checked')).toBe('false')
    await keys.click()
    await question.getByRole('button', { name: 'Enable' }).click()
    await soon(() => keys.getAttribute('aria-checked')).toBe('true')

    await page.getByRole('button', { name: 'End, price and signature of getrc4' }).click()
    await page.getByRole('dialog').getByLabel('Granted until').fill('2024-01-01T00:00')
    await page.getByRole('dialog').getByLabel('Price, in words').fill('30 a month')
    await window.choose('Signature', 'Signature required')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByText('until 2024-01-01').waitFor()
    await page.getByText('Price: 30 a month').waitFor()
    const { rows } = await server.act('app_capability_list', { app })
    expect(rows.find(({ api }) => api === 'getrc4')).toMatchObject({
      granted: true,
      expires: Date.UTC(2024, 0, 1) / 1000,
      own_price_text: '30 a month',
      on: true,
      sign: true,
    })
    expect(await findBarriers(window.page)).toEqual([])
  })

  it.each([
    ['en', 'Not granted', 'Enable ygg', 'Grant ygg', 'Enabled', 'Price: 99'],
    ['zh-CN', '未授权', '启用 ygg', '授权 ygg', '已启用', '价格：99'],
  ] as const)('%s: developer and owner see both fields, and each writes one', async (...words) => {
    const [locale, notGranted, switchOf, grantOf, switchedOn, price] = words
    await addOperator(server, `vendor ${locale}`, 'developer')
    const developer = await signIn(server, `vendor ${locale}`)
    const ygg = async (app: number) =>
      (await server.act('app_capability_list', { app })).rows.find(({ api }) => api === 'ygg')!
    const { app } = await developer.call('app_create', { name: 'Theirs' })
    await server.act('app_capability_set', { app, api: 'ygg', granted: false, price_text: '99' })

    const theirs = await openConsole(`/applications/${app}?tab=capabilities`, { as: developer, locale })
    const row = theirs.page.getByRole('listitem').filter({ hasText: 'ygg' })
    await row.getByText(notGranted, { exact: true }).waitFor()
    await row.getByText(price).waitFor()
    expect(await theirs.page.getByRole('switch', { name: grantOf }).count()).toBe(0)
    await row.getByRole('switch', { name: switchOf }).click()
    await soon(async () => (await ygg(app)).on).toBe(false)
    await row.getByRole('switch', { name: switchOf }).click()
    await soon(async () => (await ygg(app)).on).toBe(true)
    expect(await findBarriers(theirs.page)).toEqual([])

    const owners = await openConsole(`/applications/${app}?tab=capabilities`, { locale })
    const seen = owners.page.getByRole('listitem').filter({ hasText: 'ygg' })
    await seen.getByText(switchedOn, { exact: true }).waitFor()
    expect(await owners.page.getByRole('switch', { name: switchOf }).count()).toBe(0)
    await seen.getByRole('switch', { name: grantOf }).click()
    await soon(async () => (await ygg(app)).granted).toBe(true)
    expect(await findBarriers(owners.page)).toEqual([])
  })
})

it('the owner closes an API for everybody, sets its price, and opens it again', async () => {
  const app = await create('Everybody')
  const window = await openConsole('/capabilities')
  const { page } = window
  const states = page.getByRole('group', { name: 'State of ini' })
  await states.getByRole('button', { name: 'Closed' }).click()
  await page
    .getByRole('alertdialog', { name: 'Close ini for everyone?' })
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

it('files are added, refused by their field, disabled, changed and deleted', async () => {
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

it('an application is duplicated, and deleted once its name is typed', async () => {
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
