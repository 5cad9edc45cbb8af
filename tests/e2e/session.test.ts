import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { OWNER_PASSWORD, TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { licenseAccounts, pulse, type MarketAccount } from './support/market.ts'
import { soon } from './support/soon.ts'

const HALF_A_DAY = 12 * 3600
const MOST_FIRST_SCREEN_BYTES = 180_000
let browser: Browser
let server: TestServer
let account: MarketAccount

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  const app = await server.application()
  account = (await licenseAccounts(server, app, 1))[0]!
  await pulse(server, app, account)
})
afterAll(async () => {
  await server.end()
})

async function signIn(page: Page, password = OWNER_PASSWORD): Promise<void> {
  await page.getByLabel('Name').fill('owner')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

it('wrong passwords are reported, then locked out for a while', async () => {
  const { page, window } = await openSignIn()
  const refusal = page.getByRole('alert')
  for (let guess = 1; guess <= 5; guess++) {
    const answered = page.waitForResponse(/act=login/)
    await signIn(page, `wrong ${guess}`)
    await answered
    await refusal.getByText('Wrong name or password.').waitFor()
  }
  await soon(() => page.getByLabel('Password').evaluate((field) => field === document.activeElement)).toBe(
    true,
  )
  await signIn(page)
  await refusal.getByText('Too many attempts. Wait a minute and try again.').waitFor()
  server.clock.pass(61)
  await window.setTime(server.clock.now())
  await signIn(page)
  await page.getByRole('heading', { name: 'Live board' }).waitFor()
})

async function openSignIn() {
  const window = await ConsoleWindow.show(browser, server, '/')
  await window.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  return { page: window.page, window }
}

it.each(['en', 'zh-CN'])('the first screen in %s is within 180 kB compressed', async (locale) => {
  const window = await ConsoleWindow.open(browser, server.running.consoleUrl, {
    at: server.clock.now(),
    locale,
  })
  const { page } = window
  const parts: Promise<number>[] = []
  page.on('response', (response) => {
    if (/\.(?:js|css)$/.test(response.url()))
      parts.push(response.body().then((body) => gzipSync(body).length))
  })
  await window.visit('/')
  await page.getByRole('heading', { name: locale === 'en' ? 'Sign in' : '登录' }).waitFor()
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(parts)
  expect(sizes.length).toBeGreaterThan(4)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_FIRST_SCREEN_BYTES)
})

it('a sign-out hides everything', async () => {
  const { page, window } = await openSignIn()
  await signIn(page)
  await page.getByRole('grid').getByText(account.login).waitFor()
  await page.getByRole('button', { name: 'owner' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await window.visit(`/live/${account.id}`)
  await soon(() => new URL(page.url()).hash).toBe(`#/login?next=/live/${account.id}`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.getByText(account.login).count()).toBe(0)
})

it('an ended session leads to the sign-in and back to the same place', async () => {
  const as = await server.owner()
  const window = await ConsoleWindow.open(browser, server.running.consoleUrl, { as, at: server.clock.now() })
  const { page } = window
  await window.visit('/codes?type=count')
  await page.getByText('No code matches').waitFor()
  server.clock.pass(HALF_A_DAY + 1)
  await window.setTime(server.clock.now())
  await page.getByRole('button', { name: 'Unused' }).click()
  await page.getByText('Your session has ended. Sign in to continue where you left off.').waitFor()
  await signIn(page)
  await page.getByText('No code matches').waitFor()
  await soon(() => new URL(page.url()).hash).toBe('#/codes?type=count&state=unused')
})

it('a link to an account leads there, past the sign-in', async () => {
  const window = await ConsoleWindow.open(browser, server.running.consoleUrl, { at: server.clock.now() })
  const { page } = window
  await window.visit(`/live/${account.id}`)
  await signIn(page)
  await page.getByRole('heading', { level: 2, name: account.key }).waitFor()
  await page.reload()
  await page.getByRole('heading', { level: 2, name: account.key }).waitFor()
  await soon(() => new URL(page.url()).hash).toBe(`#/live/${account.id}`)
})
