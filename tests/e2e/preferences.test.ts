import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { addOperator, PASSWORD, signIn } from '../integration/operators.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow, type WindowOptions } from './support/console-window.ts'
import { licenseAccounts, pulseAll } from './support/market.ts'
import { soon } from './support/soon.ts'

let browser: Browser
let server: TestServer

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  const app = await server.application()
  await pulseAll(server, app, await licenseAccounts(server, app, 3))
})
afterAll(async () => {
  await server.end()
})

async function openLive(options: WindowOptions = {}): Promise<ConsoleWindow> {
  const at = server.clock.now()
  const window = await ConsoleWindow.open(browser, server.running.consoleUrl, {
    as: await server.owner(),
    at,
    viewport: { width: 1920, height: 900 },
    ...options,
  })
  await window.visit('/live')
  await window.page.getByRole('grid').waitFor()
  return window
}
const keptByOwner = async () => (await server.act('preferences_get', {})).preferences

describe('what a person sets', () => {
  it('is the same at another port and in another browser', async () => {
    const { page } = await openLive()
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitemradio', { name: 'Comfortable' }).click()
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitemradio', { name: 'Red profit, green loss' }).click()
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitem', { name: 'Time zone…' }).click()
    await page.getByRole('combobox', { name: 'Time zone' }).click()
    await page.keyboard.type('Asia/Shanghai')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('group', { name: 'Show accounts' }).getByRole('button', { name: 'Loss' }).click()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Losers')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Columns and update rate' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Margin level' }).click()
    await page.keyboard.press('Escape')
    await until(async () => (await keptByOwner()).columns?.['live'] !== undefined, 'the last choice')

    await page.close()
    const before = server.running.consoleUrl
    await server.close()
    await server.open()
    expect(server.running.consoleUrl).not.toBe(before)
    // A browser in Chinese: what the person chose counts, and they never chose a language.
    const other = await openLive({ locale: 'zh-CN', timezoneId: 'America/New_York' })
    const root = other.page.locator('html')
    await soon(() => root.getAttribute('data-theme')).toBe('dark')
    expect(await root.getAttribute('data-density')).toBe('comfortable')
    expect(await root.getAttribute('data-pl')).toBe('red-up')
    expect(await root.getAttribute('lang')).toBe('zh-CN')
    await other.page.getByRole('button', { name: '视图' }).click()
    await other.page.getByRole('menuitem', { name: 'Losers' }).waitFor()
    await other.page.keyboard.press('Escape')
    expect(await other.page.getByRole('columnheader', { name: '保证金比例' }).count()).toBe(0)
    await other.page.getByRole('button', { name: '外观' }).click()
    await other.page.getByRole('menuitemradio', { name: 'English' }).click()
    await soon(() => root.getAttribute('lang')).toBe('en')
    // The test's clock is 2023-11-14 22:13 in UTC, which is the next day in Shanghai.
    await other.visit('/audit')
    await other.page
      .getByRole('cell', { name: /2023-11-15 06:13/ })
      .first()
      .waitFor()
  })
})

describe('before the sign-in', () => {
  it('the page is in the browser’s language, and then in the person’s own', async () => {
    await addOperator(server, 'reader', 'developer')
    const reader = await signIn(server, 'reader')
    await reader.call('preferences_set', { language: 'en' })
    const { page, visit } = await openSignIn('zh-CN')
    await visit()
    await page.getByRole('heading', { name: '登录' }).waitFor()
    await page.getByLabel('用户名').fill('reader')
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: '登录' }).click()
    await page.getByRole('heading', { level: 1, name: 'Live board' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
  })
})

/** A person's stored choices. The zone of their browser is none. */
async function chosenBy(person: ConsoleClient) {
  const { seen_zone: _, ...chosen } = (await person.call('preferences_get', {})).preferences
  return chosen
}

describe('the first sign-in after an update', () => {
  it('takes over what the browser had, once', async () => {
    await addOperator(server, 'earlier', 'developer')
    const earlier = await signIn(server, 'earlier')
    const window = await ConsoleWindow.open(browser, server.running.consoleUrl, { as: earlier })
    await window.visit('/login')
    await window.page.evaluate(() => {
      const looks = { theme: 'dark', locale: 'zh-CN', plScheme: 'red-up', density: 'comfortable' }
      const kept = {
        'pulsekey.preferences': looks,
        'pulsekey.live.rate': '4',
        'pulsekey.live.hidden-columns': ['margin'],
        'pulsekey.live.views': [{ name: 'Old', filter: { state: 'loss' }, order: { key: 'dd', desc: true } }],
        'pulsekey.columns.codes': { note: true },
        'pulsekey.renewal-days': 90,
        'pulsekey.announcements': [4],
      }
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, JSON.stringify(value))
    })
    await window.visit('/live')
    await soon(() => chosenBy(earlier)).toEqual({
      theme: 'dark',
      language: 'zh-CN',
      pl_scheme: 'red-up',
      density: 'comfortable',
      update_rate: '4',
      columns: { live: { margin: false }, codes: { note: true } },
      board_views: { Old: { filter: { state: 'loss' }, order: { key: 'dd', desc: true } } },
      renewal_days: 90,
      announcements_read: { 4: true },
    })
    await soon(() => window.page.evaluate(() => Object.keys(localStorage))).toEqual(['pulsekey.looks'])
  })
})

describe('a change that the server did not get', () => {
  it('is there at the next start, and then on the server', async () => {
    await addOperator(server, 'offline', 'developer')
    const person = await signIn(server, 'offline')
    const window = await ConsoleWindow.open(browser, server.running.consoleUrl, { as: person })
    const { page } = window
    await window.visit('/live')
    await page.getByRole('heading', { level: 1, name: 'Live board' }).waitFor()
    window.expectProblem(/preferences_set|ERR_FAILED/)
    await page.route(/act=preferences_set/, (route) => route.abort())
    await page.getByRole('button', { name: 'Appearance' }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    await soon(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.unroute(/act=preferences_set/)
    await window.visit('/live')
    await soon(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
    await soon(() => chosenBy(person)).toEqual({ theme: 'dark' })
  })
})

async function openSignIn(locale: string) {
  const window = await ConsoleWindow.open(browser, server.running.consoleUrl, { locale })
  return { page: window.page, visit: () => window.visit('/login') }
}
