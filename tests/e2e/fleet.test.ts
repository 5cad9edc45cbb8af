import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FleetDaysWorld } from '../integration/fleet-days-world.ts'
import { signIn } from '../integration/operators.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow, type WindowOptions } from './support/console-window.ts'
import { findFlaws } from './support/look.ts'
import { takePicture } from './support/pictures.ts'

let browser: Browser
let world: FleetDaysWorld

beforeAll(async () => {
  ;[browser, world] = await Promise.all([shareBrowser(), FleetDaysWorld.start()])
})
afterAll(() => world.server.end())

const open = (options: Omit<WindowOptions, 'at'> = {}, path = '/fleet') =>
  ConsoleWindow.show(browser, world.server, path, { as: world.developer, ...options })

it('shows what agents, programs and symbols earned, and leads to their accounts', async () => {
  const window = await open()
  const { page } = window
  await page.getByRole('heading', { name: 'Profit by day, USD' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'east' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'XAUUSD' }).first().waitFor()
  await takePicture(page, 'fleet')
  expect(await findFlaws(page)).toEqual([])

  const profit = page.getByRole('region', { name: 'Profit by day, USD' })
  await profit.getByRole('button', { name: 'Show as a table' }).click()
  await profit.getByRole('columnheader', { name: 'Realised' }).waitFor()
  expect(await profit.getByRole('row').count()).toBe(8)

  await page.getByRole('button', { name: /^CNY/ }).click()
  await page.getByRole('heading', { name: 'Profit by day, CNY' }).waitFor()
  await page.getByRole('button', { name: /^USD/ }).click()
  await page.getByRole('heading', { name: 'Profit by day, USD' }).waitFor()

  await page.getByRole('group', { name: 'Group by' }).getByRole('button', { name: 'Symbol' }).click()
  const groups = page.getByRole('table', { name: 'Symbol', exact: true })
  await groups.getByRole('button', { name: 'Profit', exact: true }).click()
  await groups.getByRole('row').filter({ hasText: 'EURUSD' }).waitFor()
  expect(
    await groups.getByRole('columnheader', { name: 'Profit', exact: true }).getAttribute('aria-sort'),
  ).toBe('ascending')
  await page.reload()
  await groups.getByRole('row').filter({ hasText: 'EURUSD' }).waitFor()

  await page.getByRole('group', { name: 'Group by' }).getByRole('button', { name: 'Region' }).click()
  await page.getByRole('table', { name: 'Region' }).getByRole('link', { name: 'north' }).waitFor()

  const bars = page.getByRole('region', { name: 'Accounts by return, %' })
  const bar = bars.getByRole('button', { name: /: [1-9]/ }).first()
  const counted = Number(/: (\d+)/.exec(await bar.locator('.sr-only').innerText())?.[1])
  await bar.click()
  const accounts = page.getByRole('table', { name: 'Account', exact: true })
  await accounts.waitFor()
  expect(await accounts.getByRole('row').count()).toBe(counted + 1)
  await takePicture(page, 'fleet-accounts')
  await accounts.getByRole('link').first().click()
  await page.waitForURL(/#\/live\/\d+/)
  await page.goBack()
  await page.getByRole('group', { name: 'Group by' }).getByRole('button', { name: 'Agent' }).click()
  await page.getByRole('link', { name: 'west' }).click()
  await page.waitForURL(new RegExp(`#/live\\?.*agent=${world.agents[1]}`))
})

it('is dense, calm and readable in the dark, in Chinese, on a phone, and for an agent', async () => {
  const dark = await open(
    { colorScheme: 'dark', locale: 'zh-CN', viewport: { width: 1280, height: 720 } },
    '/fleet?period=month',
  )
  await dark.page.getByRole('heading', { name: '每日盈亏，USD' }).waitFor()
  await dark.page.getByRole('row').filter({ hasText: 'east' }).waitFor()
  await takePicture(dark.page, 'fleet-dark-zh')
  expect(await findFlaws(dark.page)).toEqual([])

  const agent = await signIn(world.server, 'east')
  const phone = await open({ viewport: { width: 390, height: 844 }, as: agent })
  await phone.page.getByRole('row').filter({ hasText: 'XAUUSD' }).first().waitFor()
  expect(
    await phone.page.getByRole('group', { name: 'Group by' }).getByRole('button', { name: 'Agent' }).count(),
  ).toBe(0)
  await takePicture(phone.page, 'fleet-phone')
  expect(await findFlaws(phone.page)).toEqual([])
})
