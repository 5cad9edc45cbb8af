import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { LiveScreen } from './support/live-screen.ts'
import { licenseAccounts, pulse, pulseAll, type MarketAccount } from './support/market.ts'
import { soon } from './support/soon.ts'

const ACCOUNTS = 300
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

const openLive = () => LiveScreen.open(browser, server, ACCOUNTS)
const loginsBy = (valueOf: (account: MarketAccount) => number) =>
  accounts.toSorted((a, b) => valueOf(b) - valueOf(a)).map(({ login }) => login)

describe('many accounts', () => {
  it('are sorted by a column, in both directions', async () => {
    const live = await openLive()
    const equity = live.page.getByRole('columnheader', { name: 'Equity' })
    await equity.getByRole('button').click()
    const largestFirst = loginsBy(({ figures }) => figures.equity)
    await soon(() => live.firstLogins(5)).toEqual(largestFirst.slice(0, 5))
    await soon(() => equity.getAttribute('aria-sort')).toBe('descending')
    await equity.getByRole('button').click()
    await soon(() => live.firstLogins(5)).toEqual(largestFirst.toReversed().slice(0, 5))
    await soon(() => equity.getAttribute('aria-sort')).toBe('ascending')
  })

  it('are filtered by chips and by search', async () => {
    const live = await openLive()
    const critical = accounts.filter(({ figures }) => figures.dd >= 20).length
    await live.chip('Critical').click()
    await live.expectShown(critical)
    await live.chip('All').click()
    await live.page.keyboard.press('/')
    await live.page.keyboard.type('customer 7002')
    // Both words: 700200 to 700299.
    await live.expectShown(100)
    await live.page.keyboard.press('Escape')
    await soon(() => live.grid.evaluate((grid) => grid === document.activeElement)).toBe(true)
  })

  it('are navigated, selected and opened with the keyboard alone', async () => {
    const live = await openLive()
    const { page } = live
    await live.grid.focus()
    await page.keyboard.press('Home')
    const rows = await live.firstLogins(3)
    await live.expectFocus(rows[0]!)
    await page.keyboard.press('j')
    await live.expectFocus(rows[1]!)
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await live.expectFocus(rows[1]!)
    await page.keyboard.press('Space')
    await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('toolbar', { name: '2 selected' }).waitFor()
    await soon(() => live.row(rows[2]!).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Control+a')
    await page.getByRole('toolbar', { name: `${ACCOUNTS} selected` }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: `Trading account ${rows[2]!}` }).waitFor()
    await page.keyboard.press('k')
    await page.getByRole('complementary', { name: `Trading account ${rows[1]!}` }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
  })
})

describe('the live board', () => {
  it('keeps figures and moves switches while it is frozen', async () => {
    const live = await openLive()
    const account = accounts[2]!
    await live.search(account.login)
    const row = live.row(account.login)
    const before = '10,202.50'
    await row.getByText(before).waitFor()
    await live.grid.press('f')
    await live.page.getByText(/^\s*Frozen/).waitFor()
    await pulse(server, app, account, { equity: 4321 })
    await server.act('device_control', { ids: [account.id], pause_add: true })
    // The switch is set after the pulse, so the pulse has come too.
    await soon(() =>
      row.getByRole('button', { name: 'Pause adding', exact: true }).getAttribute('aria-pressed'),
    ).toBe('true')
    expect(await row.getByText(before).count()).toBe(1)
    await live.grid.press('f')
    await row.getByText('4,321.00').waitFor()
    await pulse(server, app, account)
  })

  it('keeps a saved view and the choice of columns over a reload', async () => {
    const live = await openLive()
    const { page } = live
    await live.chip('Loss').click()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Losers')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Columns and update rate' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Margin level' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Margin level' }).waitFor({ state: 'detached' })

    await page.reload()
    await live.expectShown(ACCOUNTS)
    expect(await page.getByRole('columnheader', { name: 'Margin level' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Losers' }).click()
    await live.expectShown(accounts.filter(({ figures }) => figures.float_pnl < 0).length)
    await soon(() => live.chip('Loss').getAttribute('aria-pressed')).toBe('true')
  })
})
