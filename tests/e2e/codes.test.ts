import { readFile } from 'node:fs/promises'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers } from './support/look.ts'
import { soon } from './support/soon.ts'

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

async function openCodes(query = ''): Promise<ConsoleWindow> {
  return ConsoleWindow.show(browser, server, `/codes${query}`, {
    as: await server.owner(),
    viewport: { width: 1600, height: 900 },
  })
}
async function askFor({ page }: ConsoleWindow, count: number): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Generate codes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Quantity').fill(String(count))
  await dialog.getByLabel('Quantity').press('Enter')
  return dialog
}
const hashOf = ({ page }: ConsoleWindow) => new URL(page.url()).hash

it('codes are made in the format of the example, unless they are guessable', async () => {
  const window = await openCodes()
  const { page } = window
  await page.getByRole('banner').getByRole('button', { name: 'Generate codes' }).click()
  const dialog = page.getByRole('dialog')
  await window.choose('Type', 'Uses')
  await dialog.getByLabel('Uses', { exact: true }).fill('25')
  await dialog.getByLabel('Quantity').fill('3')
  await dialog.getByLabel('Prefix', { exact: true }).fill('GOLD-')
  await dialog.getByLabel('Characters after the prefix').fill('12')
  await window.choose('Characters', 'Digits')
  const example = dialog.getByRole('status').filter({ hasText: 'GOLD-' })
  await soon(() => example.textContent()).toMatch(/^GOLD-\d{12}$/)
  await dialog.getByText('Too short: these codes could be guessed.').waitFor()
  const submit = dialog.getByRole('button', { name: 'Generate 3 codes' })
  await submit.click()
  await dialog.getByRole('alert').getByText('Too short: it could be guessed').waitFor()
  const length = dialog.getByLabel('Characters after the prefix')
  await soon(() => length.getAttribute('aria-invalid')).toBe('true')

  await length.fill('20')
  await length.blur()
  const look = /^GOLD-\d{20}$/
  await soon(() => example.textContent()).toMatch(look)
  await submit.click()
  const made = (await dialog.getByRole('textbox', { name: 'Codes' }).inputValue()).split('\n')
  expect(made).toHaveLength(3)
  for (const code of made) expect(code).toMatch(look)
  const { rows } = await server.act('code_list', { filter: { app }, search: 'GOLD-' })
  expect(rows.map(({ kami, type, left }) => [kami, type, left]).sort()).toEqual(
    made.map((code) => [code, 'count', 25]).sort(),
  )
})

it('codes are saved as CSV, exactly those in the list', async () => {
  const note = 'for "Ann", Berlin'
  const { kamis } = await server.act('code_generate', {
    app,
    type: 'time',
    unit: 'day',
    amount: 30,
    count: 2,
    note,
  })
  const window = await openCodes('?type=time')
  const { page } = window
  await page.getByText('1 to 2 of 2').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('banner').getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog').getByText('Export 2 codes').waitFor()
  await page.getByRole('dialog').getByLabel('Agent').click()
  await page.getByRole('button', { name: 'Save file' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^codes-\d{4}-\d{2}-\d{2}\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  const [header, ...lines] = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
  expect(header).toBe(
    'code,application,type,state,seconds,left,machine,account,ip,first_used,ends,unbinds,batch,note,tags,seats,seats_used,created',
  )
  const batch = (await server.act('code_list', { search: kamis[0]! })).rows[0]!.batch
  const created = new Date(server.clock.nowMs()).toISOString()
  expect(lines.toSorted()).toEqual(
    kamis
      .map(
        (code) => `${code},${app},time,unused,2592000,,,,,,,0,${batch},"for ""Ann"", Berlin",,1,0,${created}`,
      )
      .toSorted(),
  )
})

it('codes keep their filters in the address', async () => {
  const [vip] = (await server.act('code_generate', { app, type: 'vip', count: 1, prefix: 'VIP-' })).kamis
  const window = await openCodes()
  const { page } = window
  await window.choose('Type', 'VIP')
  await page.getByText('1 to 1 of 1').waitFor()
  await page.getByRole('button', { name: 'Unused' }).click()
  await page.getByRole('searchbox').fill(vip!.slice(0, 12))
  await soon(() => hashOf(window)).toBe(`#/codes?type=vip&state=unused&search=${vip!.slice(0, 12)}`)
  await page.reload()
  await page.getByRole('table').getByText(vip!).waitFor()
  await soon(() => page.getByRole('searchbox').inputValue()).toBe(vip!.slice(0, 12))
  await soon(() => page.getByRole('button', { name: 'Unused' }).getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('button', { name: 'Disabled' }).click()
  await page.getByText('No code matches').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await soon(() => hashOf(window)).toBe('#/codes')
})

it('codes are made by the thousand, and paged through', async () => {
  const window = await openCodes()
  const { page } = window
  const dialog = await askFor(window, 3000)
  await dialog.getByText(/^\s*3,000 codes generated/).waitFor()
  await dialog.getByRole('button', { name: 'Show in list' }).click()
  await soon(() => hashOf(window)).toMatch(/^#\/codes\?batch=\d+$/)

  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByText('1 to 50 of 3,000').waitFor()
  const first = await page.getByRole('table').getByRole('row').nth(1).innerText()
  await pages.getByRole('button', { name: 'Next page' }).click()
  await pages.getByText('51 to 100 of 3,000').waitFor()
  await soon(() => page.getByRole('table').getByRole('row').nth(1).innerText()).not.toBe(first)
  await window.choose('Rows per page', '500')
  await pages.getByText('1 to 500 of 3,000').waitFor()
  await soon(() => page.getByRole('table').getByRole('row').count()).toBe(501)
})

it('codes are made behind a progress bar, or in the background until a notice comes', async () => {
  const window = await openCodes()
  const { page } = window
  const dialog = await askFor(window, 60_000)
  await dialog.getByRole('progressbar', { name: 'Generating codes' }).waitFor()
  await dialog.getByRole('button', { name: 'Run in background' }).click()
  await dialog.waitFor({ state: 'detached' })
  await window.notice('60,000 codes generated')
  await page.getByRole('button', { name: 'Show in list' }).click()
  // So many aren't counted to their end.
  await page.getByText('1 to 50 of 5,000+').waitFor()
  await page.getByRole('button', { name: 'All 5,000+', exact: true }).waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog', { name: 'Export 5,000+ codes' }).waitFor()
})

it('codes are changed on a selection and on all matches, each counted first, and undone', async () => {
  const { batch, kamis } = await server.act('code_generate', {
    app,
    type: 'time',
    unit: 'day',
    amount: 30,
    count: 120,
  })
  const window = await openCodes(`?batch=${batch}`)
  const { page } = window
  await page.getByRole('checkbox', { name: `Select ${kamis.at(-1)!}` }).click()
  const bar = page.getByRole('toolbar', { name: '1 selected' })
  await bar.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 will be changed').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('1 to 50 of 119').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('1 to 50 of 120').waitFor()

  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Select all 120 that match' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Extend' }).click()
  await page.getByRole('menuitem', { name: '7 days' }).click()
  await dialog.getByText('120 will be changed').waitFor()
  const confirm = dialog.getByRole('button', { name: 'Extend' })
  await soon(() => confirm.isDisabled()).toBe(true)
  await dialog.getByLabel('Type 120 to confirm').fill('120')
  await confirm.click()
  await dialog.waitFor({ state: 'detached' })
  const { rows } = await server.act('code_list', { filter: { batch }, size: 500 })
  expect(new Set(rows.map(({ seconds }) => seconds))).toEqual(new Set([37 * 86_400]))
})

it('codes have their own pages with their bindings and history, and return from the recycle bin', async () => {
  const { batch, kamis } = await server.act('code_generate', {
    app,
    type: 'permanent',
    count: 1,
    note: 'Ann',
  })
  await server.api('kmlogon', app, { kami: kamis[0]!, markcode: 'PC-0815' })
  const window = await openCodes(`?batch=${batch}`)
  const { page } = window
  await page.getByRole('table').getByText(kamis[0]!).click()
  await page.getByRole('heading', { name: kamis[0]! }).waitFor()
  const history = page.getByRole('region', { name: 'History' })
  await history.getByText('Logged in and bound').waitFor()
  await history.getByText('PC-0815').waitFor()
  expect(await findBarriers(page)).toEqual([])

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Convert' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText(`${kamis[0]!} · In use`).waitFor()
  await dialog.getByRole('button', { name: 'Convert' }).click()
  await history.getByText('Converted').waitFor()

  // The menu entry that opened it is gone: its button has the focus again.
  await page.getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Set note' }).press('Enter')
  await dialog.getByRole('textbox').press('Escape')
  await soon(() => page.evaluate(() => document.activeElement?.textContent)).toContain('More')

  await page.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  // Whole days: the clock of the window runs.
  await page.getByText(/Deleted permanently: in (29|30) days\./).waitFor()
  await window.visit('/codes/bin')
  await page.getByRole('table').getByText(kamis[0]!).waitFor()
  await page.getByRole('checkbox', { name: `Select ${kamis[0]!}` }).click()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('toolbar').getByRole('button', { name: 'Restore' }).click()
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('The recycle bin is empty').waitFor()

  await window.visit(`/codes/batches/${batch}`)
  await page.getByRole('link', { name: 'In use: 1' }).click()
  await page.getByRole('table').getByText(kamis[0]!).waitFor()
})

it('codes come from a file: columns are found, and lines checked before anything changes', async () => {
  const window = await openCodes()
  const { page } = window
  await page.getByRole('banner').getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  const file =
    'Code,Type,unit,amount,note\nTAKEN-1,time,day,30,first\nTAKEN-2,unheard,,,\nTAKEN-3,时长卡,月,1,third\n'
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByText('2 lines will be imported').waitFor()
  await dialog.getByRole('row', { name: /^3 Type: Must be one of/ }).waitFor()
  expect((await server.act('code_list', { search: 'TAKEN-' })).total).toBe(0)
  await dialog.getByRole('button', { name: 'Import 2 lines' }).click()
  await dialog.getByText('2 lines were imported').waitFor()
  const { rows } = await server.act('code_list', { search: 'TAKEN-', sort: 'kami' })
  expect(rows.map(({ kami, seconds, note }) => [kami, seconds, note])).toEqual([
    ['TAKEN-1', 2_592_000, 'first'],
    ['TAKEN-3', 2_592_000, 'third'],
  ])
})

it('the generation of codes stops on request, and finished codes stay', async () => {
  const window = await openCodes()
  const begun = window.page.waitForResponse(/act=code_generate/)
  const asked = askFor(window, 100_000)
  await begun
  // Another change takes its time: the job waits in the middle until it is stopped.
  const { promise: change, resolve: end } = Promise.withResolvers<undefined>()
  const changed = server.store.write(() => change, { durable: false })
  const dialog = await asked
  try {
    await dialog.getByRole('button', { name: 'Stop' }).click()
  } finally {
    end(undefined)
  }
  await changed
  await dialog.getByText(/^\s*Stopped. [\d,]+ codes were generated and are kept/).waitFor()
})
