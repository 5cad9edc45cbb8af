import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { LiveScreen } from './support/live-screen.ts'
import { licenseAccounts, pulse, pulseAll, type MarketAccount } from './support/market.ts'

/** The target of the desktop's tray: it asks before it pauses opening on every account. */
const ACCOUNTS = 3
let browser: Browser
let server: TestServer
let app: number
let accounts: MarketAccount[]

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  app = await server.application()
  accounts = await licenseAccounts(server, app, ACCOUNTS)
  await pulseAll(server, app, accounts)
})
afterAll(async () => {
  await server.end()
})

const paused = () =>
  Promise.all(accounts.map(async (account) => (await pulse(server, app, account))['pause_open']))

it('the pause screen pauses nothing before it is confirmed, then every account', async () => {
  const { page } = await LiveScreen.open(browser, server, ACCOUNTS)
  await page.evaluate(() => {
    location.hash = '#/pause-all'
  })
  await page.getByRole('heading', { name: 'Pause opening on all trading accounts?' }).waitFor()
  const confirm = page.getByRole('button', { name: `Pause opening on ${ACCOUNTS} accounts` })
  await confirm.waitFor()
  expect(await paused()).toEqual([0, 0, 0])
  await confirm.click()
  await page.getByRole('heading', { name: 'Pausing opening' }).waitFor()
  await expect.poll(paused).toEqual([1, 1, 1])
  await page.getByRole('button', { name: 'Show live board' }).click()
  await page.waitForURL(/#\/live/)
})
