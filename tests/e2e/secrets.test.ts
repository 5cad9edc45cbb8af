import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp } from '../integration/secret-world.ts'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers } from './support/look.ts'
import { soon } from './support/soon.ts'

let browser: Browser
let server: TestServer
let other: TestServer

beforeAll(async () => {
  ;[browser, server, other] = await Promise.all([shareBrowser(), TestServer.start(), TestServer.start()])
})
afterAll(async () => {
  await Promise.all([server.end(), other.end()])
})

async function open(path: string): Promise<ConsoleWindow> {
  return ConsoleWindow.show(browser, server, path, {
    as: await server.owner(),
    viewport: { width: 1280, height: 720 },
  })
}

it('a restore asks for the recovery key of the machine that made the backup', async () => {
  await other.act('app_create', { name: 'From the other machine' })
  const name = await backUp(other)
  cpSync(join(other.folder, 'backups', name), join(server.folder, 'backups', name), { recursive: true })
  const { recovery_key: wrong } = await server.act('recovery_key_show', {})
  const { recovery_key: right } = await other.act('recovery_key_show', {})

  const window = await open('/backups')
  const { page } = window
  await page.getByRole('row').nth(1).getByRole('button', { name: 'Restore' }).click()
  const dialog = page.getByRole('alertdialog')
  const key = dialog.getByLabel('Recovery key')
  const restore = dialog.getByRole('button', { name: 'Restore' })
  // Also by Enter it doesn't begin before its word is typed.
  await dialog.getByRole('textbox').press('Enter')
  await dialog.getByRole('textbox').fill('restore')
  expect(await key.count()).toBe(0)
  await restore.click()
  await dialog.getByText('This backup comes from another machine.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await key.fill(wrong)
  await restore.click()
  await dialog.getByText('This recovery key does not fit this data.').waitFor()
  await key.fill(right)
  await restore.click()
  await window.notice(/Restored from/)
  await soon(async () => (await server.act('app_list', {})).total).toBe(1)
  await dialog.waitFor({ state: 'detached' })
})

it('the recovery key is offered until the owner confirms to have stored it', async () => {
  const window = await open('/health')
  const { page } = window
  const card = page.getByRole('region', { name: 'Stored keys and passwords' })
  const dialog = page.getByRole('alertdialog', { name: 'Recovery key' })
  const show = card.getByRole('button', { name: 'Show recovery key' })
  await show.click()
  await soon(() => dialog.getByRole('list', { name: 'Recovery key' }).getByRole('listitem').count()).toBe(8)
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Later' }).click()
  await show.click()
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await window.notice('Recovery key confirmed. It is not shown again.')
  await card.getByRole('button', { name: 'Renew recovery key' }).waitFor()
  await dialog.waitFor({ state: 'detached' })
})
