import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Receiver, suspendWebhook } from '../integration/webhook-world.ts'
import { OWNER_PASSWORD, START, TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers } from './support/look.ts'
import { soon } from './support/soon.ts'

let browser: Browser
let server: TestServer
let receiver: Receiver
let app: number

beforeAll(async () => {
  ;[browser, server, receiver] = await Promise.all([
    shareBrowser(),
    TestServer.start(START, { postsToLoopback: {} }),
    Receiver.start(),
  ])
  app = await server.application()
})
afterAll(async () => {
  await server.end()
  await receiver.stop()
})

it('a webhook is added, its key shown once, tested, read in the log and sent again, suspended and resumed', async () => {
  const owner = await server.owner()
  await owner.call('step_up', { password: OWNER_PASSWORD })
  const window = await ConsoleWindow.show(browser, server, '/webhooks', {
    as: owner,
    viewport: { width: 1280, height: 900 },
  })
  const { page } = window
  await page.getByText('No webhooks yet').waitFor()
  await page.getByRole('button', { name: 'Add webhook' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('My shop')
  await dialog.getByLabel('Address').fill('http://shop.example.com/hook')
  await dialog.getByLabel('Codes created').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('The address must begin with https://.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByLabel('Address').fill(`${receiver.url}/hook`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('It is not shown again').waitFor()
  await soon(() => dialog.locator('code').textContent()).toMatch(/whsec_/)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  receiver.answer = (_, response) => {
    response.writeHead(404).end('no such page')
  }
  const item = page.getByRole('listitem').filter({ hasText: 'My shop' })
  await item.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('The test was not delivered').waitFor()
  receiver.reset()
  await owner.call('code_generate', { app, type: 'permanent', count: 1 })
  await soon(() => receiver.at('/hook').length).toBe(1)
  await item.getByRole('button', { name: 'Log' }).click()
  const first = dialog.getByRole('listitem').first()
  await first.getByText('Delivered').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await first.getByRole('button', { name: 'Send again' }).click()
  await soon(() => receiver.at('/hook').length).toBe(2)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const { rows } = await owner.call('webhook_list', {})
  await suspendWebhook(server, rows[0]!.id)
  await owner.call('code_generate', { app, type: 'permanent', count: 1 })
  await page.reload()
  await item.getByText('1 event waiting').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await item.getByRole('button', { name: 'Resume' }).click()
  await window.notice('Resumed')
  await soon(() => receiver.at('/hook').length).toBe(3)
})
