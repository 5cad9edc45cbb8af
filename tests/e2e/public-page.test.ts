import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noisePicture, PNG } from '../support/pictures.ts'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { valueOf } from './support/day.ts'
import { lookAround } from './support/phone.ts'
import { soon } from './support/soon.ts'

const MACHINE = 'PC-0123456789'
const MOST_SCRIPT_BYTES = 120_000
let browser: Browser
let server: TestServer

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  await server.act('settings_set', {
    site: { name: 'Gold Desk', language: 'en', contact: 'gold@desk.example' },
  })
})
afterAll(async () => {
  await server.end()
})

/** A customer's phone at the public listener. */
function openPhone(url = server.running.publicUrl): Promise<ConsoleWindow> {
  return ConsoleWindow.open(browser, url, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    at: server.clock.now(),
  })
}

/** A code in use on a machine. */
async function usedCode(app: number): Promise<string> {
  const kami = await server.code({ app, type: 'time', unit: 'month', amount: 1 })
  expect(await server.api('kmlogon', app, { kami, markcode: MACHINE })).toMatchObject({ code: 200 })
  return kami
}

const send = (page: Page) => page.getByRole('button', { name: 'Send request' }).click()
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-describedby') ?? '')

async function sayWhy(page: Page, reason: string): Promise<void> {
  await page.getByLabel('Your contact').fill('qq 123456')
  await page.getByLabel('Reason', { exact: true }).fill(reason)
}

/** @returns the number of the request on the screen */
async function numberOf(page: Page): Promise<string> {
  const heading = page.getByRole('heading', { level: 1, name: /^Request / })
  await heading.waitFor()
  return (await heading.innerText()).replace('Request ', '')
}

it('a code is looked up, and its unbind requested with a picture, followed and withdrawn', async () => {
  const app = await server.application()
  const kami = await usedCode(app)
  const window = await openPhone()
  const { page } = window
  await window.visitPublic('/')
  await lookAround(window, 'home')
  await page.getByRole('link', { name: 'Check a code' }).click()
  await page.getByLabel('Code', { exact: true }).fill('NO-SUCH-CODE')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('alert').getByText('There is no such code').waitFor()
  await soon(() => page.getByLabel('Code', { exact: true }).inputValue()).toBe('NO-SUCH-CODE')
  await page.getByLabel('Code', { exact: true }).fill(kami)
  await page.getByRole('button', { name: 'Check' }).click()
  const result = page.getByRole('group', { name: 'Result' })
  await result.getByText('An unbind deducts 1 hour from the code.').waitFor()
  await result.getByText('Unbound 0 times so far, 3 allowed.').waitFor()
  const shown = await valueOf(result, 'Bound to')
  expect(shown).toMatch(/^\S{0,2}\*{4}\S{0,2}$/)
  await lookAround(window, 'code')

  await page.getByRole('button', { name: 'Request unbind' }).click()
  await page.getByRole('heading', { level: 1, name: 'Unbind a code from its machine' }).waitFor()
  await send(page)
  await page.getByText('Please fill this in').first().waitFor()
  await soon(() => focused(page)).toMatch(/-error/)
  await lookAround(window, 'unbind-refused')
  await sayWhy(page, 'My computer broke')
  const files = page.getByLabel('Pictures (optional)').locator('input')
  await files.setInputFiles([
    { name: 'note.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
    { name: 'broken.png', mimeType: 'image/png', buffer: PNG },
    { name: 'screen.png', mimeType: 'image/png', buffer: noisePicture() },
    { name: 'cut.png', mimeType: 'image/png', buffer: PNG.subarray(0, -4) },
  ])
  await page.getByText('note.png is not a PNG, JPEG or WebP picture').waitFor()
  for (const name of ['broken.png', 'screen.png', 'cut.png']) await page.getByRole('img', { name }).waitFor()
  await send(page)
  const number = await numberOf(page)
  expect(number).toMatch(/^[2-9A-HJ-NP-Z]{4}(?:-[2-9A-HJ-NP-Z]{4}){2}$/)
  await page.getByText('Request sent.').waitFor()
  await page.getByText('these pictures were not').waitFor()
  await soon(() => valueOf(page.getByRole('main'), 'Pictures')).toBe('2')
  const sent = page.getByRole('list', { name: 'Pictures of this request' }).getByRole('link')
  expect(await sent.count()).toBe(2)
  for (const n of [1, 2]) {
    const picture = page.getByRole('img', { name: `Open picture ${n}` })
    await soon(() => picture.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  }
  await lookAround(window, 'asked')
  const { rows } = await server.act('auth_request_list', { filter: { app } })
  expect(rows).toMatchObject([{ kind: 'unbind', state: 'pending', subject: kami, contact: 'qq 123456' }])
  expect(rows[0]!.images).toHaveLength(2)
  await page.getByRole('button', { name: 'Remove picture 1' }).click()
  await page.getByRole('img', { name: 'cut.png' }).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Withdraw request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw this request?' })
  await soon(() =>
    dialog.getByRole('button', { name: 'Keep request' }).evaluate((it) => it === document.activeElement),
  ).toBe(true)
  await dialog.getByRole('button', { name: 'Withdraw request' }).click()
  await page.getByText('You withdrew the request. Nothing was changed.').waitFor()
  expect(await server.api('kmlogon', app, { kami, markcode: 'PC-2' })).toMatchObject({ code: 150 })
  await page.getByRole('link', { name: 'Gold Desk' }).click()
  await page.getByRole('link', { name: number }).click()
  await page.getByText('Withdrawn', { exact: true }).waitFor()
})

it('an account of two products is moved after a product is chosen and the owner approves', async () => {
  const [app, other] = [await server.application(), await server.application()]
  for (const of of [app, other])
    await server.act('device_create', { app: of, account_key: '7001@Broker-MT5 2', vip: 4102243200 })
  await server.act('app_update', { app: other, name: 'Silver Scalper' })
  const window = await openPhone()
  const { page } = window
  await window.visitPublic('/rebind')
  const before = page.getByRole('group', { name: 'Old trading account' })
  await send(page)
  // Both parts of it, at once.
  await soon(() => before.getByText('Please fill this in').count()).toBe(2)
  await before.getByLabel('Account number').fill('7001@Broker-MT5 2')
  await soon(() => before.getByLabel('Server').inputValue()).toBe('Broker-MT5 2')
  const after = page.getByRole('group', { name: 'New trading account' })
  await after.getByLabel('Account number').fill('7001')
  await after.getByLabel('Server').fill('Broker-MT5 2')
  await sayWhy(page, 'A new account at my broker')
  await send(page)
  await page.getByText('This is the old trading account').waitFor()
  await after.getByLabel('Account number').fill('7002')
  await send(page)
  await page.getByRole('radio', { name: 'Silver Scalper' }).check()
  await lookAround(window, 'rebind')
  await send(page)
  await numberOf(page)
  const { rows } = await server.act('auth_request_list', { filter: { app: other } })
  await server.act('auth_request_handle', { id: rows[0]!.id, decision: 'approve', note: 'Good luck' })
  // The person returns to the page: it polls at once.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByText('The new trading account is authorized, the old one no longer is.').waitFor()
  await page.getByText('Good luck').waitFor()
  await lookAround(window, 'approved')
  expect(await server.api('mt5logon', other, { account_key: '7002@Broker-MT5 2' })).toMatchObject({
    code: 200,
  })
  expect(await server.api('mt5logon', other, { account_key: '7001@Broker-MT5 2' })).toMatchObject({
    code: 404,
  })
  expect(await server.api('mt5logon', app, { account_key: '7001@Broker-MT5 2' })).toMatchObject({ code: 200 })
})

it('the messenger is bound by a code that the bot confirms', async () => {
  const app = await server.application({
    language: 'en',
    mt5: {
      messenger_enabled: true,
      messenger_app_id: 'cli_1',
      messenger_app_secret: 's',
      bot_link: 'https://bot.example/x',
      bind_secret: 'bridge',
    },
  })
  await server.act('device_create', { app, account_key: '8001@Bots', vip: 4102243200 })
  const window = await openPhone()
  const { page } = window
  await window.visitPublic('/messenger')
  await page.getByLabel('Account number').fill('8001')
  await page.getByLabel('Server').fill('Bots')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Get a code' }).click()
  await page
    .getByRole('timer')
    .getByText(/^Valid for (?:10:00|9:\d\d)$/)
    .waitFor()
  await page.getByRole('img', { name: 'Scan with the phone' }).waitFor()
  const text = await page.getByText(/^bind [2-9A-HJ-NP-Z]{8}$/).innerText()
  await lookAround(window, 'messenger')
  const confirmation = { action: 'confirm', bind_code: text.slice(5), secret: 'bridge', open_id: 'ou_1' }
  expect(await server.api('mt5messenger_bind', app, confirmation)).toMatchObject({ code: 200 })
  await page.getByText('Done. The messenger is bound.').waitFor()
})

it('a binding that replaces another waits for the seller, and the page shows the decision', async () => {
  const mt5 = {
    messenger_enabled: true,
    messenger_app_id: 'cli_1',
    messenger_app_secret: 's',
    bind_secret: 'bridge',
    bind_approval: true,
  }
  const app = await server.application({ language: 'en', mt5 })
  await server.act('device_create', { app, account_key: '8002@Bots', vip: 4102243200 })
  const bind = (action: string, more: Record<string, string>) =>
    server.api('mt5messenger_bind', app, { action, secret: 'bridge', ...more })
  const { bind_code: first } = await bind('request', { account_key: '8002@Bots' })
  await bind('confirm', { bind_code: String(first), open_id: 'ou_1' })
  const window = await openPhone()
  const { page } = window
  await window.visitPublic('/messenger')
  await page.getByLabel('Account number').fill('8002')
  await page.getByLabel('Server').fill('Bots')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Get a code' }).click()
  const text = await page.getByText(/^bind [2-9A-HJ-NP-Z]{8}$/).innerText()
  await bind('confirm', { bind_code: text.slice(5), open_id: 'ou_2' })
  await page.getByText('so the seller has to approve').waitFor()
  await lookAround(window, 'messenger-held')
  await server.act('bind_request_handle', { code: text.slice(5), decision: 'decline' })
  await page.getByText('The seller did not approve.').waitFor()
})

it('typed text survives a lost connection, and the page reconnects by itself', async () => {
  const app = await server.application()
  const kami = await usedCode(app)
  expect(await server.api('kmunmachine', app, { kami, markcode: MACHINE })).toMatchObject({ code: 200 })
  const nextAllowed = new Date((server.clock.now() + 86_400) * 1000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')
  expect(await server.api('kmlogon', app, { kami, markcode: MACHINE })).toMatchObject({ code: 200 })
  const window = await openPhone()
  const { page } = window
  window.expectProblem(/ERR_INTERNET_DISCONNECTED/)
  await window.visitPublic('/code')
  await page.getByLabel('Code', { exact: true }).fill(kami)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Check' }).click()
  const offline = page.getByText('The server can’t be reached. What you entered is kept')
  await offline.waitFor()
  await soon(() => page.getByLabel('Code', { exact: true }).inputValue()).toBe(kami)
  await page.context().setOffline(false)
  await offline.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText(`the next is allowed from ${nextAllowed}.`).waitFor()
  await page.getByText('Unbound 1 time so far, 3 allowed.').waitFor()
})

it("the page is light, keeps a returning reader's language, and links to the console only where it exists", async () => {
  const window = await openPhone()
  const { page } = window
  const scripts: Promise<number>[] = []
  page.on('response', (response) => {
    if (/\.js$/.test(response.url())) scripts.push(response.body().then((body) => gzipSync(body).length))
  })
  await window.visitPublic('/')
  await page.getByRole('heading', { name: 'Gold Desk: customer help' }).waitFor()
  await soon(() => scripts.length).toBeGreaterThan(1)
  const weight = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0)
  expect(weight).toBeLessThan(MOST_SCRIPT_BYTES)
  expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(0)
  await page.getByRole('button', { name: '简体中文' }).click()
  await page.getByRole('heading', { name: 'Gold Desk 客户自助服务' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Gold Desk 客户自助服务' }).waitFor()

  const { id } = await server.act('image_upload', { purpose: 'logo', data: PNG.toString('base64') })
  const { id: background } = await server.act('image_upload', {
    purpose: 'background',
    data: PNG.toString('base64'),
  })
  await server.act('settings_set', { site: { logo: id, background, colour: '#ffe14d', title: 'Gold help' } })
  const inside = await openPhone()
  await inside.visitPublic('/')
  await inside.page.getByRole('heading', { name: 'Gold help' }).waitFor()
  await lookAround(inside, 'own-look')
})
