import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { trustOwnHeaders, visit } from '../support/self-service-client.ts'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'

/**
 * Texts of strangers in every place where the console shows them. The window's own checks fail after a blocked
 * script, a request elsewhere, or an error.
 */

const FOREVER = 4_102_243_200
/** As markup it would run a script, load a picture, and close what surrounds it. */
const hostile = (name: string) => `"'></td><img src=x onerror=window.ran=1><script>ran=1</script>${name}`
/** The longest symbol of a pulse is short. */
const SYMBOL = '<svg onload=ran=1>'
let browser: Browser
let server: TestServer
let device: number
let code: number

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  await trustOwnHeaders(server)
  const app = await server.application()
  await server.act('app_update', { app, name: hostile('application').slice(0, 64) })
  const labels = { label: hostile('l').slice(-64), note: hostile('note'), license: hostile('L').slice(-64) }
  device = (await server.act('device_create', { app, account_key: `7@${SYMBOL}`, vip: FOREVER, ...labels }))
    .id
  await server.api('mt5pulse', app, { account_key: `7@${SYMBOL}`, equity: 9, balance: 9, symbol: SYMBOL })
  await server.api('userreg', app, {
    user: 'ming_88',
    password: 'secret-1',
    qq: '<b>1</b>',
    name: '<i onclick=ran=1>',
  })
  const kami = await server.code({ app, type: 'permanent' })
  await server.api('kmlogon', app, { kami, markcode: hostile('machine') })
  const reason = {
    contact: hostile('contact'),
    reason: hostile('reason'),
    description: hostile('description'),
  }
  expect(await visit(server, 'unbind_km', { card: kami, ...reason })).toMatchObject({ code: 200 })
  code = (await server.act('code_list', { filter: { app } })).rows[0]!.id
  await server.act('settings_set', { site: { name: '<u>Desk</u>', language: 'en' } })
})
afterAll(() => server.end())

it.each<[string, () => string, string]>([
  ['the live board', () => '/live', 'ran=1</script>l'],
  ['the page of a trading account', () => `/live/${device}`, 'note'],
  ['the list of trading accounts', () => '/devices', SYMBOL],
  ['the list of codes', () => '/codes', 'machine'],
  ['the page of a code', () => `/codes/${code}`, 'machine'],
  ['the list of user accounts', () => '/accounts', '<i onclick=ran=1>'],
  ['the request of a customer', () => '/requests', 'reason'],
  ['the list of applications', () => '/applications', '<img src=x'],
  ['the audit log', () => '/audit', '<img src=x'],
])('texts of strangers are shown as texts: %s', async (_, path, text) => {
  const window = await ConsoleWindow.show(browser, server, path(), { as: await server.owner() })
  await window.page.getByText(text).first().waitFor({ state: 'attached' })
  expect(await window.page.evaluate(() => 'ran' in globalThis)).toBe(false)
  expect(await window.page.locator('img[src="x"], svg[onload], [onclick]').count()).toBe(0)
})

it("the site's name is shown as a text to customers", async () => {
  const window = await ConsoleWindow.open(browser, server.running.publicUrl, { at: server.clock.now() })
  await window.visitPublic('/')
  await window.page.getByText('<u>Desk</u>').first().waitFor({ state: 'attached' })
})
