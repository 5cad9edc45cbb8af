import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { xlsxFile } from '../support/xlsx-file.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers } from './support/look.ts'

const FOREVER = 4_102_243_200
let browser: Browser
let server: TestServer
let app: number

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  app = await server.application()
})
afterAll(() => server.end())

const WORDS = {
  'en-GB': { import: 'Import', check: 'Check', take: /^Import \d/, close: 'Close' },
  'zh-CN': { import: '导入', check: '检查', take: /^导入 \d/, close: '关闭' },
} as const
type Language = keyof typeof WORDS

interface Opened {
  readonly page: Page
  readonly dialog: Locator
  readonly take: (name: string, bytes: Uint8Array) => Promise<void>
  readonly check: () => Promise<void>
  readonly run: () => Promise<void>
}

async function openImport(path: string, locale: Language = 'en-GB'): Promise<Opened> {
  const window = await ConsoleWindow.show(browser, server, path, {
    as: await server.owner(),
    viewport: { width: 1280, height: 900 },
    locale,
  })
  const { page } = window
  const words = WORDS[locale]
  const dialog = page.getByRole('dialog')
  await page.getByRole('banner').getByRole('button', { name: words.import, exact: true }).click()
  return {
    page,
    dialog,
    take: (name, bytes) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }),
    check: () => dialog.getByRole('button', { name: words.check, exact: true }).click(),
    run: () => dialog.getByRole('button', { name: words.take }).click(),
  }
}
async function choose(page: Page, dialog: Locator, label: string, option: string): Promise<void> {
  await dialog.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
const codes = async (search: string) => (await server.act('code_list', { search, sort: 'kami' })).rows

it('a UTF-16 file is read, and the check shows what was understood', async () => {
  const { page, dialog, take, check, run } = await openImport('/codes')
  const text = 'sep=;\r\n卡密;类型;到期时间;备注\r\nWIDE-1;月卡;31.12.2026;张三\r\nWIDE-2;金卡;;\r\n'
  await take('wide.csv', iconv.encode(text, 'utf16-le', { addBOM: true }))
  await dialog.getByRole('combobox', { name: 'Read as' }).getByText('UTF-16 LE').waitFor()
  await dialog.getByRole('combobox', { name: 'Separator' }).getByText('Semicolon ;').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await check()
  await dialog.getByRole('row', { name: /^4 Type: Must be one of/ }).waitFor()
  await dialog
    .getByRole('row', { name: /^3 New WIDE-1 Time months \(30 days\) 2026-12-31 23:59:59 张三/ })
    .waitFor()
  expect(await codes('WIDE-')).toEqual([])
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save as a file' }).click()
  expect((await download).suggestedFilename()).toBe('codes-report.csv')
  expect(await findBarriers(page)).toEqual([])
  await run()
  await dialog.getByText('1 line was imported').waitFor()
  expect(await codes('WIDE-')).toMatchObject([
    { kami: 'WIDE-1', seconds: 2_592_000, note: '张三', end_time: Date.UTC(2026, 11, 31, 23, 59, 59) / 1000 },
  ])
})

describe('in Chinese', () => {
  it('a GBK file is read as GBK, and a person may choose another encoding', async () => {
    const { page, dialog, take, check, run } = await openImport('/accounts', 'zh-CN')
    await take('账号.csv', iconv.encode('用户名,QQ号,昵称,到期时间\ngbk_user,g1,李四,永久\n', 'gbk'))
    const encoding = dialog.getByRole('combobox', { name: '读取编码' })
    await encoding.getByText('GBK (GB18030)').waitFor()
    await choose(page, dialog, '读取编码', 'Windows-1252')
    await dialog.getByText('ÓÃ»§Ãû').first().waitFor()
    await choose(page, dialog, '读取编码', 'GBK (GB18030)')
    await check()
    await dialog.getByRole('row', { name: /^2 新增 gbk_user g1 李四 永久/ }).waitFor()
    await run()
    await dialog.getByText('已导入 1 行').waitFor()
    expect((await server.act('account_list', { search: 'gbk_user' })).rows).toMatchObject([
      { name: '李四', qq: 'g1', vip: FOREVER },
    ])
  })

  it('an import is undone after a look at its effect', async () => {
    const rows = ['UNDO-1', 'UNDO-2'].map((kami) => ({ kami, type: 'permanent' }))
    await server.act('code_import', { app, rows, file: '卡密.xlsx' })
    await server.api('kmlogon', app, { kami: 'UNDO-2', markcode: 'PC' })
    const { page, dialog } = await openImport('/codes', 'zh-CN')
    await dialog.getByRole('button', { name: '以往的导入' }).click()
    await dialog.getByRole('button', { name: '撤销导入 卡密.xlsx' }).click()
    await dialog.getByText('撤销：将移除 1 行，改回 0 行，保留 1 行。').waitFor()
    await dialog.getByText('UNDO-2: 导入后已使用').waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect((await codes('UNDO-')).length).toBe(2)
    await dialog.getByRole('button', { name: '撤销此次导入' }).click()
    await dialog.getByText(/由 owner 撤销/).waitFor()
    expect((await codes('UNDO-')).map(({ kami }) => kami)).toEqual(['UNDO-2'])
  })
})

it('a plain list of cards has one type for all lines, and its first line is a card too', async () => {
  const { page, dialog, take, check, run } = await openImport('/codes')
  await take('cards.txt', Buffer.from('CARD-0001\nCARD-0002\nCARD-0003\n'))
  await dialog.getByText('3 rows').waitFor()
  expect(await dialog.getByRole('switch', { name: 'The first line names the columns' }).isChecked()).toBe(
    false,
  )
  await dialog.getByText('The file has no column for: Type').waitFor()
  await choose(page, dialog, 'Type', 'The same for all lines')
  await choose(page, dialog, 'Type: value for all lines', 'Month card')
  await check()
  await dialog.getByText('3 lines will be imported').waitFor()
  await run()
  await dialog.getByText('3 lines were imported').waitFor()
  expect((await codes('CARD-')).map(({ kami, seconds }) => [kami, seconds])).toEqual([
    ['CARD-0001', 2_592_000],
    ['CARD-0002', 2_592_000],
    ['CARD-0003', 2_592_000],
  ])
})

it("an .xlsx file is read by sheet, and the check names the sheet's rows", async () => {
  const { page, dialog, take, check, run } = await openImport('/devices')
  await take('not a sheet.xlsx', Buffer.from('PK\u0003\u0004 broken'))
  await dialog.getByText('This .xlsx file can’t be read').waitFor()
  const accounts = {
    1: ['Login', 'Server', 'Name', 'Expiry date'],
    3: [{ number: '700001' }, 'Demo-X', 'Ann', { day: 46_387 }],
    6: [{ number: '700002' }, 'Demo-X', 'Bob', { number: '30' }],
  }
  const bytes = xlsxFile([
    { name: 'Notes', rows: { 1: ['nothing here'] } },
    { name: 'Accounts', rows: accounts },
  ])
  await take('accounts.xlsx', bytes)
  await choose(page, dialog, 'Sheet', 'Accounts')
  await check()
  await dialog.getByRole('row', { name: /^6 .*An end before the year 2000 is no end/ }).waitFor()
  await dialog.getByRole('row', { name: /^3 New .*700001@Demo-X/ }).waitFor()
  await run()
  await dialog.getByText('1 line was imported').waitFor()
  expect((await server.act('device_list', { search: '70000' })).rows).toMatchObject([
    { account_key: '700001@Demo-X', label: 'Ann', vip: Date.UTC(2026, 11, 31, 23, 59, 59) / 1000 },
  ])
})

it('a file whose dates fit two orders is asked about once, in a time zone that the person names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-'))
  const path = join(folder, 'dates.csv')
  writeFileSync(
    path,
    'kami,type,expires\nOPEN-1,permanent,\nOPEN-2,time,05/06/2027\nOPEN-3,time,07/08/2027 10:00\n',
  )
  const { page, dialog, check, run } = await openImport('/codes')
  await dialog.locator('input[type=file]').setInputFiles(path)
  const checkButton = dialog.getByRole('button', { name: 'Check', exact: true })
  await dialog.getByText(/Day or month first\?.*05\/06\/2027/).waitFor()
  expect(await checkButton.isDisabled()).toBe(true)
  await dialog.getByRole('radio', { name: 'Day first: 31/12/2026' }).check()
  await choose(page, dialog, 'Time zone of the file', 'Asia/Shanghai')
  await check()
  await dialog.getByRole('row', { name: /^3 New OPEN-2 .*2027-06-05 23:59:59/ }).waitFor()
  // The file changes after the check: the import takes the checked rows.
  writeFileSync(path, 'kami,type\nOTHER-1,permanent\n')
  await run()
  await dialog.getByText('3 lines were imported').waitFor()
  rmSync(folder, { recursive: true })
  expect(await codes('OTHER-')).toEqual([])
  expect((await codes('OPEN-')).map(({ end_time }) => end_time)).toEqual([
    null,
    Date.UTC(2027, 5, 5, 15, 59, 59) / 1000,
    Date.UTC(2027, 7, 7, 2) / 1000,
  ])
})
