import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RiskWorld } from '../integration/risk-world.ts'
import { until } from '../support/until.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findFlaws } from './support/look.ts'
import { takePicture } from './support/pictures.ts'
import { soon } from './support/soon.ts'
import { word, type Locale } from './support/words.ts'

let browser: Browser
let world: RiskWorld
let app: number
let account: { readonly id: number; readonly key: string }

/** An account whose drawdown was 22 % and 35 % half an hour ago. */
beforeAll(async () => {
  ;[browser, world] = await Promise.all([shareBrowser(), RiskWorld.start()])
  app = await world.application({ sign: false, window: 0, device_check: false })
  account = await world.device(app)
  for (const dd of [5, 22, 35, 3]) {
    await world.pulse(app, account.key, { dd, equity: 1000 - 10 * dd, balance: 1000, positions: 2 })
    world.server.clock.pass(600)
  }
})
afterAll(async () => {
  await world.server.end()
})

const open = (path: string, locale: Locale = 'en') =>
  ConsoleWindow.show(browser, world.server, path, { as: world.developer, locale })

it('a developer writes a rule, tries it on the history, saves it, and undoes the pause of its firing', async () => {
  const window = await open('/live')
  const { page } = window
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Rules' }).click()
  await page.getByText('No rules yet').waitFor()
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New rule' })
  await dialog.getByLabel('Name', { exact: true }).fill('Night guard')
  await dialog.getByRole('button', { name: 'Try' }).click()
  await dialog.getByText('It would have fired 2 times, on 1 of 1 accounts.').waitFor()
  await dialog.getByRole('row').filter({ hasText: '35%' }).getByText('Pause opening').waitFor()
  await dialog.getByText('The history keeps the worst figure of each 10m.').waitFor()
  await takePicture(page, 'rules-tried')
  expect(await findFlaws(page)).toEqual([])

  await dialog.getByRole('button', { name: 'Remove level 1' }).click()
  await dialog.getByText('The rule has changed since.').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Night guard' })
  await row.getByText('≥ 30% pause opening').waitFor()
  await row.getByText('Watching').waitFor()

  await world.pulse(app, account.key, { dd: 31, equity: 690, balance: 1000, positions: 2 })
  await until(
    async () => (await world.developer.call('device_get', { id: account.id })).pause_open,
    'the rule to pause opening',
  )
  await window.go('/risk')
  const risk = page
    .getByRole('listitem')
    .filter({ hasText: 'Night guard: Drawdown of the balance 31% (≥ 30%)' })
  await risk.getByRole('button', { name: `Undo pause: ${account.key}` }).waitFor()
  await takePicture(page, 'rules-risk')
  await window.go(`/live/${account.id}`)
  const rules = page.getByRole('region', { name: 'Rules' })
  await rules.getByRole('link', { name: 'Night guard' }).waitFor()
  await rules.getByText('Set for the application: All applications.').waitFor()
  await rules.getByText('31% (≥ 30%)').waitFor()
  await takePicture(page, 'rules-account')
  expect(await findFlaws(page)).toEqual([])
  await rules.getByRole('button', { name: `Undo pause: ${account.key}` }).click()
  await rules.getByText('Undone by developer').waitFor()
  const { pause_open: isPaused } = await world.developer.call('device_get', { id: account.id })
  expect(isPaused).toBe(false)
  expect(await rules.getByRole('button', { name: /Undo/ }).count()).toBe(0)

  await rules.getByRole('link', { name: 'New rule for this account' }).click()
  expect(await dialog.getByLabel('Trading account').inputValue()).toBe(account.key)
  await page.keyboard.press('Escape')
  await row.getByRole('switch', { name: 'Enable Night guard' }).click()
  await row.getByText('Off', { exact: true }).waitFor()
})

it('the rules fit a small window, both themes and Chinese, without accessibility barriers', async () => {
  for (const [locale, theme, width, height] of [
    ['en', 'dark', 1280, 720],
    ['zh-CN', 'light', 640, 360],
  ] as const) {
    const window = await open('/rules', locale)
    const { page } = window
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme: theme })
    await soon(() => page.locator('html').getAttribute('data-theme')).toBe(theme)
    const row = page.getByRole('row').filter({ hasText: 'Night guard' })
    await row.waitFor()
    await takePicture(page, `rules-${locale}-${theme}`)
    expect(await findFlaws(page)).toEqual([])
    await row.click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: word(locale, 'rules.try.run') })
      .click()
    await page.getByRole('dialog').getByRole('table').waitFor()
    await takePicture(page, `rules-dialog-${locale}-${theme}`)
    expect(await findFlaws(page)).toEqual([])
  }
})
