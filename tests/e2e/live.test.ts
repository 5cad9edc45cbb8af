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

    await live.chip('All').click()
    await page.reload()
    await live.expectShown(ACCOUNTS)
    expect(await page.getByRole('columnheader', { name: 'Margin level' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Losers' }).click()
    await live.expectShown(accounts.filter(({ figures }) => figures.float_pnl < 0).length)
    await soon(() => live.chip('Loss').getAttribute('aria-pressed')).toBe('true')
  })
})

describe('the view of the board', () => {
  const ofAgent = () => accounts.slice(0, 12)
  beforeAll(async () => {
    const { agent } = await server.act('agent_create', { name: '上海一部', password: 'Lighthouse 77 keeper' })
    await server.act('device_bulk', { ids: ofAgent().map(({ id }) => id), agent: agent.id })
    await server.act('device_update', { id: accounts[5]!.id, tags: ['VIP gold'], note: 'calls on Mondays' })
    await pulseAll(server, app, accounts.slice(0, 4), { currency: 'USD' })
    await pulseAll(server, app, accounts.slice(4, 12), { currency: 'CNY' })
  })

  it('finds an account by its note and tag, and narrows to an agent by a chip that can be removed', async () => {
    const live = await openLive()
    const { page } = live
    await live.search('mondays gold')
    await live.row(accounts[5]!.login).waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('combobox', { name: 'Filter by' }).fill('上海')
    await page.getByRole('option', { name: '上海一部' }).click()
    await live.expectShown(12)
    await live.chip('Profit').click()
    const winners = ofAgent().filter(({ figures }) => figures.float_pnl > 0).length
    await page.getByText(`${winners} of 12 accounts`).waitFor()
    const chips = page.getByRole('group', { name: 'Active filters' })
    await chips.getByRole('button', { name: 'Agent: 上海一部' }).click()
    await live.expectShown(accounts.filter(({ figures }) => figures.float_pnl > 0).length)
  })

  it('groups by agent, with sums for each currency, and comes back from the account as it was', async () => {
    const live = await openLive()
    const { page } = live
    await page.getByRole('button', { name: 'Group', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'Agent' }).click()
    const table = page.getByRole('treegrid', { name: 'Live board' })
    const head = table.getByRole('row', { name: '上海一部' })
    await head.getByText('12/12').waitFor()
    const sum = (of: readonly MarketAccount[]) => of.reduce((all, { figures }) => all + figures.equity, 0)
    const shown = (value: number) => Math.round(value).toLocaleString('en-US')
    await table
      .getByRole('row', { name: 'USD' })
      .getByText(shown(sum(accounts.slice(0, 4))))
      .waitFor()
    await table
      .getByRole('row', { name: 'CNY' })
      .getByText(shown(sum(accounts.slice(4, 12))))
      .waitFor()
    await head.click()
    const { login } = accounts[5]!
    await table.getByRole('row', { name: login }).getByRole('button', { name: login, exact: true }).click()
    const panel = page.getByRole('complementary', { name: `Trading account ${login}` })
    await panel.getByRole('button', { name: 'Open as page' }).click()
    await page.getByRole('heading', { name: accounts[5]!.key }).waitFor()
    await page.goBack()
    await panel.waitFor()
    await table.getByRole('row', { name: login }).waitFor()
    await page.reload()
    await panel.waitFor()
    await table.getByText('上海一部').waitFor()
  })

  it('has a watch list that a star, a key and a chip serve', async () => {
    const live = await openLive()
    const { page } = live
    const { login } = accounts[7]!
    await live.search(login)
    await live
      .row(login)
      .getByRole('button', { name: `Watch ${login}` })
      .click()
    await page.getByRole('searchbox').fill(accounts[9]!.login)
    await live.expectShown(1)
    await live.grid.press('Home')
    await live.grid.press('w')
    await page.getByRole('searchbox').fill('')
    await live.chip('Watch list').click()
    await live.expectShown(2)
    await page.reload()
    await live.expectShown(2)
    await live.grid.press('Home')
    await live.grid.press('w')
    await live.expectShown(1)
  })
})
