import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { leaveGuide } from './support/day.ts'
import { serveConsole, type ServedConsole } from './support/served-console.ts'
import { TerminalFleet } from './support/terminal-fleet.ts'
import { soon } from './support/soon.ts'

const ACCOUNTS = 20
let browser: Browser
let served: ServedConsole

beforeAll(async () => {
  ;[browser, served] = await Promise.all([shareBrowser(), serveConsole()])
})
afterAll(async () => {
  expect(await served.stop()).toBe(0)
})

async function setFirstPassword(page: Page): Promise<void> {
  await page.goto(served.setupUrl)
  await page.getByLabel('New password').fill('a long enough password')
  await page.getByLabel('Repeat password').fill('a long enough password')
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  const groups = page.getByRole('list', { name: 'Recovery key' }).getByRole('listitem')
  await groups.first().waitFor()
  expect(await groups.count()).toBe(8)
  await page.getByRole('button', { name: 'I have stored it' }).click()
  await leaveGuide(page)
  await page.getByText('No trading account has called yet').waitFor()
}

/** @returns the data for the program, from the dialog */
async function createApplication(page: Page): Promise<{ app: number; appkey: string }> {
  await page.getByRole('button', { name: 'Create an application' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Gold Grid')
  await dialog.getByRole('button', { name: 'Create application' }).click()
  await page.getByRole('dialog', { name: 'Gold Grid is ready' }).waitFor()
  const valueOf = (term: string) =>
    dialog.getByRole('term').filter({ hasText: term }).locator('xpath=following-sibling::dd').innerText()
  const created = { app: Number(await valueOf('Application number')), appkey: await valueOf('App key') }
  await dialog.getByRole('button', { name: 'Open settings' }).click()
  return created
}

async function switchMt5On(window: ConsoleWindow): Promise<void> {
  const { page } = window
  await page.getByRole('tab', { name: 'MT5' }).click()
  await page.getByRole('switch', { name: 'MT5 authorization' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await window.notice('Settings saved')
}

async function generateCodes(page: Page): Promise<string[]> {
  await page.getByRole('link', { name: 'Codes' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Generate codes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Quantity').fill(String(ACCOUNTS))
  await dialog.getByLabel('Quantity').blur()
  await dialog.getByRole('button', { name: `Generate ${ACCOUNTS} codes` }).click()
  const codes = await dialog.getByRole('textbox', { name: 'Codes' }).inputValue()
  await page.keyboard.press('Escape')
  return codes.split('\n')
}

/** Filters the table to one account and focuses it, with the keyboard alone. */
async function pickByKeyboard(page: Page, login: string): Promise<Locator> {
  await page.keyboard.press('/')
  await page.keyboard.type(login)
  await page.keyboard.press('Enter')
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: login })
  await page.getByText(`1 of ${ACCOUNTS} accounts`).waitFor()
  await page.keyboard.press('Home')
  await soon(() => page.getByRole('grid').getAttribute('aria-activedescendant')).toMatch(/^account-/)
  return row
}

async function confirmClose(page: Page, login: string): Promise<void> {
  await page.keyboard.press('c')
  const dialog = page.getByRole('alertdialog', { name: 'Close all positions?' })
  await dialog.getByText(login).waitFor()
  await soon(() => page.locator(':focus').textContent()).toContain('Keep positions')
  await page.keyboard.press('Tab')
  await soon(() => page.locator(':focus').textContent()).toMatch(/Close \d+ positions?/)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
}

it('a new user licenses twenty terminals, watches them live and closes one of them', async () => {
  const window = await ConsoleWindow.open(browser, served.consoleUrl)
  const { page } = window
  await setFirstPassword(page)
  const { app, appkey } = await createApplication(page)
  await switchMt5On(window)
  const codes = await generateCodes(page)
  expect(new Set(codes).size).toBe(ACCOUNTS)

  const fleet = new TerminalFleet(new URL(served.publicUrl), { app, appkey, rc4Key: undefined }, codes)
  onTestFinished(() => fleet.close())
  await page.getByRole('link', { name: 'Live board' }).click()
  const totals = page.getByRole('region', { name: 'Totals' })
  await totals.getByText(/20\s*\/\s*20/).waitFor()

  const trading = () =>
    fleet.accounts.findIndex((_, index) => (fleet.pulsesOf(index).at(-1)?.positions ?? 0) > 0)
  const closed = await soon(trading).toBeGreaterThanOrEqual(0).then(trading)
  await fleet.hold(closed)
  const { login } = fleet.accounts[closed]!
  const row = await pickByKeyboard(page, login)
  await confirmClose(page, login)
  await row.getByText('Requested').waitFor()
  await totals.getByText(/Commands in flight\s*1/).waitFor()

  expect(await fleet.turn(closed)).toMatchObject({ closeAll: true })
  await row.getByText('Delivered').waitFor()
  expect(await fleet.turn(closed)).toMatchObject({ closeAll: false, positions: 0 })
  await row.getByText('Flat').waitFor()
  fleet.release(closed)

  const paused = (closed + 1) % ACCOUNTS
  await fleet.hold(paused)
  const other = await pickByKeyboard(page, fleet.accounts[paused]!.login)
  const opening = other.getByRole('button', { name: 'Pause opening', exact: true })
  await page.keyboard.press('p')
  await window.notice(`Opening paused on ${fleet.accounts[paused]!.login}`)
  await soon(() => opening.getAttribute('aria-pressed')).toBe('true')
  expect(await fleet.turn(paused)).toMatchObject({ pauseOpen: true, closeAll: false })
  const undone = page.waitForResponse(/act=device_control/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await undone
  await soon(() => opening.getAttribute('aria-pressed')).toBe('false')
  expect(await fleet.turn(paused)).toMatchObject({ pauseOpen: false })
  fleet.release(paused)

  await pickByKeyboard(page, login)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Open as page' }).click()
  // The panel that opens it has the same headings.
  await page.waitForURL(/#\/live\/\d+$/)
  await page.getByRole('heading', { level: 2, name: login }).waitFor()
  const commands = page.getByRole('region', { name: 'Close all commands' })
  const time = String.raw`\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}`
  await commands.getByText(new RegExp(`^Requested ${time} by owner$`)).waitFor()
  await commands.getByText(new RegExp(`^Delivered ${time} to 127\\.0\\.0\\.1, \\d+ open$`)).waitFor()
  await commands.getByText(new RegExp(`^Flat ${time}$`)).waitFor()
  // From here on only the new document polls: the last request of the old one has lost its answer.
  await page.reload({ waitUntil: 'commit' })
  const history = await page.waitForResponse(/act=device_history/)
  const kept = (await history.json()) as { msg: { rows: unknown[] } }
  // Opened by its address, the page has its icon and word in one line as well.
  const word = commands.getByText('Flat', { exact: true })
  expect((await word.boundingBox())!.height).toBeLessThan(20)
  expect(kept.msg.rows.length).toBeGreaterThan(0)
  // There is no canvas for less than two points.
  await page.getByRole('region', { name: 'Equity and drawdown' }).locator('canvas').first().waitFor()

  await fleet.close()
  const closes = fleet.accounts.map(
    (_, index) => fleet.pulsesOf(index).filter(({ closeAll }) => closeAll).length,
  )
  expect(closes).toEqual(fleet.accounts.map((_, index) => (index === closed ? 1 : 0)))
  expect([...fleet.tally.failures]).toEqual([])
})
