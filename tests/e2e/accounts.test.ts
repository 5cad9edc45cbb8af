import iconv from 'iconv-lite'
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
const list = async (search: string) => (await server.act('account_list', { search })).rows

it('accounts are created, recharged by a code and given a new password', async () => {
  const kami = await server.code({ app, type: 'time', unit: 'day', amount: 30 })
  const window = await open('/accounts')
  const { page } = window
  await page.getByRole('banner').getByRole('button', { name: 'New user account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('User account', { exact: true }).fill('customer_1')
  await dialog.getByLabel('Password', { exact: true }).fill('secret-1')
  await dialog.getByLabel('QQ').fill('123456')
  await dialog.getByRole('button', { name: 'New user account' }).click()
  await page.getByRole('table').getByText('customer_1', { exact: true }).first().click()

  await page.getByRole('button', { name: 'Recharge' }).click()
  await dialog.getByLabel('Code').fill(kami)
  await dialog.getByRole('button', { name: 'Recharge' }).click()
  await window.notice('customer_1 was recharged')
  await page.getByRole('region', { name: 'Changes' }).getByText('Recharged').waitFor()
  expect((await list('customer_1'))[0]).toMatchObject({ vip: server.clock.now() + 30 * DAY })

  await page.getByRole('button', { name: 'Reset password' }).click()
  await dialog.getByRole('button', { name: 'Reset password' }).click()
  const password = (await dialog.locator('output').textContent()) ?? ''
  const call = { user: 'customer_1', password }
  expect(await server.api('userlogon', app, call)).toMatchObject({ code: 200 })
  expect(await findBarriers(page)).toEqual([])
})

it('accounts are disabled together after their number is shown, and enabled again', async () => {
  for (const n of [1, 2, 3])
    await server.act('account_create', { app, user: `together_${n}`, password: 'secret-1', qq: `t${n}` })
  const window = await open('/accounts?search=together')
  const { page } = window
  await page.getByText('1 to 3 of 3').waitFor()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Disable…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Chargeback')
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await dialog.getByText('3 will be changed').waitFor()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await soon(async () => (await list('together')).map((row) => row.disable_reason)).toEqual(
    Array.from({ length: 3 }, () => 'Chargeback'),
  )
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Disabled' }).click()
  await page.getByText('1 to 3 of 3').waitFor()
})

it('accounts come from a file: the dry run reports each wrong line and changes nothing', async () => {
  const window = await open('/accounts')
  const { page } = window
  await page.getByRole('banner').getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  const file = 'user;qq;到期时间\nimport_1;i1;永久\nno;i2;\nimport_3;i3;2099-01-01'
  const choose = (bytes: Buffer) =>
    dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'accounts.csv', mimeType: 'text/csv', buffer: bytes })
  await choose(Buffer.from(file.replace('no;', '"VIP" no;')))
  await dialog.getByText('Line 3: a cell begins with a quotation mark').waitFor()
  // As Excel saves it in China.
  await choose(iconv.encode(file, 'gbk'))
  await dialog.getByText('3 rows').waitFor()
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByRole('row', { name: /^3 User account: 5 to 11/ }).waitFor()
  expect(await list('import_')).toEqual([])
  await dialog.getByRole('button', { name: 'Import 2 lines' }).click()
  await dialog.getByText('Passwords were generated for 2 accounts.').waitFor()
  expect((await list('import_1'))[0]).toMatchObject({ qq: 'i1', vip: 4_102_243_200 })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save passwords' }).click()
  expect((await download).suggestedFilename()).toMatch(/^accounts-passwords-/)
})
