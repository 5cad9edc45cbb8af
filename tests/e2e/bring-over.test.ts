import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packed, writeDump } from '../support/original-dump.ts'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers } from './support/look.ts'

let browser: Browser
let server: TestServer
beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
})
afterAll(() => server.end())

it('leads from a dump to its report, the question about a taken number, and the import', async () => {
  await server.act('app_create', { name: 'Ours' })
  const dump = writeDump({
    apps: [
      { id: 10_001, name: 'Theirs', appkey: 'KeyOfTheOther000' },
      { id: 10_005, name: 'Free', appkey: 'KeyOfTheFree0000' },
    ],
    appkm: [
      { appid: 10_005, kami: 'GOOD-CODE' },
      { appid: 10_001, kami: 'OF-THE-OTHER' },
      { appid: 10_005, kami: '<b>MEMBER</b>', type: 'vip' },
    ],
  })
  const window = await ConsoleWindow.show(browser, server, '/backups', {
    as: await server.owner(),
    viewport: { width: 1280, height: 720 },
  })
  const { page } = window
  await page.getByRole('button', { name: 'Bring over from another system' }).click()
  await page.getByText('The check comes first and changes nothing.').waitFor()
  expect(await findBarriers(page)).toEqual([])

  const file = { name: 'old.sql.gz', mimeType: 'application/gzip', buffer: packed(dump) }
  await page.getByLabel('Dump: .sql or .sql.gz').setInputFiles(file)
  await page.getByRole('button', { name: 'Check the file' }).click()
  const report = page.getByRole('region', { name: 'Report' })
  await report.getByText('What an import of old.sql.gz would do').waitFor()
  await report.getByText('1 × member cards have no counterpart here').waitFor()
  // A hostile text is a text.
  await report.getByText('<b>MEMBER</b>').waitFor()
  expect(await findBarriers(page)).toEqual([])

  const start = report.getByRole('button', { name: 'Bring it over' })
  expect(await start.isDisabled()).toBe(true)
  await report.getByLabel('10001 is “Theirs” in the file and “Ours” here').click()
  await page.getByRole('option', { name: 'Give it a new number: its programs need that' }).click()
  await start.click()
  await page.getByText('The data is here.').waitFor()
  await report.getByText('What came over from old.sql.gz').waitFor()

  const { rows } = await server.act('app_list', {})
  expect(rows.map(({ app, name }) => [app, name])).toEqual(
    expect.arrayContaining([
      [10_001, 'Ours'],
      [10_005, 'Free'],
      [10_006, 'Theirs'],
    ]),
  )
  expect((await server.act('code_list', {})).rows.map(({ kami }) => kami).sort()).toEqual([
    'GOOD-CODE',
    'OF-THE-OTHER',
  ])
})
