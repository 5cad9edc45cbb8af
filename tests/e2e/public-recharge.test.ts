import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { valueOf } from './support/day.ts'
import { findBarriers } from './support/look.ts'
import { lookAround } from './support/phone.ts'

const DAY = 86_400
let browser: Browser
let server: TestServer

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  await server.act('settings_set', { site: { name: 'Gold Desk', language: 'en' } })
})
afterAll(async () => {
  await server.end()
})

it('a user account is recharged with a code after a question', async () => {
  const app = await server.application()
  const order = { app, user: 'ming_88', password: 'secret-1', qq: '10001' }
  const { id } = await server.act('account_create', order)
  const kami = await server.code({ app, type: 'time', unit: 'day', amount: 30 })
  const vip = async () => (await server.act('account_get', { id })).vip
  const window = await ConsoleWindow.open(browser, server.running.publicUrl, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    at: server.clock.now(),
  })
  const { page } = window
  await window.visitPublic('/')
  await page.getByRole('link', { name: 'Recharge a user account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Recharge a user account' }).waitFor()
  const main = page.getByRole('main')
  const press = () => main.locator('form').getByRole('button', { name: 'Recharge' }).click()
  await press()
  await page.getByText('Please fill this in').first().waitFor()
  await lookAround(window, 'recharge-refused')

  const dialog = page.getByRole('dialog', { name: 'Recharge nobody?' })
  await page.getByLabel('User account').fill('nobody')
  await page.getByLabel('Code', { exact: true }).fill(` ${kami}\u200b`)
  await press()
  await dialog.getByText('can’t be returned').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(await vip()).toBe(0)
  await press()
  await dialog.getByRole('button', { name: 'Recharge' }).click()
  await page.getByRole('alert').getByText('This product has no such user account').waitFor()

  await page.getByLabel('User account').fill('ming_88')
  await press()
  await page.getByRole('dialog').getByRole('button', { name: 'Recharge' }).click()
  const done = page.getByRole('group', { name: 'User account recharged' })
  expect(await valueOf(done, 'User account')).toBe('ming_88')
  expect(await vip()).toBe(server.clock.now() + 30 * DAY)
  await lookAround(window, 'recharged')

  await page.getByLabel('Code', { exact: true }).fill(kami)
  await press()
  await page.getByRole('dialog').getByRole('button', { name: 'Recharge' }).click()
  await page.getByRole('alert').getByText('A code works only once').waitFor()
})

it('a request names the invisible character in an account', async () => {
  const window = await ConsoleWindow.open(browser, server.running.publicUrl, {
    viewport: { width: 390, height: 844 },
    at: server.clock.now(),
  })
  const { page } = window
  await window.visitPublic('/rebind')
  await page.getByRole('group', { name: 'New trading account' }).getByLabel('Server').fill('Live07\u200b')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('a zero-width space (U+200B) after Live07').waitFor()
  await page.getByRole('banner').getByRole('button', { name: '简体中文' }).click()
  await page.getByText('“Live07”后面有零宽空格(U+200B)').waitFor()
})
