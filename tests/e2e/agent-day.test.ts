import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { trustOwnHeaders, visit } from '../support/self-service-client.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { signIn } from '../integration/operators.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { giveRights, giveStock, hireAgent, newAgent, newApplication, topUp } from './support/agent-office.ts'
import { acceptInvitation, goTo, readCsv, valueOf } from './support/day.ts'
import { ScreenChecker } from './support/screen-checker.ts'
import { takePicture } from './support/pictures.ts'
import { soon } from './support/soon.ts'

const BELOW = 'Little Sun'
const PASSWORD = 'a password of their own'
const EA = '51000001@ICMarketsSC-MT5-4'
const PULSE = {
  account_key: EA,
  equity: 9_400,
  balance: 10_000,
  dd: 6,
  positions: 2,
  float_pnl: -600,
  margin_level: 900,
  symbol: 'XAUUSD',
}
/** The journey is long, and the machine may be busy. */
const MOST_MS = 300_000
let browser: Browser
let server: TestServer
let developer: ConsoleClient
let app: number

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  await trustOwnHeaders(server)
  await server.act('developer_create', { name: 'Chen Jie', password: PASSWORD })
  developer = await signIn(server, 'Chen Jie', PASSWORD)
  app = await newApplication(developer, 'Gold Grid')
  await newApplication(developer, 'Silver Scalper')
})
afterAll(async () => {
  await server.end()
})

function openWindow(as?: ConsoleClient): Promise<ConsoleWindow> {
  return ConsoleWindow.open(browser, server.running.consoleUrl, {
    at: server.clock.now(),
    viewport: { width: 1280, height: 720 },
    ...(as === undefined ? {} : { as }),
  })
}
async function sellingAgent(name: string): Promise<ConsoleClient> {
  await newAgent(developer, app, { name, password: PASSWORD })
  return signIn(server, name, PASSWORD)
}
const dialogOf = (page: Page) => page.getByRole('dialog')

/** Buys three codes. @returns them */
async function buy(window: ConsoleWindow, checker: ScreenChecker): Promise<string[]> {
  const { page } = window
  await goTo(window, 'Stock')
  const card = page.getByRole('listitem').filter({ hasText: 'Gold Grid' })
  await card.getByText('12 left of 12').waitFor()
  await checker.checkScreen('stock', 'Gold Grid')
  await card.getByRole('button', { name: 'Take' }).click()
  await dialogOf(page).getByLabel('Quantity').fill('3')
  await soon(() => valueOf(dialogOf(page), 'Balance afterwards')).toBe('¥333.50')
  await checker.checkView('take')
  await dialogOf(page).getByRole('button', { name: 'Take 3 for ¥166.50' }).click()
  const slip = page.getByRole('dialog', { name: '3 codes to hand over' })
  await slip.waitFor()
  const kamis = await slip.getByRole('listitem').allInnerTexts()
  await checker.checkView('codes-to-hand-over')
  await slip.getByRole('button', { name: 'Close' }).last().click()
  await card.getByText('9 left of 12').waitFor()
  return kamis.map((kami) => kami.trim())
}

/** Marks a code as sold to a customer, and prints its slip. */
async function sell(window: ConsoleWindow, checker: ScreenChecker, kami: string): Promise<void> {
  const { page } = window
  await goTo(window, 'Sales')
  const row = page.getByRole('row').filter({ hasText: kami })
  await row.getByText(kami).click()
  await dialogOf(page).getByLabel('Sale price').fill('99')
  await dialogOf(page).getByLabel('Customer').fill('Ann of Berlin')
  await dialogOf(page).getByLabel('Contact').fill('WeChat ann_b')
  await checker.checkView('sold')
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await window.notice('1 sale saved')
  await row.getByText('Sold', { exact: true }).waitFor()
  await row.getByText('Ann of Berlin').waitFor()

  await page.getByRole('checkbox', { name: `Select ${kami}` }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Slip' }).click()
  const slip = page.getByRole('dialog', { name: '1 code to hand over' })
  await slip.waitFor()
  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('.print-sheet')
  const printed = await sheet.innerText()
  expect(printed).toContain(kami)
  expect(printed).toContain('Ann of Berlin')
  expect(printed).toContain('¥99.00')
  // The slip doesn't show the agent's own price.
  expect(printed).not.toContain('55.50')
  expect(await slip.isVisible()).toBe(false)
  await takePicture(page, checker.nameOf('slip-printed'))
  await page.emulateMedia({ media: 'screen' })
  await slip.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Clear selection' }).click()
}

/** Refunds another code; the code that a customer uses can't be refunded. */
async function giveBack(
  window: ConsoleWindow,
  checker: ScreenChecker,
  kamis: readonly string[],
): Promise<void> {
  const { page } = window
  await window.visit('/sales')
  for (const kami of kamis) await page.getByRole('checkbox', { name: `Select ${kami}` }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Return' }).click()
  await soon(() => valueOf(dialogOf(page), 'Returnable')).toBe('1')
  await soon(() => valueOf(dialogOf(page), 'Refund')).toBe('¥55.50')
  await dialogOf(page).getByText('1 is in use and can’t be returned.').waitFor()
  await checker.checkView('give-back')
  await dialogOf(page).getByRole('button', { name: 'Return' }).click()
  await window.notice('1 code returned')
  await page.getByRole('row').filter({ hasText: kamis[1]! }).getByText('Returned').waitFor()
  await checker.checkScreen('sales', 'Ann of Berlin')
}

/** A customer has a new computer and requests an unbind from the old one. */
async function decideUnbind(window: ConsoleWindow, checker: ScreenChecker, kami: string): Promise<void> {
  const { page } = window
  const onPc = async (markcode: string) => (await server.api('kmlogon', app, { kami, markcode })).code
  expect([await onPc('PC-OLD'), await onPc('PC-NEW')]).toEqual([200, 150])
  expect(
    await visit(server, 'unbind_km', { card: kami, contact: 'ann@example.com', reason: 'New computer' }),
  ).toMatchObject({ code: 200 })
  await goTo(window, 'Home')
  await page.getByRole('main').getByRole('link', { name: '1 waiting' }).click()
  const evidence = page.getByRole('region', { name: 'Evidence' })
  await evidence.getByRole('heading', { level: 2, name: kami }).waitFor()
  await checker.checkScreen('request', kami)
  await page.keyboard.press('a')
  await dialogOf(page).getByRole('button', { name: 'Approve' }).click()
  await window.notice(`${kami} is unbound`)
  expect(await onPc('PC-NEW')).toBe(200)
}

/** The agent may pause opening and nothing else, so only that is offered. */
async function pauseAccount(window: ConsoleWindow, checker: ScreenChecker, kami: string): Promise<void> {
  const { page } = window
  expect(await server.api('kmlogon', app, { kami, markcode: EA })).toMatchObject({ code: 200 })
  expect(await server.api('mt5pulse', app, PULSE)).toMatchObject({ code: 200, pause_open: 0 })
  await goTo(window, 'Live board')
  const grid = page.getByRole('grid', { name: 'Live board' })
  const row = grid.getByRole('row').filter({ hasText: '51000001' })
  await row.getByRole('button', { name: 'Pause opening' }).waitFor()
  // The star of the watch list has no text.
  await soon(() => row.getByRole('button').allInnerTexts()).toEqual(['51000001', '', 'Pause opening'])
  await checker.checkScreen('live', '51000001')
  await grid.press('Home')
  await page.keyboard.press('c')
  await window.notice('You have no right to do this to these accounts')
  await page.keyboard.press('p')
  await window.notice('Opening paused on 51000001')
  expect(await server.api('mt5pulse', app, PULSE)).toMatchObject({ code: 200, pause_open: 1, pause_add: 0 })
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: /51000001/ })
  await soon(() => panel.getByRole('switch', { name: 'Pause adding' }).isDisabled()).toBe(true)
  await soon(() => panel.getByRole('switch', { name: 'Pause opening' }).isEnabled()).toBe(true)
  expect(await panel.getByRole('button', { name: 'Close all' }).count()).toBe(0)
  await checker.checkView('live-panel')
}

/** An agent below, which sells from this agent's stock. */
async function haveAgentBelow(window: ConsoleWindow, checker: ScreenChecker): Promise<void> {
  const { page } = window
  await page.getByRole('banner').getByRole('button', { name: 'Add agent' }).click()
  await dialogOf(page).getByLabel('Name').fill(BELOW)
  await window.choose('First password', 'I set it now')
  await dialogOf(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialogOf(page).getByRole('button', { name: 'Add agent' }).click()
  await page.getByRole('table').getByText(BELOW).click()
  await page.getByRole('heading', { level: 1, name: BELOW }).waitFor()
  await soon(() => page.getByRole('tab').allInnerTexts()).toEqual(['Allocations', 'Rights', 'Sub-agents'])
  await page.getByRole('button', { name: 'Allocate codes' }).first().click()
  await dialogOf(page).getByLabel('Quota').fill('4')
  await dialogOf(page).getByLabel('Unit price').fill('70')
  await checker.checkView('give-own')
  await dialogOf(page).getByRole('button', { name: 'Allocate', exact: true }).click()
  await page.getByText('4 left of 4').waitFor()
  await page.getByRole('tab', { name: 'Rights' }).click()
  // No more than the agent has itself.
  await soon(() => page.getByRole('checkbox', { name: 'Gold Grid: Unbind' }).isEnabled()).toBe(true)
  await soon(() => page.getByRole('checkbox', { name: 'Gold Grid: Close all' }).isDisabled()).toBe(true)
  await checker.checkScreen('rights-below', 'Gold Grid')

  const { rows } = await developer.call('agent_list', { search: BELOW })
  const below = rows[0]!.id
  await developer.call('ledger_topup', { agent: below, amount: 10_000, key: 'the first money' })
  const client = await signIn(server, BELOW, PASSWORD)
  const own = await client.call('allocation_list', {})
  await client.call('sale_take', { allocation: own.rows[0]!.id, count: 1, key: 'the first code' })
}

/** 500.00 topped up, three codes bought at 55.50 and one of them refunded. */
async function readStatement(window: ConsoleWindow, checker: ScreenChecker): Promise<void> {
  const { page } = window
  await goTo(window, 'Statement')
  await page.getByRole('cell', { name: '−¥166.50' }).waitFor()
  const main = page.getByRole('main')
  await soon(() => valueOf(main, 'Opening balance')).toBe('¥0.00')
  await soon(() => valueOf(main, 'Top-up')).toBe('+¥500.00')
  await soon(() => valueOf(main, 'Purchase')).toBe('−¥166.50')
  await soon(() => valueOf(main, 'Return')).toBe('+¥55.50')
  await soon(() => valueOf(main, 'Closing balance')).toBe('¥389.00')
  await checker.checkScreen('statement', '=TRANSFER 7')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV' }).click()
  const [header = [], ...lines] = await readCsv(await download)
  const amounts = lines.map((line) => Number(line[header.indexOf('Amount')]))
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(389)
  expect(lines.at(-1)?.at(-1)).toBe('389')
  // A spreadsheet must not read it as a formula.
  expect(lines.flat()).toContain("'=TRANSFER 7")
}

/** Prints the statement, as far as a browser without a printer can. */
async function printStatement({ page }: ConsoleWindow): Promise<void> {
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] =
        document.querySelector<HTMLElement>('.print-sheet')?.textContent ?? ''
    }
  })
  await page.getByRole('button', { name: 'Print or PDF' }).click()
  await soon(() => page.evaluate(() => document.body.dataset['printed'] ?? '')).toContain('389.00')
  const printed = await page.evaluate(() => document.body.dataset['printed'] ?? '')
  for (const text of ['Statement 2023-11', 'Moon Agency', '=TRANSFER 7', '−¥166.50'])
    expect(printed).toContain(text)
}

it(
  'a developer gives an agent codes to sell, and the agent finds them at home',
  async () => {
    const office = await openWindow(developer)
    const checker = new ScreenChecker(browser, office, 'agents')
    const name = 'Sun Agency'
    const link = await hireAgent(office, checker, name)
    await giveStock(office, checker, name)
    await giveRights(office, checker)
    await topUp(office, checker, name)
    await goTo(office, 'Agents')
    await checker.checkScreen('list', name)

    const window = await openWindow()
    const { page } = window
    await acceptInvitation(window, link, name, PASSWORD)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await page.getByText('¥500.00').waitFor()
    const navigation = page.getByRole('navigation', { name: 'Main navigation' })
    await soon(() => navigation.getByRole('link').allInnerTexts()).toEqual([
      'Home',
      'Live board',
      'Fleet',
      'Expiring',
      'Trading accounts',
      'Requests',
      'Codes',
      'Stock',
      'Sales',
      'Statement',
      'Agents',
      'Audit log',
    ])
  },
  MOST_MS,
)

it(
  "an agent buys, sells, frees a customer's code, pauses an account and reads its statement",
  async () => {
    const window = await openWindow(await sellingAgent('Moon Agency'))
    const checker = new ScreenChecker(browser, window, 'agent-day')
    await window.visit('/')
    const [forAnn = '', forEa = '', back = ''] = await buy(window, checker)
    await sell(window, checker, forAnn)
    await decideUnbind(window, checker, forAnn)
    await pauseAccount(window, checker, forEa)
    await giveBack(window, checker, [forAnn, back])
    await readStatement(window, checker)
    await printStatement(window)
    await goTo(window, 'Home')
    await checker.checkScreen('home', 'Gold Grid')
  },
  MOST_MS,
)

it(
  'an agent lets an agent below sell from its stock, and gets the difference',
  async () => {
    const window = await openWindow(await sellingAgent('Star Agency'))
    await window.visit('/agents')
    await haveAgentBelow(window, new ScreenChecker(browser, window, 'agent-below'))
    await goTo(window, 'Statement')
    // 70.00 - 55.50
    await soon(() => valueOf(window.page.getByRole('main'), 'Commission')).toBe('+¥14.50')
    await goTo(window, 'Stock')
    await window.page.getByText('8 left of 12').waitFor()
  },
  MOST_MS,
)
