import type { Browser } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { addOperator, signIn } from '../integration/operators.ts'
import { shareBrowser } from './support/browser.ts'
import { look } from './support/code-world.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { soon } from './support/soon.ts'
import { word, type Locale } from './support/words.ts'

let browser: Browser
let server: TestServer
const servers: TestServer[] = []

beforeEach(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  servers.push(server)
})
// Windows of ended tests still hold their streams.
afterAll(async () => {
  await Promise.all(servers.map((one) => one.end()))
})

async function open(path: string, locale: Locale = 'en'): Promise<ConsoleWindow> {
  return ConsoleWindow.show(browser, server, path, {
    as: await server.owner(),
    locale,
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
  })
}

describe.each(['en', 'zh-CN'] as const)('the guided first start in %s', (locale) => {
  const t = (key: string) => word(locale, key)

  it('leads from an empty server to rows on the board and a program to download', async () => {
    const window = await open('/', locale)
    const { page } = window
    const heading = (name: string) => page.getByRole('heading', { level: 1, name: t(`start.${name}.title`) })
    const press = (key: string) =>
      page
        .getByRole('main')
        .getByRole('button', { name: t(key) })
        .click()

    await heading('language').waitFor()
    await look(window, `first-1-language-${locale}`)
    await press('start.next')

    await heading('address').waitFor()
    await page.getByLabel(t('start.address.label')).fill('ea.example.com')
    await press('start.next')
    await page.getByText(t('start.address.problem.scheme')).waitFor()
    await page.getByLabel(t('start.address.label')).fill('http://192.168.1.20:8787')
    await page.getByText(t('start.address.reach.private')).waitFor()
    await look(window, `first-2-address-${locale}`)
    await page.getByLabel(t('start.address.label')).fill('https://ea.example.com')
    await press('start.next')

    await heading('application').waitFor()
    await page.getByLabel(t('start.application.label')).fill('Gold Grid')
    await look(window, `first-3-application-${locale}`)
    await press('start.application.create')

    await heading('demo').waitFor()
    await press('start.demo.begin')
    await page.getByRole('button', { name: t('start.demo.end') }).waitFor()
    await look(window, `first-4-demo-${locale}`)
    await press('start.next')

    await heading('kit').waitFor()
    await page.getByText('https://ea.example.com').waitFor()
    await look(window, `first-5-kit-${locale}`)
    const download = page.waitForEvent('download')
    await press('start.kit.download')
    expect((await download).suggestedFilename()).toMatch(/^pulsekey-\d+-mql5\.zip$/)
    await press('start.finish')

    const grid = page.getByRole('grid')
    await grid.getByText('7001001').waitFor()
    const row = grid.getByRole('row').filter({ hasText: '7001001' })
    await row.getByRole('img', { name: t('start.demo.mark') }).waitFor()
    await look(window, `first-6-board-${locale}`)
    await page.getByRole('button', { name: t('start.demo.end') }).click()
    await page.getByText(t('start.demo.begin')).waitFor()
    expect((await server.act('app_list', {})).rows.map(({ name }) => name)).toEqual(['Gold Grid'])
  })
})

describe('a first start that is left', () => {
  it('continues at its step, and after “finish later” only when the owner asks', async () => {
    const window = await open('/')
    const { page } = window
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'What address do customers use?' }).waitFor()
    await page.getByRole('button', { name: 'Skip for now' }).click()
    await page.getByRole('heading', { name: 'What do you sell?' }).waitFor()
    await soon(async () => (await server.act('preferences_get', {})).preferences.first_start).toBe(
      'application',
    )

    await window.visit('/')
    await page.getByRole('heading', { name: 'What do you sell?' }).waitFor()
    await page.getByRole('button', { name: 'Finish later' }).click()
    await page.getByRole('heading', { level: 1, name: 'Live board' }).waitFor()
    await soon(async () => (await server.act('preferences_get', {})).preferences.first_start).toBe('left')
    await window.visit('/')
    await page.getByRole('heading', { level: 1, name: 'Live board' }).waitFor()

    await page.getByRole('button', { name: 'Continue set-up' }).click()
    await page.getByRole('heading', { name: 'What do you sell?' }).waitFor()
  })

  it('is only the owner’s, and only a new server’s', async () => {
    await addOperator(server, 'developer', 'developer')
    const developer = await signIn(server, 'developer')
    const options = { as: developer, at: server.clock.now() }
    const window = await ConsoleWindow.open(browser, server.running.consoleUrl, options)
    await window.visit('/')
    await window.page.getByRole('heading', { level: 1, name: 'Live board' }).waitFor()
    await window.visit('/start')
    await window.page.getByText('Page not found').waitFor()
    await server.application()
    const owner = await open('/')
    await owner.page.getByRole('heading', { level: 1, name: 'Live board' }).waitFor()
  })
})

describe('the first steps above the board', () => {
  it('tick off while they happen, and go when the first terminal has reported', async () => {
    const window = await open('/live')
    const { page } = window
    const steps = page.getByRole('region', { name: 'First steps' })
    await steps.getByText('0 of 5').waitFor()
    // The button opens the dialog itself.
    await steps.getByRole('button', { name: 'Create an application' }).click()
    await page.getByRole('dialog').getByLabel('Name').waitFor()
    await page.keyboard.press('Escape')

    const { app } = await server.act('app_create', { name: 'EA', preset: 'ea' })
    await window.visit('/live')
    await steps.getByText('1 of 5').waitFor()
    await server.act('settings_set', { site: { public_address: 'https://ea.example.com' } })
    await steps.getByText('2 of 5').waitFor()
    await steps.getByRole('button', { name: 'Collapse the first steps' }).click()
    await steps.getByText('Set the address that customers use').waitFor({ state: 'detached' })
    await server.api('mt5logon', app, { account_key: '1@Broker' })
    await steps.getByText('3 of 5').waitFor()
    await server.api('mt5pulse', app, { account_key: '1@Broker', equity: 100 })
    await steps.waitFor({ state: 'detached' })
  })

  it('are dismissed for ever', async () => {
    const window = await open('/live')
    const steps = window.page.getByRole('region', { name: 'First steps' })
    await steps.getByRole('button', { name: 'Dismiss the first steps' }).click()
    await steps.waitFor({ state: 'detached' })
    await soon(async () => (await server.act('preferences_get', {})).preferences.checklist).toBe('away')
    await window.visit('/live')
    await window.page.getByText('No trading account has called yet').waitFor()
    expect(await steps.count()).toBe(0)
  })
})
