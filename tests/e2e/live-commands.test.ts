import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { openGate } from './support/gate.ts'
import { LiveScreen } from './support/live-screen.ts'
import { licenseAccounts, pulse, pulseAll, type MarketAccount } from './support/market.ts'
import { soon } from './support/soon.ts'

const ACCOUNTS = 40
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

it('the close dialog skips accounts without positions', async () => {
  const { login } = accounts.find(({ figures }) => figures.positions === 0)!
  const live = await LiveScreen.open(browser, server, ACCOUNTS)
  const { page } = live
  await page.keyboard.press('/')
  await page.keyboard.type(login)
  await live.expectShown(1)
  await page.keyboard.press('Enter')
  await live.grid.press('Home')
  await live.grid.press('c')
  await live.window.notice(/^Nothing to close/)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
})

it('the close dialog closes many accounts after their number is typed, and follows them to the last', async () => {
  const live = await LiveScreen.open(browser, server, ACCOUNTS)
  const { page } = live
  const losing = accounts.filter(({ figures }) => figures.float_pnl < 0)
  const positions = losing.reduce((sum, { figures }) => sum + figures.positions, 0)
  await live.chip('Loss').click()
  await live.expectShown(losing.length)
  await live.grid.press('Control+a')
  await page.getByRole('toolbar').getByRole('button', { name: 'Close all' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Close all positions?' })
  await dialog.getByText(`${losing.length} accounts`, { exact: true }).waitFor()
  const receivers = dialog.getByRole('table', { name: 'Accounts that get the command' })
  await soon(() => receivers.getAttribute('aria-rowcount')).toBe(String(losing.length + 1))
  await receivers.getByRole('row').filter({ hasText: losing[0]!.login }).waitFor()
  const confirm = dialog.getByRole('button', { name: `Close ${positions} positions` })
  const typed = dialog.getByLabel(`Type ${losing.length}, the number of accounts, to confirm`)
  await soon(() => confirm.isDisabled()).toBe(true)
  await typed.fill(String(losing.length + 1))
  await soon(() => confirm.isDisabled()).toBe(true)
  await typed.fill(String(losing.length))
  await confirm.click()

  const progress = page.getByRole('region', { name: 'Closing' })
  await progress.getByText(`0 of ${losing.length} delivered`).waitFor()
  const replies = await Promise.all(losing.map((account) => pulse(server, app, account)))
  expect(replies.map((reply) => reply['close_all'])).toEqual(losing.map(() => 1))
  await progress.getByText(`${losing.length} of ${losing.length} delivered`).waitFor()
  const [stubborn, ...obedient] = losing
  await pulseAll(server, app, obedient, { positions: 0, buy_pos: 0, sell_pos: 0, float_pnl: 0 })
  await progress.getByText(`${obedient.length} of ${losing.length} flat`).waitFor()
  await live.passTime(61)
  await pulse(server, app, stubborn!)
  await progress.getByText('1 overdue').waitFor()
  await progress.getByRole('button', { name: '1 overdue' }).click()
  await live.row(stubborn!.login).getByText(`${stubborn!.figures.positions} still open`).waitFor()
})

it('the board shows silent accounts, and their return', async () => {
  await pulseAll(server, app, accounts)
  const live = await LiveScreen.open(browser, server, ACCOUNTS)
  await live.totals.getByText(`${ACCOUNTS} / ${ACCOUNTS}`).waitFor()
  await live.passTime(600)
  await live.totals.getByText(`${ACCOUNTS} silent`).waitFor()
  await live.totals.getByText(`0 / ${ACCOUNTS}`).waitFor()
  await pulse(server, app, accounts[0]!)
  await live.totals.getByText(`1 / ${ACCOUNTS}`).waitFor()
  await live.chip('Silent').click()
  await live.expectShown(ACCOUNTS - 1)
})

it('the board shows a lost connection, and continues when the server is back', async () => {
  const gate = await openGate(() => (stopped ? undefined : server.running.consoleUrl))
  onTestFinished(() => gate.close())
  let stopped = false
  const live = await LiveScreen.open(browser, server, ACCOUNTS, gate.url)
  const account = accounts[1]!
  await live.search(account.login)
  live.window.expectProblem(/ajax\.php|ERR_/)
  stopped = true
  await server.close()
  await live.page.getByText('Connection lost.').waitFor()
  expect(await live.page.title()).toMatch(/^⚠ Connection lost · /)
  await server.open()
  stopped = false
  await live.page.getByText('Connection lost.').waitFor({ state: 'detached', timeout: 30_000 })
  await pulse(server, app, account, { equity: 6543.21 })
  await live.row(account.login).getByText('6,543.21').waitFor()
  await soon(() => live.totals.textContent()).toContain(`/ ${ACCOUNTS}`)
})
