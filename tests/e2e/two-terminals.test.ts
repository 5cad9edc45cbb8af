import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RiskWorld } from '../integration/risk-world.ts'
import { until } from '../support/until.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findFlaws } from './support/look.ts'
import { takePicture } from './support/pictures.ts'
import { word, type Locale } from './support/words.ts'

/**
 * One trading account, two terminals: the board and the account's page show them, and a close order goes to
 * one after the other.
 */
const [A, B] = ['198.51.100.1', '198.51.100.2'] as const
let browser: Browser
let world: RiskWorld

beforeAll(async () => {
  ;[browser, world] = await Promise.all([shareBrowser(), RiskWorld.start()])
})
afterAll(async () => {
  await world.server.end()
})

/** The text of a message with its numbers and names. */
function said(locale: Locale, key: string, values: Readonly<Record<string, string | number>>): string {
  return word(locale, key).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
}

async function look(window: ConsoleWindow, name: string): Promise<void> {
  const { page } = window
  await takePicture(page, name)
  expect(await findFlaws(page)).toEqual([])
}

it.each(['en', 'zh-CN'] as const)(
  'two terminals of one account are shown and closed in turn, in %s',
  async (locale) => {
    const w = (key: string) => word(locale, key)
    const app = await world.application({ mt5: { drawdown_threshold: 30 } })
    const { id, key } = await world.device(app)
    const { clock } = world.server
    const unreported = { equity: 6500, balance: 10_000, symbol: 'XAUUSD' }
    const counted = { ...unreported, positions: 2, buy_pos: 2, sell_pos: 0, float_pnl: -3500 }
    /** @returns whether the answer orders the terminal to close */
    const pulse = async (from: string, figures: Readonly<Record<string, string | number>> = unreported) =>
      (await world.tell(app, key, figures, from))['close_all'] === 1

    const window = await ConsoleWindow.open(browser, world.server.running.consoleUrl, {
      as: world.developer,
      at: clock.now(),
      viewport: { width: 1600, height: 1000 },
      locale,
    })
    const { page } = window
    const passTime = async (seconds: number) => {
      clock.pass(seconds)
      await window.setTime(clock.now())
    }
    const state = (wanted: string) =>
      until(
        async () => (await world.developer.call('device_get', { id })).close_all.state === wanted,
        `the order to be ${wanted}`,
      )

    await pulse(A)
    await window.visit('/live')
    const row = page
      .getByRole('grid')
      .getByRole('row')
      .filter({ hasText: key.split('@')[0]! })
    await row.getByRole('img', { name: w('live.computed') }).waitFor()
    expect(await row.getByText('35.00%').count()).toBe(1)
    const mark = (from: string) =>
      row.getByRole('img', { name: said(locale, 'live.terminals.mark', { n: 2, from }), exact: true })
    await passTime(5)
    await pulse(B)
    await passTime(5)
    await pulse(A)
    await mark(`${A}, ${B}`).waitFor()
    await look(window, `two-terminals-board-${locale}`)

    await window.go(`/live/${id}`)
    const terminals = page.getByRole('region', { name: w('live.terminals.name') })
    await terminals.getByText(said(locale, 'live.terminals.title', { n: 2 })).waitFor()
    for (const address of [A, B]) await terminals.getByText(address, { exact: true }).waitFor()

    // Requested: one of them takes the order, and reports no positions.
    const control = page.getByRole('region', { name: w('live.account.control') })
    const ask = async (button: string) => {
      await control.getByRole('button', { name: w(button) }).click()
      const dialog = page.getByRole('alertdialog', { name: w('live.close.title') })
      await dialog.getByText(said(locale, 'live.close.unsaid', { n: 1 }).split(' | ')[0]!).waitFor()
      await dialog.getByRole('button', { name: w('live.close.confirm_unknown') }).click()
      await dialog.waitFor({ state: 'detached' })
      await state('asked')
    }
    await ask('live.close.ask_dots')
    expect(await pulse(A)).toBe(true)
    expect(await pulse(B)).toBe(false)
    await passTime(61)
    await control.getByText(w('live.close.step.unreported')).waitFor()
    await control.getByText(w('live.close.unreported_hint')).waitFor()
    await look(window, `two-terminals-unreported-${locale}`)

    // Repeated: to the other one, and no other terminal, while it pulses.
    await pulse(A)
    await passTime(5)
    await pulse(B)
    await ask('live.close.rearm')
    expect(await pulse(A)).toBe(false)
    expect(await pulse(B)).toBe(true)
    const history = page.getByRole('region', { name: w('live.account.commands') })
    for (const ip of [A, B]) await history.getByText(ip).first().waitFor()

    // That terminal later reports two open positions, then none.
    await pulse(B, counted)
    await passTime(61)
    await control.getByText(said(locale, 'live.close.remain', { n: 2 })).waitFor()
    await window.go('/live')
    await row.getByText(said(locale, 'live.close.word.overdue_left', { n: 2 })).waitFor()
    await look(window, `two-terminals-overdue-${locale}`)
    await pulse(A, { ...counted, positions: 0, buy_pos: 0 })
    await state('confirmed')
    await row.getByText(w('live.close.word.confirmed')).waitFor()
  },
)

it.each(['en', 'zh-CN'] as const)('five repeats without success ask a person, in %s', async (locale) => {
  const app = await world.application({ mt5: { rearm_close_all: true } })
  const { id, key } = await world.device(app)
  await world.developer.call('device_control', { ids: [id], close_all: true })
  const newest = async () => (await world.developer.call('device_get', { id })).commands[0]!
  for (let times = 0; times <= 5; times++) {
    await until(
      async () => (await newest()).state === 'asked' && (await newest()).repeats === times,
      `repeat ${times}`,
    )
    expect(await world.tell(app, key, { positions: 3 })).toMatchObject({ close_all: 1 })
    world.server.clock.pass(60)
  }
  await until(async () => (await newest()).state === 'overdue', 'the last one to be overdue')

  const window = await ConsoleWindow.open(browser, world.server.running.consoleUrl, {
    as: world.developer,
    at: world.server.clock.now(),
    locale,
  })
  const { page } = window
  await window.visit(`/live/${id}`)
  const exhausted = said(locale, 'live.close.exhausted', { n: 5 })
  await page
    .getByRole('region', { name: word(locale, 'live.account.control') })
    .getByText(exhausted)
    .waitFor()
  await look(window, `five-repeats-account-${locale}`)
  await window.go('/risk')
  const risk = page.getByRole('listitem').filter({ hasText: key })
  await risk.getByRole('heading', { name: said(locale, 'risk.what.close_exhausted', { n: 5 }) }).waitFor()
  await risk.getByText(word(locale, 'risk.advice.close_exhausted')).waitFor()
  await look(window, `five-repeats-risk-${locale}`)
})
