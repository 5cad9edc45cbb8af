import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openReply } from '../simulator/fleet/credentials.ts'
import { Authenticator } from '../support/authenticator.ts'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { Customer, sendAsShown } from './support/customer.ts'
import {
  acceptInvitation,
  choosePersonal,
  confirmChange,
  createApplication,
  goTo,
  readCsv,
  signIn,
} from './support/day.ts'
import { ScreenChecker } from './support/screen-checker.ts'
import { soon } from './support/soon.ts'

const DAY = 86_400
const NAME = 'Chen Jie'
const PASSWORD = 'a password of his own'
const EA = '51000001@ICMarketsSC-MT5-4'
const PULSE = {
  account_key: EA,
  equity: 10_250.5,
  balance: 10_000,
  dd: 1.5,
  positions: 2,
  float_pnl: 250.5,
  margin_level: 900,
  symbol: 'XAUUSD',
}
/** The journey is long, and the machine may be busy. */
const MOST_MS = 240_000
let browser: Browser
let server: TestServer
let agent: number

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  agent = (await server.act('agent_create', { name: 'Sun Agency', password: 'an agent of ours' })).agent.id
})
afterAll(async () => {
  await server.end()
})

/** Sets an authenticator up and signs in with it. */
async function secure(window: ConsoleWindow, checker: ScreenChecker): Promise<void> {
  const { page } = window
  await choosePersonal(window, NAME, 'Sign-in and security')
  await page.getByRole('button', { name: 'Set up authenticator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up authenticator' })
  const key = await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).innerText()
  await checker.checkView('authenticator')
  const phone = new Authenticator(key.replace(/\s/g, ''))
  await dialog.getByRole('textbox', { name: 'Code' }).fill(phone.code(server.clock.now()))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await checker.checkView('recovery-codes')
  await page.getByRole('button', { name: 'I saved them' }).click()
  await page.getByRole('region', { name: 'Authenticator' }).getByText('On', { exact: true }).waitFor()
  await checker.checkScreen('security', NAME)

  await choosePersonal(window, NAME, 'Sign out')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  server.clock.pass(30)
  await signIn(window, NAME, PASSWORD, phone.code(server.clock.now()))
  await page.getByText('No trading account has called yet').waitFor()
}

async function configure(window: ConsoleWindow): Promise<void> {
  const { page } = window
  /** A section may have the name of its only setting. */
  const field = (label: string) =>
    page.locator('input, textarea, button').and(page.getByLabel(label, { exact: true }))
  const tab = (name: string) => page.getByRole('tab', { name }).click()
  await field('Announcement').fill('Update to 2.0 before Sunday')
  await field('Newest version').fill('2.0')
  await tab('Licensing')
  await field('Unbinds per code').fill('5')
  await field('Unbinds per code').blur()
  await tab('MT5')
  await page.getByRole('switch', { name: 'MT5 authorization' }).click()
  await field('Drawdown threshold').fill('20')
  await field('Purchase link').fill('https://shop.example.com/gold')
  await tab('Keys and protocol')
  await page.getByRole('switch', { name: 'Encrypt requests and replies' }).click()
  await window.choose('Encryption type', '3 · RC4, UTF-8')

  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await bar.getByText('8 unsaved changes').waitFor()
  await bar.getByRole('button', { name: 'Review changes' }).click()
  const review = page.getByRole('dialog', { name: 'Review changes' })
  await review.getByText('https://shop.example.com/gold').waitFor()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Save changes' }).click()
  await window.notice('Settings saved')
  await bar.waitFor({ state: 'detached' })
}

/** Sends the request that the screen shows, unchanged. @returns the answer's text */
async function sendExample(page: Page): Promise<string> {
  const request = page.getByRole('region', { name: 'Request', exact: true }).locator('pre')
  await soon(() => request.innerText()).toMatch(/\n\s*data=[0-9a-f]+&value=/)
  return sendAsShown(server.running.publicUrl, await request.innerText())
}

/** Ten codes of 20 days, saved as a file. @returns the codes of the file */
async function generateAndExport(page: Page): Promise<string[]> {
  await page.getByRole('main').getByRole('button', { name: 'Generate codes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Duration').fill('20')
  await dialog.getByLabel('Quantity').fill('10')
  await dialog.getByLabel('Prefix', { exact: true }).fill('GOLD-')
  await dialog.getByLabel('Note').fill('Spring')
  await dialog.getByRole('button', { name: 'Generate 10 codes' }).click()
  await dialog.getByText('10 codes generated').waitFor()
  await dialog.getByRole('button', { name: 'Show in list' }).click()
  await page.getByText('1 to 10 of 10').waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Export' }).click()
  await dialog.getByText('Export 10 codes').waitFor()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save file' }).click()
  const [header = [], ...lines] = await readCsv(await download)
  const at = header.indexOf('code')
  return lines.map((line) => line[at] ?? '')
}

/** Codes sold elsewhere, through an agent; one line is wrong. */
async function importCodes(page: Page, checker: ScreenChecker): Promise<void> {
  // The owner lets an agent of the platform sell for the developer.
  const { app } = (await server.act('app_list', {})).rows[0]!
  await server.act('agent_rights_set', { agent, app })
  await page.getByRole('banner').getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  const file = [
    'code,type,unit,amount,note,agent',
    `OLD-0001,time,month,1,from before,${agent}`,
    `OLD-0002,gold,,,from before,${agent}`,
    'OLD-0003,permanent,,,from before,',
  ].join('\n')
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await checker.checkView('import-columns')
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByText('2 lines will be imported').waitFor()
  const left = dialog.getByRole('region', { name: 'Checked lines' })
  await left.getByRole('row', { name: /^3 Type: Must be one of: time, permanent/ }).waitFor()
  await checker.checkView('import-checked')
  await dialog.getByRole('button', { name: 'Import 2 lines' }).click()
  await dialog.getByText('2 lines were imported').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('table').getByText('OLD-0003').waitFor()
}

async function assign(window: ConsoleWindow, kamis: readonly string[]): Promise<void> {
  const { page } = window
  for (const kami of kamis) await page.getByRole('checkbox', { name: `Select ${kami}` }).click()
  const bar = page.getByRole('toolbar', { name: `${kamis.length} selected` })
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Assign to agent' }).click()
  await window.choose('Agent', 'Sun Agency')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await confirmChange(page, kamis.length, 'Assign to agent')
}

/** Finds a code by a prefix and opens its page. */
async function openCode(window: ConsoleWindow, kami: string): Promise<void> {
  await goTo(window, 'Codes')
  const { page } = window
  await page.keyboard.press('/')
  await page.keyboard.type(kami)
  await page.getByText('1 to 1 of 1').waitFor()
  await page.getByRole('table').getByText(kami).click()
  await page.getByRole('heading', { level: 1, name: kami }).waitFor()
}

async function createAndRecharge(window: ConsoleWindow, kami: string): Promise<void> {
  await goTo(window, 'User accounts')
  const { page } = window
  await page.getByRole('main').getByRole('button', { name: 'New user account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('User account', { exact: true }).fill('ann_berlin')
  await dialog.getByLabel('Password', { exact: true }).fill('ann.1234')
  await dialog.getByLabel('QQ').fill('100200300')
  await dialog.getByRole('button', { name: 'New user account' }).click()
  await page.getByRole('table').getByText('ann_berlin', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Recharge' }).click()
  await dialog.getByLabel('Code').fill(kami)
  await dialog.getByRole('button', { name: 'Recharge' }).click()
  await window.notice('ann_berlin was recharged')
}

it(
  'a developer gets from a new application to the first paying customer',
  async () => {
    const { invitation } = await server.act('developer_create', { name: NAME })
    const window = await ConsoleWindow.open(browser, server.running.consoleUrl, {
      at: server.clock.now(),
      viewport: { width: 1280, height: 720 },
    })
    const { page } = window
    await acceptInvitation(window, `/invitation/${invitation!.token}`, NAME, PASSWORD)
    await page.getByText('No trading account has called yet').waitFor()
    const checker = new ScreenChecker(browser, window, 'developer')
    await secure(window, checker)
    await checker.checkScreen('live-empty', NAME)

    await page.getByRole('button', { name: 'Create an application' }).click()
    const credentials = await createApplication(page, 'Gold Grid')
    await page.getByRole('dialog').getByRole('button', { name: 'Open settings' }).click()
    await configure(window)
    await checker.checkScreen('protocol', 'kmlogon')
    // Only the example's made-up values are unknown, the example itself is right.
    expect(JSON.parse(openReply(await sendExample(page), credentials))).toMatchObject({ code: 149 })
    const program = new Customer(new URL(server.running.publicUrl), credentials, server.clock)
    onTestFinished(() => {
      program.close()
    })
    expect(await program.plain('notice', {})).toMatchObject({
      msg: { app_gg: 'Update to 2.0 before Sunday' },
    })

    await goTo(window, 'Codes')
    const kamis = await generateAndExport(page)
    expect(new Set(kamis).size).toBe(10)
    const [forEa = '', forAnn = '', forPc = '', ...others] = kamis
    await goTo(window, 'Codes')
    await importCodes(page, checker)
    await assign(window, others.slice(0, 2))
    await checker.checkScreen('codes', 'OLD-0003')

    // The first customer's terminal.
    const logon = await program.guarded('kmlogon', { kami: forEa, markcode: EA })
    const sold = server.clock.now() + 20 * DAY
    expect(logon).toMatchObject({ code: 200, msg: { vip: String(sold) } })
    await goTo(window, 'Live board')
    expect(await program.plain('mt5pulse', PULSE)).toMatchObject({ code: 200, pause_open: 0 })
    await page
      .getByRole('region', { name: 'Totals' })
      .getByText(/1\s*\/\s*1/)
      .waitFor()
    await page.getByRole('grid').press('Home')
    await page.keyboard.press('p')
    await window.notice('Opening paused on 51000001')
    expect(await program.plain('mt5pulse', PULSE)).toMatchObject({ code: 200, pause_open: 1 })
    await checker.checkScreen('live', '51000001')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Open as page' }).click()
    await page.getByRole('heading', { level: 2, name: '51000001' }).waitFor()
    await checker.checkScreen('account', '51000001')

    // A second customer, who has an account instead.
    await createAndRecharge(window, forAnn)
    await checker.checkScreen('app-account', 'ann_berlin')
    const recharged = server.clock.now() + 20 * DAY
    expect(await program.guarded('userlogon', { user: 'ann_berlin', password: 'ann.1234' })).toMatchObject({
      code: 200,
      msg: { vip: String(recharged) },
    })

    // A third customer, who buys a new computer.
    const onPc = (markcode: string) => program.guarded('kmlogon', { kami: forPc, markcode })
    expect(await onPc('PC-OLD')).toMatchObject({ code: 200 })
    const bought = server.clock.now() + 20 * DAY
    expect(await onPc('PC-NEW')).toMatchObject({ code: 150 })
    await openCode(window, forPc)
    await page.getByRole('button', { name: 'Extend' }).click()
    await page.getByRole('menuitem', { name: '30 days' }).click()
    await confirmChange(page, 1, 'Extend')
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Unbind' }).click()
    await confirmChange(page, 1, 'Unbind')
    await page.getByRole('region', { name: 'History' }).getByText('Unbound').waitFor()
    expect(await onPc('PC-NEW')).toMatchObject({ code: 200, msg: { vip: String(bought + 30 * DAY) } })
    await page.reload()
    await page
      .getByRole('region', { name: 'History' })
      .getByText('PC-NEW · 127.0.0.1', { exact: true })
      .waitFor()
    await checker.checkScreen('code', forPc)

    // The first customer pays again.
    await goTo(window, 'Expiring')
    const due = page.getByRole('region', { name: 'In 14 to 30 days' })
    await due.getByRole('link', { name: '51000001' }).waitFor()
    await checker.checkScreen('expiring', '51000001')
    await due.getByRole('link', { name: '51000001' }).focus()
    await page.keyboard.press('r')
    await window.notice(/^51000001@ICMarketsSC-MT5-4 is valid until/)
    await page.getByText('No licences end in the next 30 days').waitFor()
    expect(await program.plain('mt5logon', { account_key: EA })).toMatchObject({
      code: 200,
      vip: sold + 30 * DAY,
    })
  },
  MOST_MS,
)
