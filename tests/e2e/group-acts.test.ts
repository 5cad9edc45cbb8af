import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { LiveScreen } from './support/live-screen.ts'
import { findFlaws } from './support/look.ts'
import { licenseAccounts, pulse, pulseAll, type MarketAccount } from './support/market.ts'
import { takePicture } from './support/pictures.ts'
import { soon } from './support/soon.ts'

const ACCOUNTS = 3
let browser: Browser
let server: TestServer
let app: number
let accounts: MarketAccount[]

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  app = await server.application({ mt5: { enabled: true, drawdown_threshold: 60 } })
  accounts = await licenseAccounts(server, app, ACCOUNTS)
  await pulseAll(server, app, accounts)
})
afterAll(async () => {
  await server.end()
})

const paused = () =>
  Promise.all(accounts.map(async (account) => (await pulse(server, app, account))['pause_open']))

/** Notes in a page whether it has played. */
const noteSounds = () => {
  window.AudioContext = class extends AudioContext {
    constructor() {
      super()
      document.documentElement.dataset['played'] = 'yes'
    }
  }
}
const hasPlayed = (page: Page) => page.evaluate(() => document.documentElement.dataset['played'] === 'yes')

/** Another window of the same browser on the same console, in which a person clicked. */
async function openSecondWindow(first: Page): Promise<Page> {
  const second = await first.context().newPage()
  for (const page of [first, second]) await page.addInitScript(noteSounds)
  await first.reload()
  await second.goto(first.url())
  await second.getByRole('button', { name: 'Alarm is silent until you click' }).waitFor()
  await second.getByRole('heading', { name: 'Live board' }).click()
  await second.getByRole('button', { name: 'Alarm is on' }).waitFor()
  return second
}

it('a pause of all opening takes two steps with a reason, and one undo resumes exactly these accounts', async () => {
  const { page } = await LiveScreen.open(browser, server, ACCOUNTS)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('panic')
  await page.getByRole('option', { name: 'Pause all opening…' }).click()
  const next = page.getByRole('button', { name: 'Continue' })
  await page.getByRole('definition').filter({ hasText: /^3$/ }).first().waitFor()
  expect(await findFlaws(page)).toEqual([])
  await takePicture(page, 'group-pause')
  expect(await paused()).toEqual([0, 0, 0])
  await next.click()
  const confirm = page.getByRole('button', { name: `Pause opening on ${ACCOUNTS} accounts` })
  expect(await confirm.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'News' }).click()
  await takePicture(page, 'group-pause-confirm')
  await confirm.click()
  await page.getByRole('heading', { name: `Opening paused on ${ACCOUNTS} accounts` }).waitFor()
  await expect.poll(paused).toEqual([1, 1, 1])
  await page.getByRole('button', { name: 'Show live board' }).click()
  const bar = page.getByRole('status').filter({ hasText: `Opening is paused on ${ACCOUNTS} accounts` })
  await bar.getByText('owner').waitFor()
  await takePicture(page, 'group-board')
  await bar.getByRole('button', { name: 'Resume opening' }).click()
  await bar.waitFor({ state: 'detached' })
  await expect.poll(paused).toEqual([0, 0, 0])
})

it('a close of the ticked accounts needs their number typed, and is refused when the group has changed', async () => {
  const screen = await LiveScreen.open(browser, server, ACCOUNTS)
  const { page } = screen
  for (const { key } of accounts.slice(1)) await screen.row(key.split('@')[0]!).getByRole('checkbox').click()
  await page.getByRole('button', { name: 'Stop a group' }).click()
  await page.getByRole('menuitem', { name: 'Close all of a group…' }).click()
  await page.getByText('Selected on the board (2)').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  const typed = page.getByRole('textbox', { name: 'Type 2, the number of accounts, to confirm' })
  const confirm = page.getByRole('button', { name: 'Close all on 2 accounts' })
  await page.getByRole('button', { name: 'News' }).click()
  await typed.fill('3')
  expect(await confirm.isDisabled()).toBe(true)
  await takePicture(page, 'group-close')
  // One of the two closes by itself in the meantime.
  await server.api('mt5pulse', app, { account_key: accounts[1]!.key, positions: 0, buy_pos: 0, sell_pos: 0 })
  await typed.fill('2')
  await confirm.click()
  await page.getByText('the group had 2 accounts and has 1 now').waitFor()
})

it('a new high risk counts in the title, is told on another screen, and sounds in one window of a browser', async () => {
  const { page, window } = await LiveScreen.open(browser, server, ACCOUNTS)
  const second = await openSecondWindow(page)
  await window.go('/codes')
  const countOf = async () => Number(/^\((\d+)\) Codes · /.exec(await page.title())?.[1] ?? NaN)
  // The weak settings of a new server.
  await soon(async () => Number.isNaN(await countOf())).toBe(false)
  const before = await countOf()
  await pulse(server, app, accounts[2]!, { dd: 71 })
  await soon(countOf).toBe(before + 1)
  await window.notice('Gold Grid: Drawdown')
  // The first window plays nothing before its first click. The second one was clicked.
  await soon(() => hasPlayed(second)).toBe(true)
  expect(await hasPlayed(page)).toBe(false)
  await second.close()
  // A browser plays nothing before the first click, and the button says so.
  await page.getByRole('button', { name: 'Alarm is silent until you click' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alarms in this console' })
  await dialog.getByRole('button', { name: 'Test sound' }).click()
  expect(await hasPlayed(page)).toBe(true)
  expect(await findFlaws(page)).toEqual([])
  await takePicture(page, 'alarm-dialog')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Alarm is on' }).waitFor()
  await page.getByRole('button', { name: 'Review', exact: true }).click()
  await page.waitForURL(new RegExp(`#/live/${accounts[2]!.id}$`))
})
