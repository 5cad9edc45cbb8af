import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { MailStub } from '../support/mail-stub.ts'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers } from './support/look.ts'
import { soon } from './support/soon.ts'

let browser: Browser
let server: TestServer
let stub: MailStub

beforeAll(async () => {
  ;[browser, server, stub] = await Promise.all([
    shareBrowser(),
    TestServer.start(),
    MailStub.start({ auth: { user: 'desk', password: 'the mail password' } }),
  ])
})
afterAll(async () => {
  await server.end()
  await stub.stop()
})

// A repeated test finds what the first run found.
beforeEach(async () => {
  await server.act('settings_set', {
    mail: { host: '', port: 465, security: 'tls', user: '', from_address: '' },
  })
  await server.act('profile_set', { email: '' })
  stub.mails.length = 0
})

async function open(path: string): Promise<ConsoleWindow> {
  return ConsoleWindow.show(browser, server, path, {
    as: await server.owner(),
    viewport: { width: 1280, height: 900 },
  })
}

it('the mail server is set up and tested, and reports what is wrong', async () => {
  const window = await open('/settings/mail')
  const { page } = window
  const mailServer = page.getByRole('form', { name: 'Mail server' })
  const field = (label: string) => mailServer.getByLabel(label, { exact: true })
  await field('Host').fill('127.0.0.1')
  await mailServer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Enter an email address.').waitFor()
  await field('Encryption').click()
  await page.getByRole('option', { name: 'None (25)' }).click()
  await page.getByText('others on the network can read').waitFor()
  await field('Port').fill(String(stub.port))
  await field('User name').fill('desk')
  await field('Password').fill('the wrong password')
  await field('Sender address').fill('desk@example.com')
  await mailServer.getByRole('button', { name: 'Save' }).click()
  await window.notice('Settings saved')
  expect(await findBarriers(page)).toEqual([])

  const test = page.getByRole('form', { name: 'Test mail' })
  await test.getByRole('button', { name: 'Send test mail' }).click()
  await test.getByText('Enter a mailbox, or add yours').waitFor()
  await test.getByLabel('Mailbox').fill('ann@example.com')
  await test.getByRole('button', { name: 'Send test mail' }).click()
  await test.getByText('refused the user name or password').waitFor()
  await page.getByText('A password is set. Leave empty to keep it.').waitFor()
  await soon(() => field('Password').inputValue()).toBe('')
  await field('Password').fill('the mail password')
  await test.getByText('Save first').waitFor()
  await mailServer.getByRole('button', { name: 'Save' }).click()
  await test.getByText('Save first').waitFor({ state: 'detached' })
  await test.getByRole('button', { name: 'Send test mail' }).click()
  await test.getByText('accepted the mail to ann@example.com').waitFor()
  expect(stub.to('ann@example.com')).toHaveLength(1)
  await page.getByText('These people get no mail: owner.').waitFor()
  expect(await findBarriers(page)).toEqual([])
})

it('people choose their mails beside their mailbox', async () => {
  const window = await open('/security')
  const { page } = window
  const card = page.getByRole('region', { name: 'Mails to me' })
  await card.getByText('No mail server is set up').waitFor()
  await server.act('settings_set', { mail: stub.settings })
  await page.reload()
  await card.getByText('You have no mailbox').waitFor()
  await page.getByLabel('Email', { exact: true }).fill('owner@example.com')
  await page.getByRole('region', { name: 'Contact' }).getByRole('button', { name: 'Save' }).click()
  await card.getByText('Sent to your mailbox, owner@example.com.').waitFor()
  await card.getByLabel('Daily digest').click()
  await card.getByLabel('Requests').click()
  await card.getByLabel('Language of these mails').click()
  await page.getByRole('option', { name: 'English' }).click()
  await expect
    .poll(() => server.act('notice_get', {}))
    .toMatchObject({ digest: true, request: false, expiry: true, language: 'en' })
  expect(await findBarriers(page)).toEqual([])
})
