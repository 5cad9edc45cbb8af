import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { lookAround } from './support/phone.ts'
import { soon } from './support/soon.ts'

let browser: Browser
let server: TestServer

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
})
afterAll(async () => {
  await server.end()
})

describe('the language', () => {
  const open = async (locale: string) => {
    const window = await ConsoleWindow.open(browser, server.running.publicUrl, { locale })
    await window.visitPublic('/')
    return window.page.locator('html')
  }

  it('is the browser’s, and the site’s where the browser speaks neither', async () => {
    await server.act('settings_set', { site: { language: 'en' } })
    await soon(async () => (await open('zh-TW')).getAttribute('lang')).toBe('zh-CN')
    await server.act('settings_set', { site: { language: 'zh-CN' } })
    await soon(async () => (await open('en-GB')).getAttribute('lang')).toBe('en')
    await soon(async () => (await open('de-DE')).getAttribute('lang')).toBe('zh-CN')
  })

  it('is the site’s for everybody where the vendor forces it', async () => {
    await server.act('settings_set', { site: { language: 'zh-CN', language_forced: true } })
    await soon(async () => (await open('en-GB')).getAttribute('lang')).toBe('zh-CN')
    await server.act('settings_set', { site: { language: 'en', language_forced: false } })
  })
})

it('a customer looks up a trading account', async () => {
  const app = await server.application()
  await server.act('device_create', { app, account_key: '700900@Broker-Live', vip: 4_102_243_200 })
  const window = await ConsoleWindow.open(browser, server.running.publicUrl, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    at: server.clock.now(),
  })
  await window.visitPublic('/')
  const { page } = window
  await page.getByRole('link', { name: 'Check a trading account' }).click()
  await page.getByLabel('Account number').fill('700900@Broker-Live')
  await page.getByRole('button', { name: 'Check' }).click()
  const result = page.getByRole('group', { name: 'Result' })
  await result.getByText('Licensed').waitFor()
  await lookAround(window, 'account')
  await page.getByLabel('Account number').fill('700901')
  await result.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('alert').waitFor()
})
