import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RequestWorld } from '../integration/request-world.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findFlaws } from './support/look.ts'
import { takePicture } from './support/pictures.ts'
import { soon } from './support/soon.ts'
import { word, type Locale } from './support/words.ts'

const HOUR = 3600
let browser: Browser
let world: RequestWorld

beforeAll(async () => {
  ;[browser, world] = await Promise.all([shareBrowser(), RequestWorld.start()])
})
afterAll(async () => {
  await world.server.end()
})

async function open(path: string, locale: Locale = 'en'): Promise<ConsoleWindow> {
  return ConsoleWindow.show(browser, world.server, path, {
    as: world.owner,
    viewport: { width: 1280, height: 720 },
    locale,
  })
}
const evidence = (page: Page) => page.getByRole('region', { name: 'Evidence' })
const heading = (page: Page, subject: string) =>
  evidence(page).getByRole('heading', { level: 2, name: subject, exact: true })
const inQueue = (page: Page, subject: string) =>
  page.getByRole('region', { name: 'Queue' }).getByRole('link').filter({ hasText: subject })
const logon = async (app: number, key: string) =>
  (await world.server.api('mt5logon', app, { account_key: key })).code

it('the review asks before an approval that costs, goes on to the next, and undoes a move', async () => {
  const app = await world.server.application()
  const freed = await world.unbind(app)
  world.server.clock.pass(1)
  const moved = await world.rebind(app)
  const window = await open(`/requests?app=${app}`)
  const { page } = window
  await heading(page, freed.kami).waitFor()

  await page.keyboard.press('a')
  const asked = page.getByRole('dialog', { name: `Unbind ${freed.kami}?` })
  await asked.getByText('Deducted from the customer: 1 hour.').waitFor()
  await page.keyboard.press('Enter')
  await window.notice(`${freed.kami} is unbound`)
  expect(await world.server.api('kmlogon', app, { kami: freed.kami, markcode: 'PC-2' })).toMatchObject({
    code: 200,
  })

  await heading(page, moved.oldKey).waitFor()
  await inQueue(page, freed.kami).getByText('Approved by owner').waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('Welcome back')
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: `Move ${moved.oldKey} to ${moved.newKey}?` }).waitFor()
  await page.keyboard.press('Enter')
  await window.notice(`Moved ${moved.oldKey} to ${moved.newKey}`)
  expect([await logon(app, moved.newKey), await logon(app, moved.oldKey)]).toEqual([200, 404])
  expect(await world.follow(moved.number)).toMatchObject({ state: 'approved', answer: 'Welcome back' })

  await page.getByRole('button', { name: 'Undo' }).click()
  await soon(() => logon(app, moved.oldKey)).toBe(200)
  await window.notice('Moved back to the old account')
})

it('the review rejects with a template by its number, and overrides the policy where it refuses', async () => {
  const app = await world.server.application()
  const first = await world.unbind(app)
  await world.owner.call('auth_request_handle', { id: first.id, decision: 'approve' })
  await world.server.api('kmlogon', app, { kami: first.kami, markcode: 'PC-2' })
  const again = await world.unbindOf(app, first.kami)
  world.server.clock.pass(1)
  const other = await world.unbind(app)
  const window = await open(`/requests?app=${app}`)
  const { page } = window

  await page.getByRole('button', { name: 'Reply templates' }).click()
  const templates = page.getByRole('dialog', { name: 'Reply templates' })
  await templates.getByLabel('Name').fill('No invoice')
  await templates.getByLabel('Answer to the customer').fill('Please send the invoice along.')
  await templates.getByRole('button', { name: 'Add template' }).click()
  await templates.getByRole('listitem').filter({ hasText: 'No invoice' }).waitFor()
  await page.keyboard.press('Escape')

  await heading(page, first.kami).waitFor()
  await page.keyboard.press('a')
  const asked = page.getByRole('dialog')
  await soon(() => asked.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
  await asked.getByRole('checkbox', { name: 'Waive the rules' }).click()
  await asked.getByLabel('Answer to the customer').press('Enter')
  await window.notice(`${first.kami} is unbound`)
  expect(await world.record(again.id)).toMatchObject({ state: 'approved', waived: true, taken_seconds: 0 })

  await heading(page, other.kami).waitFor()
  await page.keyboard.press('r')
  await page.getByRole('dialog').getByRole('button', { name: 'No invoice' }).waitFor()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await window.notice(`Rejected: ${other.kami}`)
  expect(await world.follow(other.number)).toMatchObject({
    state: 'rejected',
    answer: 'Please send the invoice along.',
  })
})

it('the review shows who was quicker, in place, from the live stream or the refusal', async () => {
  const app = await world.server.application()
  const [streamed, refused] = [await world.unbind(app), await world.unbind(app)]
  const window = await open(`/requests/${streamed.id}?app=${app}`)
  const { page } = window
  await heading(page, streamed.kami).waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await world.owner.call('auth_request_handle', { id: streamed.id, decision: 'reject', note: 'Twice' })
  await inQueue(page, streamed.kami).getByText('Rejected by owner').waitFor()
  await evidence(page).getByRole('region', { name: 'Decision' }).getByText('Twice').waitFor()
  const arrives = await world.unbind(app)
  await inQueue(page, arrives.kami).waitFor()

  const deaf = await open('/live')
  await deaf.page.route('**/ajax.php?act=live', () => undefined)
  deaf.expectProblem(/409/)
  await deaf.visit(`/requests/${refused.id}?app=${app}`)
  await deaf.page.reload()
  await heading(deaf.page, refused.kami).waitFor()
  await deaf.page.keyboard.press('a')
  await deaf.page.getByRole('dialog').waitFor()
  await world.owner.call('auth_request_handle', { id: refused.id, decision: 'reject' })
  await deaf.page.keyboard.press('Enter')
  await evidence(deaf.page).getByText('Someone else decided first: Rejected by owner.').waitFor()
  await heading(deaf.page, refused.kami).waitFor()
})

it('the review approves low-risk requests among many, after it names them', async () => {
  const app = await world.server.application({ unbind: { interval: 0 } })
  const { from, kami } = await world.boundCode(app)
  const low = await world.unbindOf(app, kami, { from })
  const high = await world.rebind(app)
  await world.server.act('device_create', {
    app,
    account_key: high.newKey,
    vip: world.server.clock.now() + HOUR,
  })
  const window = await open(`/requests?app=${app}`)
  const { page } = window
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Approve low-risk requests' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('list', { name: 'Will be approved' }).getByText(kami).waitFor()
  await dialog.getByRole('list', { name: 'Skipped' }).getByText(high.oldKey).waitFor()
  await dialog.getByRole('button', { name: 'Approve 1' }).click()
  await dialog.getByText('1 was approved').waitFor()
  expect((await world.record(low.id)).state).toBe('approved')
  expect((await world.record(high.id)).state).toBe('pending')

  await window.visit(`/requests?app=${app}&state=withdrawn`)
  await page.getByText('No matches').waitFor()
  await evidence(page).getByText('No request selected').waitFor()
})

it('the review fits a small window and 200 %, in both languages and themes, without accessibility barriers', async () => {
  const app = await world.server.application()
  const { oldKey, id } = await world.rebind(app, { label: 'Old account of a customer' })
  const figures = { equity: 10_250.5, balance: 10_000, positions: 2, float_pnl: 250.5 }
  await world.server.api('mt5pulse', app, { account_key: oldKey, ...figures })
  for (const locale of ['en', 'zh-CN'] as const) {
    const window = await open(`/requests/${id}?app=${app}`, locale)
    const { page } = window
    const pane = page.getByRole('region', { name: word(locale, 'requests.evidence') })
    for (const [width, height, theme] of [
      [1280, 720, 'light'],
      [640, 360, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: theme })
      await soon(() => page.locator('html').getAttribute('data-theme')).toBe(theme)
      await pane.getByRole('heading', { level: 2, name: oldKey }).waitFor()
      await takePicture(page, `review-queue-${locale}-${width}-${theme}`)
      expect(await findFlaws(page)).toEqual([])
    }
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: word(locale, 'requests.queue') }).waitFor()
    expect(await findFlaws(page)).toEqual([])
  }
})
