import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../integration/operators.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { newAgent, newApplication } from './support/agent-office.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { goTo } from './support/day.ts'
import { findBareKeys, findOverflow } from './support/look.ts'
import { ScreenChecker } from './support/screen-checker.ts'
import { takePicture } from './support/pictures.ts'

const DAY = 86_400
const PASSWORD = 'a password of their own'
const EA = '51000001@ICMarketsSC-MT5-4'
const MOST_MS = 240_000
const SIZES = [
  { width: 390, height: 844 },
  { width: 640, height: 360 },
  { width: 1280, height: 720 },
]
let browser: Browser
let server: TestServer
let app: number

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  await server.act('developer_create', { name: 'Chen Jie', password: PASSWORD })
  const developer = await signIn(server, 'Chen Jie', PASSWORD)
  app = await newApplication(developer, 'Gold Grid')
  await developer.call('app_update', { app, mt5: { drawdown_threshold: 20 } })
  for (const name of ['Sun Agency', 'Moon Agency'])
    await newAgent(developer, app, { name, password: PASSWORD })
  await sellTo('Ann of Berlin')
  // A code lasts a month, and a pulse reports an account's loss.
  server.clock.pass(26 * DAY)
  const figures = {
    equity: 6_500,
    balance: 10_000,
    dd: 35,
    positions: 2,
    float_pnl: -3_500,
    margin_level: 180,
  }
  await server.api('mt5pulse', app, { account_key: EA, ...figures, symbol: 'XAUUSD' })
})
afterAll(async () => {
  await server.end()
})

async function sellTo(customer: string): Promise<void> {
  const agent = await signIn(server, 'Sun Agency', PASSWORD)
  const { rows } = await agent.call('allocation_list', {})
  const order = { allocation: rows[0]!.id, count: 1, key: 'the first code', sale_price: 9_900 }
  const { sales } = await agent.call('sale_take', { ...order, customer, contact: 'WeChat ann_b' })
  const reply = await server.api('kmlogon', app, { kami: sales[0]!.kami, markcode: EA })
  if (reply.code !== 200) throw new Error(`kmlogon answered ${JSON.stringify(reply)}`)
}
function openWindow(as: ConsoleClient): Promise<ConsoleWindow> {
  const viewport = { width: 1280, height: 720 }
  return ConsoleWindow.open(browser, server.running.consoleUrl, { as, at: server.clock.now(), viewport })
}

it(
  "an agent's home shows the customers near their end, with a message to send, and the accounts at risk",
  async () => {
    const window = await openWindow(await signIn(server, 'Sun Agency', PASSWORD))
    const { page } = window
    await window.visit('/')
    const ending = page.getByRole('region', { name: 'Customers about to expire' })
    await ending.getByText('Ann of Berlin · WeChat ann_b · Gold Grid').waitFor()
    const risk = page.getByRole('region', { name: 'Trading accounts at risk' })
    await risk.getByText('35.00%').waitFor()
    const checker = new ScreenChecker(browser, window, 'agent-customers')
    await checker.checkScreen('home', EA)

    await ending.getByRole('button', { name: 'Message' }).click()
    const message = await page.getByRole('dialog').getByLabel('Message').inputValue()
    // It was sold on 14 November for 30 days.
    expect(message.split('\n')).toEqual([
      'Hello Ann of Berlin,',
      `your licence for Gold Grid on account ${EA} ends on 2023-12-14 (in 4 days). Would you like to renew it?`,
    ])
    await checker.checkView('message')
    await page.keyboard.press('Escape')

    const found: Record<string, string[]> = {}
    for (const path of ['/home', '/stock', '/sales', '/statement', '/agents'])
      for (const size of SIZES) {
        await window.visit(path)
        await page.setViewportSize(size)
        await page.getByRole('main').waitFor()
        await page.waitForLoadState('networkidle')
        await takePicture(page, checker.nameOf(`${path.slice(1)}-${size.width}`))
        const problems = [...(await findOverflow(page)), ...(await findBareKeys(page))]
        if (problems.length > 0) found[`${path} ${size.width}`] = problems
      }
    expect(found).toEqual({})
  },
  MOST_MS,
)

it(
  'a developer moves all customers of an agent to another one, after their number is shown',
  async () => {
    const window = await openWindow(await signIn(server, 'Chen Jie', PASSWORD))
    const { page } = window
    await window.visit('/agents')
    await page.getByRole('table').getByText('Sun Agency').click()
    await page.getByRole('heading', { level: 1, name: 'Sun Agency' }).waitFor()
    await page.getByRole('banner').getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Move customers…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move the customers of Sun Agency' })
    await dialog.getByText('1 codes and 1 trading accounts will be moved.').waitFor()
    await window.choose('To', 'Moon Agency')
    await dialog.getByText('1 codes and 1 trading accounts will be moved.').waitFor()
    await new ScreenChecker(browser, window, 'agent-customers').checkView('move')
    await dialog.getByRole('button', { name: 'Move' }).click()
    await window.notice('1 codes and 1 trading accounts were moved.')

    const moon = await openWindow(await signIn(server, 'Moon Agency', PASSWORD))
    await moon.visit('/home')
    await moon.page.getByRole('region', { name: 'Trading accounts at risk' }).getByText(EA).waitFor()
    const sun = await openWindow(await signIn(server, 'Sun Agency', PASSWORD))
    await sun.visit('/home')
    await sun.page.getByText('No trading accounts at risk.').waitFor()
    await goTo(sun, 'Trading accounts')
    await sun.page.getByText('No trading accounts yet').waitFor()
  },
  MOST_MS,
)
