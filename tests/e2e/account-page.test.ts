import { readFileSync } from 'node:fs'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRandom } from '../simulator/random.ts'
import { PulseWorld } from '../support/telemetry/pulse-world.ts'
import { sendPulses } from '../support/telemetry/send-pulses.ts'
import { TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findFlaws } from './support/look.ts'
import { takePicture } from './support/pictures.ts'
import { soon } from './support/soon.ts'
import { word, type Locale } from './support/words.ts'

const DAY = 86_400
const HOUR = 3600
const FOREVER = 4_102_243_200
const BEGIN = 1_699_920_000
const KEY = '66201728@Broker-Live'

let browser: Browser
let server: TestServer
let id: number

/** Four weeks of an account with payments, a close all, a pause and a note; and another account. */
beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start(BEGIN)])
  const app = await server.application()
  const device = { app, vip: FOREVER }
  await server.act('device_create', { ...device, account_key: '777@Other' })
  ;({ id } = await server.act('device_create', { ...device, account_key: KEY, label: '张先生' }))
  const random = createRandom(20_261_130, 'account page')
  const world = new PulseWorld(() => random.next(), [id], BEGIN)
  await sendPulses(server, { app, key: KEY }, world.play(BEGIN + 27.75 * DAY, 6 * HOUR))
  // The owner's session ended in the meantime.
  await server.close()
  await server.open()
  await server.act('device_control', { ids: [id], pause_open: true })
  await server.act('device_control', { ids: [id], close_all: true, reason: 'news' })
  const last = [...world.play(BEGIN + 28 * DAY, 600)]
  await sendPulses(server, { app, key: KEY }, last)
  await server.act('device_note_save', { id, at: server.clock.now() - HOUR, text: 'Called the customer' })
  await server.api('mt5pulse', app, { account_key: '777@Other', equity: 900, balance: 1000, positions: 2 })
  await until(async () => {
    const { periods } = await server.act('device_statistics', { id })
    return (periods.all.last ?? 0) >= BEGIN + 27 * DAY
  }, 'the days')
}, 60_000)
afterAll(() => server.end())

const wordsOf =
  (locale: Locale) =>
  (key: string, named: Record<string, string> = {}): string =>
    word(locale, key).replaceAll(/\{(\w+)\}/g, (whole, name: string) => named[name] ?? whole)

async function open(locale: Locale, theme: 'light' | 'dark', viewport = { width: 1440, height: 900 }) {
  await server.act('preferences_set', { language: locale, theme })
  const as = await server.owner()
  return ConsoleWindow.show(browser, server, `/live/${id}`, { as, viewport, acceptDownloads: true })
}

async function drag(page: Page, plot: Locator): Promise<void> {
  const box = (await plot.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.3, box.y + 80)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.6, box.y + 90, { steps: 4 })
  await page.mouse.up()
}

it('the page shows results, a calendar and a chart that zooms, compares and is exported', async () => {
  const t = wordsOf('en')
  const { page } = await open('en', 'light')
  const results = page.getByRole('region', { name: t('performance.title') }).first()
  await results.getByRole('columnheader', { name: t('performance.period.week') }).waitFor()
  const { periods } = await server.act('device_statistics', { id })
  const month = results.getByRole('row', { name: t('performance.figure.winning') })
  await month
    .getByText(`${periods.month.winning} of ${periods.month.winning + periods.month.losing}`)
    .first()
    .waitFor()

  // Each range is remembered, and a drag zooms until "back".
  await page.getByRole('button', { name: '3M', exact: true }).click()
  const plot = page.locator('.u-over').first()
  await plot.waitFor()
  await drag(page, plot)
  const back = page.getByRole('button', { name: t('performance.chart.back') })
  await back.waitFor()
  await back.click()
  await soon(() => back.count()).toBe(0)
  await page.getByText(/Figures and marks/).click()
  await page.getByText(t('performance.mark.command.asked')).first().waitFor()
  await page.getByText(t('performance.mark.pause.pause_open')).first().waitFor()
  expect(await findFlaws(page)).toEqual([])
  await takePicture(page, 'account-en-light', true)

  // A day of the calendar opens in the chart, also by the keyboard.
  await page.locator('[aria-current="date"]').focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: t('performance.chart.own'), pressed: true }).waitFor()
  await page.getByRole('button', { name: t('performance.calendar.year') }).click()
  await page.getByRole('button', { name: /^Nov/ }).waitFor()

  await page.getByRole('button', { name: '1M', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: t('performance.export.title'), exact: true })
      .click()
      .then(() => page.getByRole('menuitem', { name: t('performance.export.days') }).click()),
  ])
  expect(readFileSync(await file.path(), 'utf8')).toContain('day,profit,return,')

  await page.getByRole('button', { name: t('performance.compare.title') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: t('performance.compare.fleet') }).click()
  await dialog.getByRole('button', { name: t('performance.compare.add', { name: '777@Other' }) }).click()
  expect(await findFlaws(page)).toEqual([])
  await dialog
    .getByRole('button', { name: t('common.close') })
    .last()
    .click()
  await page.getByText(t('performance.compare.note')).waitFor()
  await page.locator('figcaption').getByText('777@Other').waitFor()
  await takePicture(page, 'account-compare')
})

it('a note is written and deleted, and the page fits a phone', async () => {
  const t = wordsOf('zh-CN')
  const { page } = await open('zh-CN', 'dark', { width: 1280, height: 720 })
  const notes = page.getByRole('region', { name: t('performance.notes.title'), exact: true })
  await notes.getByText('Called the customer').waitFor()
  await notes.getByRole('button', { name: t('performance.notes.add') }).click()
  await page.getByRole('textbox', { name: t('performance.notes.text') }).fill('客户周五出金')
  await page.getByRole('button', { name: t('common.save') }).click()
  const written = notes.getByRole('listitem').filter({ hasText: '客户周五出金' })
  await written.waitFor()
  expect(await findFlaws(page)).toEqual([])
  await takePicture(page, 'account-zh-dark', true)
  await written.getByRole('button').last().click()
  await page.getByRole('button', { name: t('performance.note_delete.confirm') }).click()
  await soon(() => written.count()).toBe(0)
  await page.getByRole('button', { name: t('performance.compare.title') }).click()
  await page.getByRole('dialog').getByRole('checkbox').first().waitFor()
  expect(await findFlaws(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await findFlaws(page)).toEqual([])
  await takePicture(page, 'account-phone', true)
})

it('a report is shared by a link, and its page shows nothing else', async () => {
  const t = wordsOf('en')
  const window = await open('en', 'light', { width: 1920, height: 1080 })
  const { page } = window
  await page.getByRole('link', { name: t('performance.report.title') }).click()
  await page.getByRole('heading', { name: '张先生' }).waitFor()
  await window.choose(t('performance.report.name'), t('performance.report.heading.masked'))
  await page.getByRole('heading', { name: '6****8' }).waitFor()
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('report.picture') }).click(),
  ])
  const png = readFileSync(await picture.path())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  await page.getByRole('button', { name: t('performance.report.make') }).click()
  const url = await page.locator('code').filter({ hasText: '#/report/' }).innerText()
  expect(await findFlaws(page)).toEqual([])
  await takePicture(page, 'report-en')

  const visitor = await ConsoleWindow.open(browser, server.running.publicUrl, {
    viewport: { width: 390, height: 844 },
    locale: 'zh-CN',
    colorScheme: 'dark',
    at: server.clock.now(),
  })
  await visitor.page.goto(url)
  await visitor.page.getByRole('heading', { name: '6****8' }).waitFor()
  expect(await visitor.page.content()).not.toContain('66201728')
  expect(await visitor.page.getByRole('link').count()).toBe(0)
  expect(await findFlaws(visitor.page)).toEqual([])
  await takePicture(visitor.page, 'report-public-phone', true)
  await visitor.page.emulateMedia({ media: 'print' })
  expect(await visitor.page.locator('.print-sheet').isVisible()).toBe(true)
  expect(await visitor.page.locator('header').first().isVisible()).toBe(false)
  await takePicture(visitor.page, 'report-printed', true)

  await page.getByRole('button', { name: /^Revoke #/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('performance.report.revoke.confirm') })
    .click()
  await page.getByText(t('performance.report.state.revoked')).waitFor()
  await visitor.page.emulateMedia({ media: null })
  await visitor.page.reload()
  await visitor.page.getByText(word('zh-CN', 'public.report.closed')).waitFor()
})
