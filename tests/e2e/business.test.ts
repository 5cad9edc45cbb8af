import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { until } from '../support/until.ts'
import { SalesWorld } from '../integration/sales-world.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { readCsv } from './support/day.ts'
import { findBarriers, findFlaws, findOverflow } from './support/look.ts'
import { takePicture } from './support/pictures.ts'

let browser: Browser
let world: SalesWorld
let owner: ConsoleClient
let agentName: string
let app: number

beforeAll(async () => {
  ;[browser, world] = await Promise.all([shareBrowser(), SalesWorld.start()])
  const developer = await world.developer()
  app = await world.app(developer)
  await developer.client.call('app_update', { app, mt5: { enabled: true } })
  const order = { app, type: 'time', unit: 'day', amount: 30, count: 5 } as const
  const { kamis } = await developer.client.call('code_generate', order)
  const allocation = async (name: Awaited<ReturnType<SalesWorld['agent']>>, price: number) => {
    const id = await world.give(developer, name, { app, price, quota: 20 })
    await world.pay(developer, name, 1_000_000)
    return id
  }
  const best = await world.agent(developer)
  const other = await world.agent(developer)
  agentName = best.name
  const { sales } = await world.take(best, await allocation(best, 70_000), 3, { sale_price: 150_000 })
  await world.take(other, await allocation(other, 50_000), 2)
  for (const [index, kami] of [...kamis.slice(0, 3), sales[0]!.kami].entries())
    await world.server.api('kmlogon', app, { kami, markcode: `${100 + index}@Broker-Live` })
  await world.server.api('mt5pulse', app, { account_key: '100@Broker-Live', equity: 1000, balance: 1000 })
  for (let minute = 0; minute < 3; minute++) {
    world.server.clock.pass(60)
    const at = world.server.clock.now()
    await until(
      async () => (await world.server.act('health_history', { from: at, to: at })).rows.length === 1,
      'a sample',
    )
  }
  owner = await world.server.owner()
})
afterAll(() => world.server.end())

interface Look {
  readonly locale?: string
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
}
const show = (path: string, more: Look = {}) =>
  ConsoleWindow.show(browser, world.server, path, {
    as: owner,
    locale: more.locale ?? 'en-GB',
    colorScheme: more.theme ?? 'light',
    viewport: { width: more.width ?? 1440, height: more.height ?? 900 },
  })

describe('the first screen of a vendor', () => {
  it('shows what came in, what ends and who sells, and leads to the lists', async () => {
    const window = await show('/home')
    const { page } = window
    const activations = page.getByRole('region', { name: 'Activations' })
    await activations.getByText('4', { exact: true }).first().waitFor()
    await page.getByRole('region', { name: 'Revenue' }).getByText('¥3,100.00').first().waitFor()
    const agents = page.getByRole('region', { name: 'Best agents, 30 days' })
    await agents.getByRole('listitem').first().getByText(agentName).waitFor()
    expect(await findFlaws(page)).toEqual([])
    await takePicture(page, 'home-en')
    await page.getByRole('link', { name: 'Revenue' }).click()
    await page.getByText('¥3,100.00').first().waitFor()
    await page.getByRole('button', { name: 'By agent' }).click()
    await page.getByRole('region', { name: 'By agent' }).getByText('¥2,100.00').first().waitFor()
    expect(await findFlaws(page)).toEqual([])
    await takePicture(page, 'sales-sums-en')
  })

  it('opens after the sign-in where the person chose it', async () => {
    const window = await show('/')
    const { page } = window
    await page.waitForURL(/#\/live/)
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitemradio', { name: 'Home' }).click()
    await page.keyboard.press('Escape')
    await expect
      .poll(async () => (await owner.call('preferences_get', {})).preferences.first_screen)
      .toBe('home')
    await window.visit('/security')
    await window.visit('/')
    await page.waitForURL(/#\/home/)
  })

  it.each([
    ['zh-CN', 1280, 720, 'dark'],
    ['zh-CN', 390, 844, 'light'],
    ['en-GB', 1920, 1080, 'light'],
  ] as const)('fits in %s at %i x %i, %s', async (locale, width, height, theme) => {
    const { page } = await show('/home', { locale, width, height, theme })
    await page.getByText(agentName).first().waitFor()
    expect(await findFlaws(page)).toEqual([])
    await takePicture(page, `home-${locale}-${width}`)
  })
})

describe('the ranking of agents', () => {
  it('sorts by a figure, and saves a file', async () => {
    const { page } = await show('/agents/ranking')
    const first = page.getByRole('row').nth(1)
    await first.getByText(agentName).waitFor()
    await page.getByRole('button', { name: 'Revenue' }).click()
    await first.getByText(agentName).waitFor({ state: 'detached' })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const rows = await readCsv(await download)
    expect(rows.find(([name]) => name === agentName)).toContain('2100')
    expect(await findFlaws(page)).toEqual([])
    await takePicture(page, 'ranking-en')
  })
})

describe('health over time', () => {
  it('draws the last hour and month, and says that no backup exists', async () => {
    const { page } = await show('/health')
    await page.getByText('No backup has been created yet').waitFor()
    const curves = page.getByRole('region', { name: 'Over time' })
    await curves.getByRole('button', { name: 'Hour' }).click()
    await curves.locator('canvas').nth(5).waitFor()
    expect(await findFlaws(page)).toEqual([])
    await takePicture(page, 'health-en')
    await curves.getByRole('button', { name: 'Month' }).click()
    await curves.locator('canvas').nth(5).waitFor()
  })
})

describe('help inside', () => {
  it('opens the chapter of the screen in the language of the person, and follows its links', async () => {
    const { page } = await show('/risk')
    await page.getByRole('button', { name: 'Help for this screen' }).click()
    await page.getByRole('heading', { name: 'Risk review' }).waitFor()
    await page.waitForFunction(() => document.activeElement?.textContent.trim() === 'Risk review')
    // A manual names keys of settings, so it is no search for bare keys.
    expect([...(await findBarriers(page)), ...(await findOverflow(page))]).toEqual([])
    await takePicture(page, 'help-en')
    const chinese = await show('/health', { locale: 'zh-CN', theme: 'dark' })
    await chinese.page.getByText('还没有创建过备份').waitFor()
    expect(await findFlaws(chinese.page)).toEqual([])
    await chinese.page.getByRole('button', { name: '本页帮助' }).click()
    await chinese.page.getByRole('heading', { name: '运行状况历史' }).waitFor()
    expect([...(await findBarriers(chinese.page)), ...(await findOverflow(chinese.page))]).toEqual([])
  })
})

describe('the notation of numbers', () => {
  it('is the same on the board and in the sums', async () => {
    const { page } = await show('/home')
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitemradio', { name: '1.234,56' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Revenue' }).getByText('¥3.100,00').first().waitFor()
    await owner.call('preferences_set', { numbers: null, first_screen: null })
  })
})
