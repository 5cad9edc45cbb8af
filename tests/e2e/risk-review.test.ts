import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ConsoleClient } from '../support/console-client.ts'
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

/** One risk of each kind. */
beforeAll(async () => {
  ;[browser, world] = await Promise.all([shareBrowser(), RiskWorld.start()])
  app = await world.application({
    sign: false,
    window: 0,
    device_check: false,
    mt5: { drawdown_threshold: 30 },
  })
  account = await world.device(app)
  await world.pulse(app, account.key, { dd: 31.5, positions: 2 })
  await world.developer.call('device_control', { ids: [account.id], close_all: true })
  await world.pulse(app, account.key, { dd: 31.5, positions: 2 })
  world.server.clock.pass(61)
  const { kamis } = await world.developer.call('code_generate', { app, type: 'permanent', count: 1 })
  for (let n = 1; n <= 5; n++)
    await world.call('kmlogon', app, { kami: kamis[0]!, markcode: 'PC' }, `198.51.100.${n}`)
  for (let n = 0; n < 20; n++) await world.call('kmlogon', app, { kami: `guess${n}`, markcode: 'PC' })
  await world.developer.call('app_api_set', { app, api: 'getrc4', on: true })
  await until(
    async () => (await world.of(app, 'close_overdue')).length === 1,
    'the order to close to be overdue',
  )
})
afterAll(async () => {
  await world.server.end()
})

async function open(path: string, as: ConsoleClient, locale: Locale = 'en'): Promise<ConsoleWindow> {
  return ConsoleWindow.show(browser, world.server, path, {
    as,
    viewport: { width: 1280, height: 720 },
    locale,
  })
}

it('the risk review fits a small window and 200 %, in both languages and themes, without accessibility barriers', async () => {
  for (const locale of ['en', 'zh-CN'] as const) {
    const window = await open('/risk', world.owner, locale)
    const { page } = window
    for (const [width, height, theme] of [
      [1280, 720, 'light'],
      [640, 360, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: theme })
      await soon(() => page.locator('html').getAttribute('data-theme')).toBe(theme)
      await page.getByRole('heading', { level: 2, name: word(locale, 'risk.group.high') }).waitFor()
      await takePicture(page, `risk-${locale}-${width}-${theme}`)
      expect(await findFlaws(page)).toEqual([])
    }
    await page.setViewportSize({ width: 1280, height: 720 })
    await page
      .getByRole('button', { name: word(locale, 'risk.acknowledge.confirm') })
      .first()
      .click()
    await page.getByRole('dialog').getByLabel(word(locale, 'risk.acknowledge.note')).waitFor()
    await takePicture(page, `risk-dialog-${locale}`)
    expect(await findFlaws(page)).toEqual([])
  }
})

it('the owner reviews risks with count, advice and place, and acknowledges one by keys and several at once', async () => {
  const { open: before } = await world.owner.call('risk_counts', {})
  const window = await open('/live', world.owner)
  const { page } = window
  const entry = page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Risk review' })
  await entry.getByText(String(before), { exact: true }).waitFor()
  await entry.click()
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await row('Drawdown reached 31.5% (threshold 30%)').getByText('Pause opening').waitFor()
  await row('still open').getByText('Contact the customer').waitFor()
  await row('Seen from 5 IP addresses within a day').waitFor()
  await row('20 calls with codes, names or passwords that don’t exist (149)').waitFor()
  await row('getrc4 gives').waitFor()
  await row('The owner signs in with only a password')
    .getByRole('link', { name: 'Platform settings' })
    .waitFor()

  await page.keyboard.press('j')
  const first = await page.locator(':focus').innerText()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Acknowledge 1 risk' })
  await soon(() => dialog.getByRole('button', { name: 'Acknowledge' }).isDisabled()).toBe(true)
  await dialog.getByLabel('What you found or did').fill('Called the customer')
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await window.notice('1 risk acknowledged')
  await soon(() => row(first.split('\n')[0]!).count()).toBe(0)
  await entry.getByText(String(before - 1), { exact: true }).waitFor()

  for (const text of ['getrc4 gives', 'Seen from 5 IP addresses'])
    await row(text).getByRole('checkbox').click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByRole('dialog').getByLabel('What you found or did').fill('Known')
  await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click()
  await window.notice('2 risks acknowledged')
  await window.choose('State', 'Acknowledged')
  await row('getrc4 gives').getByText('Known').waitFor()
  await row('Called the customer').waitFor()
  await takePicture(page, 'risk-acknowledged')

  await window.choose('Type', 'Wrong clock')
  await page.getByText('No matches').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await row('Drawdown reached').or(row('still open')).first().getByRole('link', { name: account.key }).click()
  await page.getByRole('heading', { level: 2, name: account.key }).waitFor()
})

it('the risk review shows new risks at once, opens from the palette, and shows a failure', async () => {
  const window = await open('/live', world.owner)
  const { page } = window
  await page.getByText('Live', { exact: true }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('Review risks')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Risk review' }).waitFor()
  const other = await world.device(app)
  await world.pulse(app, other.key, { dd: 44 })
  await page.getByRole('listitem').filter({ hasText: 'Drawdown reached 44%' }).waitFor()

  window.expectProblem(/ERR_FAILED|Failed to load/)
  await page.route('**/ajax.php?act=risk_groups', (route) => route.abort('failed'))
  await window.choose('State', 'Open and acknowledged')
  await page
    .getByRole('heading', { name: 'Couldn’t load' })
    .or(page.getByRole('button', { name: 'Try again' }))
    .first()
    .waitFor()
  await page.unroute('**/ajax.php?act=risk_groups')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Drawdown reached 44%' }).waitFor()
})

it('accounts over one threshold are one row, which opens, is snoozed as a whole, and comes back', async () => {
  const fleet = await world.application({ mt5: { drawdown_threshold: 30 } })
  const keys: string[] = []
  for (let n = 0; n < 6; n++) keys.push((await world.device(fleet)).key)
  for (const [n, key] of keys.entries()) await world.pulse(fleet, key, { dd: 40 + n })
  const window = await open(`/risk?app=${fleet}&kind=drawdown`, world.owner)
  const { page } = window
  const group = page.getByRole('listitem').filter({ hasText: '6 accounts over 30%' })
  await group.getByText('Drawdown reached 45%').waitFor()
  expect(await page.getByRole('listitem').filter({ hasText: 'Drawdown reached 40%' }).count()).toBe(0)
  await group.getByRole('button', { name: 'Show them' }).click()
  await page.getByRole('link', { name: keys[0]! }).waitFor()
  await takePicture(page, 'risk-group')
  expect(await findFlaws(page)).toEqual([])
  await group.getByRole('button', { name: 'Snooze' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click()
  await window.notice('No alerts about this for 4h')
  await page.getByRole('heading', { level: 2, name: 'Snoozed' }).waitFor()
  await page.getByRole('button', { name: 'Snoozes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
  await page.getByRole('dialog').getByText('Nothing is snoozed.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { level: 2, name: 'High' }).waitFor()
})

it('developers review their own risks, and an empty review says so', async () => {
  const window = await open('/risk', world.developer)
  const { page } = window
  await page.getByRole('listitem').first().waitFor()
  expect(await page.getByText('The owner signs in with only a password').count()).toBe(0)
  const nothing = await open('/risk', world.other)
  await nothing.page.getByRole('heading', { name: 'No risks to review' }).waitFor()
  await takePicture(nothing.page, 'risk-empty')
})
