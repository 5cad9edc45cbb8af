import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ActionInput } from '../../src-server/contract/actions/index.ts'
import { MessengerStub } from '../support/messenger-stub.ts'
import { START, TestServer } from '../support/test-server.ts'
import { until } from '../support/until.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findFlaws } from './support/look.ts'
import { takePicture } from './support/pictures.ts'
import { soon } from './support/soon.ts'
import { word, type Locale } from './support/words.ts'

/** From the bot to the administrator's phone, and back to the screens that show the result. */
const FOREVER = 4_102_243_200
const KEY = '880123@Broker-Live'
let browser: Browser
let server: TestServer
let stub: MessengerStub
let app: number
let device: number

type Mt5 = NonNullable<ActionInput<'app_update'>['mt5']>

beforeAll(async () => {
  ;[browser, stub] = await Promise.all([shareBrowser(), MessengerStub.start()])
  server = await TestServer.start(START, { messengerBases: [stub.base] })
  await server.act('settings_set', { site: { name: 'Gold Desk', language: 'en', contact: '' } })
  app = await server.application({ language: 'en', mt5: { drawdown_threshold: 30 } })
  await change({ messenger_enabled: true, bridge: true, ...stub.settings, admin_open_id: 'ou_admin' })
  device = (await server.act('device_create', { app, account_key: KEY, vip: FOREVER, label: 'VIP' })).id
})
afterAll(async () => {
  await server.end()
  await stub.stop()
})

const change = (mt5: Mt5) => server.act('app_update', { app, mt5 })

async function openConsole(path: string, locale: Locale = 'en'): Promise<ConsoleWindow> {
  return ConsoleWindow.show(browser, server, path, {
    as: await server.owner(),
    viewport: { width: 1280, height: 720 },
    locale,
  })
}

type Theme = 'light' | 'dark'

async function look(
  { page }: ConsoleWindow,
  name: string,
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<void> {
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme })
    await soon(() => page.locator('html').getAttribute('data-theme')).toBe(theme)
    await takePicture(page, `${name}-${theme}`)
    expect(await findFlaws(page)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** A second message to the same person soon after waits for its turn. */
const arrived = (text: string) =>
  until(() => {
    server.clock.pass(1)
    return stub.delivered.find((message) => message.text.includes(text))
  }, `a message with ${text}`)

it("an account is bound by a code from the customers' page, written to the bot", async () => {
  await until(
    async () => (await server.act('messenger_status', { app })).state === 'connected',
    'the bridge to be connected',
  )
  const window = await ConsoleWindow.open(browser, server.running.publicUrl)
  const { page } = window
  await window.visitPublic('/messenger')
  await page.getByLabel('Account number').fill('880123')
  await page.getByLabel('Server').fill('Broker-Live')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Get a code' }).click()
  const text = await page.getByText(/^bind [2-9A-HJ-NP-Z]{8}$/).innerText()
  await stub.line.say({ openId: 'ou_customer', text })
  await page.getByText('Done. The messenger is bound.').waitFor()
  expect((await server.act('device_get', { id: device })).messenger_open_id).toBe('ou_customer')
})

it('a drawdown beyond the threshold reaches the administrator, and every screen shows it', async () => {
  await server.api('mt5pulse', app, { account_key: KEY, dd: '31.5', equity: '9850', positions: '3' })
  // Alerts of the same moment wait this long for one another.
  server.clock.pass(3)
  expect((await arrived('[Drawdown alert] 880123@Broker-Live (VIP)')).openId).toBe('ou_admin')
  await until(
    async () => (await server.act('risk_list', { app, kind: 'drawdown' })).rows[0]?.delivery === 'sent',
    'the review to know',
  )
  const review = await openConsole('/risk?kind=drawdown')
  await review.page.getByText(word('en', 'risk.delivery.sent')).waitFor()

  for (const [locale, theme] of [
    ['en', 'light'],
    ['zh-CN', 'dark'],
  ] as const) {
    const account = await openConsole(`/live/${device}`, locale)
    const messages = account.page.getByRole('region', { name: word(locale, 'messenger.account.name') })
    await messages.getByText('ou_customer').waitFor()
    await messages.getByText(word(locale, 'messages.purpose.drawdown')).waitFor()
    await look(account, `account-messages-${locale}`, [theme])

    const list = await openConsole('/messages?purpose=drawdown', locale)
    const row = list.page.getByRole('row').filter({ hasText: KEY })
    await row.getByText(word(locale, 'messages.state.sent')).waitFor()
    await look(list, `messages-${locale}`, [theme])
  }
})

it("the customer gets a test message from their account's page", async () => {
  const window = await openConsole(`/live/${device}`)
  await window.page
    .getByRole('region', { name: word('en', 'messenger.account.name') })
    .getByRole('button', { name: word('en', 'messenger.test.name') })
    .click()
  await window.notice('Sent to ou_customer')
  expect(stub.delivered.at(-1)?.openId).toBe('ou_customer')
})

it('the set-up is checked in its settings: missing parts are named, and a test message shows its result', async () => {
  await change({ admin_open_id: '' })
  const window = await openConsole(`/applications/${app}?tab=mt5`)
  const { page } = window
  await page.getByText(word('en', 'messenger.bridge.connected'), { exact: true }).waitFor()
  await page.getByRole('button', { name: word('en', 'messenger.check.name') }).click()
  await page.getByText(word('en', 'messenger.todo.admin')).waitFor()
  await page.getByLabel(word('en', 'applications.setting.mt5_admin_open_id')).fill('ou_stranger')
  await page.getByText(word('en', 'messenger.unsaved')).waitFor()
  await page.getByRole('button', { name: word('en', 'common.save') }).click()
  await page.getByRole('button', { name: word('en', 'messenger.test.name') }).click()
  await page.getByText(word('en', 'messenger.hint.availability')).waitFor()
  await page.getByRole('button', { name: word('en', 'messenger.check.name') }).scrollIntoViewIfNeeded()
  await look(window, 'messenger-panel-en')
})

it('an alert that was given up shows the reason, and is sent again after the repair', async () => {
  await change({ admin_open_id: 'ou_admin' })
  server.clock.pass(3600)
  stub.moods.push({ code: 230013, status: 400 })
  await server.api('mt5pulse', app, { account_key: KEY, dd: '45', equity: '7850', positions: '3' })
  await until(async () => {
    server.clock.pass(1)
    return (await server.act('message_counts', {})).dead === 1
  }, 'the alert to be given up')
  const window = await openConsole('/messages?state=dead')
  const { page } = window
  await page.getByRole('navigation').getByTitle('1 failed message').waitFor()
  const dialog = page.getByRole('dialog')
  // A row that the live stream redraws between the two clicks opens nothing.
  await soon(async () => {
    if ((await dialog.count()) === 0) await page.getByRole('row').filter({ hasText: KEY }).dblclick()
    return dialog.count()
  }).toBe(1)
  await dialog.getByText(word('en', 'messages.advice.recipient')).waitFor()
  await dialog.getByText('Drawdown 45 %, threshold 30 %').waitFor()
  await look(window, 'message-en')
  await dialog.getByRole('button', { name: word('en', 'messages.resend.name') }).click()
  await page
    .getByRole('dialog', { name: word('en', 'messages.resend.title') })
    .getByRole('button', { name: word('en', 'messages.resend.name') })
    .click()
  await page.getByText(word('en', 'list.no_match')).waitFor()
  expect((await arrived('Drawdown 45 %')).openId).toBe('ou_admin')
})

it('a binding that replaces another waits in the settings for approval', async () => {
  await change({ bind_approval: true })
  const reply = await server.api('mt5messenger_bind', app, { action: 'request', account_key: KEY })
  await stub.line.say({ openId: 'ou_other', text: `bind ${String(reply['bind_code'])}` })
  const window = await openConsole(`/applications/${app}?tab=mt5`, 'zh-CN')
  const { page } = window
  const waiting = page.getByRole('region', { name: word('zh-CN', 'messenger.approval.name') })
  await waiting.getByText('ou_other').waitFor()
  await waiting.scrollIntoViewIfNeeded()
  await look(window, 'messenger-approval-zh-CN')
  await waiting.getByRole('button', { name: word('zh-CN', 'messenger.approval.approve') }).click()
  await waiting.waitFor({ state: 'detached' })
  expect((await server.act('device_get', { id: device })).messenger_open_id).toBe('ou_other')
})
