import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { visit } from '../support/self-service-client.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { valueOf } from './support/day.ts'
import { findBareKeys, findBarriers, findOverflow } from './support/look.ts'
import { takePicture } from './support/pictures.ts'
import { sayIn, timeInUtc } from './support/say.ts'
import { soon } from './support/soon.ts'
import type { Locale } from './support/words.ts'

const DAY = 86_400
let browser: Browser
let server: TestServer
let app: number
let last = 91_000

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  app = await server.application()
})
afterAll(async () => {
  await server.end()
})

async function open(path: string, locale: Locale): Promise<ConsoleWindow> {
  const window = await ConsoleWindow.open(browser, server.running.consoleUrl, {
    as: await server.owner(),
    at: server.clock.now(),
    viewport: { width: 1280, height: 720 },
    locale,
  })
  await window.visit(path)
  return window
}
const newKey = () => `${++last}@ICMarketsSC-MT5-4`
const idOf = async (kami: string) => (await server.act('code_list', { filter: { app, kami } })).rows[0]!.id

/** Codes of 30 days, used one after the other for a trading account. */
async function use(key: string, count: number): Promise<{ readonly kami: string; readonly id: number }[]> {
  const { kamis } = await server.act('code_generate', { app, type: 'time', unit: 'day', amount: 30, count })
  for (const kami of kamis)
    expect(await server.api('kmlogon', app, { kami, markcode: key })).toMatchObject({ code: 200 })
  return Promise.all(kamis.map(async (kami) => ({ kami, id: await idOf(kami) })))
}
async function deviceOf(key: string) {
  const { rows } = await server.act('device_list', { filter: { app }, search: key })
  return rows.find((row) => row.account_key === key)!
}
/** What the account's own EA is told. */
const toldEnd = async (key: string) => (await server.api('mt5logon', app, { account_key: key }))['vip']

/** A dialog in both themes: pictures for people, and what axe-core and the eye can't have. */
async function look({ page }: ConsoleWindow, name: string): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await soon(() => page.locator('html').getAttribute('data-theme')).toBe(theme)
    await takePicture(page, `${name}-${theme}`)
    const found = [
      ...(await findBarriers(page)),
      ...(await findOverflow(page)),
      ...(await findBareKeys(page)),
    ]
    expect.soft(found, `${name} ${theme}`).toEqual([])
  }
}
const isChecked = (choice: Locator) => soon(() => choice.isChecked()).toBe(true)

describe.each(['en', 'zh-CN'] as const)('%s', (locale) => {
  const say = sayIn(locale)
  const days30 = locale === 'en' ? '30 days' : '30天'

  it('a refund takes back what the code gave, says so before, and is taken back itself', async () => {
    const key = newKey()
    const now = server.clock.now()
    const [, second] = await use(key, 2)
    const ends = { both: timeInUtc(now + 60 * DAY), one: timeInUtc(now + 30 * DAY) }
    const until = say('codes.record.until', { time: ends.both })
    const window = await open(`/codes/${second!.id}`, locale)
    const { page } = window
    await page.getByRole('button', { name: say('codes.act.disable.name') }).click()
    const dialog = page.getByRole('dialog', { name: say('codes.act.disable.title') })
    const account = dialog.getByRole('status', { name: say('codes.record.accounts') })
    const choice = (name: string) => dialog.getByRole('radio', { name: say(`codes.record.choice.${name}`) })
    await account.getByText(key).waitFor()
    await isChecked(choice('take_back'))
    await account.getByText(say('codes.record.ends', { until, time: ends.one })).waitFor()
    await look(window, `refund-${locale}`)

    await choice('take_back').focus()
    await page.keyboard.press('ArrowDown')
    await account.getByText(say('codes.record.ends_now', { until })).waitFor()
    await page.keyboard.press('ArrowDown')
    await account.getByText(say('codes.record.stays', { until })).waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await account.getByText(say('codes.record.ends', { until, time: ends.one })).waitFor()
    await isChecked(choice('take_back'))
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })

    const history = page.getByRole('region', { name: say('codes.history.title') })
    await history.getByText(say('codes.history.account_lost', { time: days30 })).waitFor()
    const facts = page.getByRole('main')
    expect(await valueOf(facts, say('codes.column.account_ends'))).toBe(ends.one)
    expect(await valueOf(facts, say('codes.column.gave'))).toBe(days30)
    expect(await valueOf(facts, say('codes.column.taken'))).toBe(days30)
    expect(await toldEnd(key)).toBe(now + 30 * DAY)
    expect(await server.api('kmlogon', app, { kami: second!.kami, markcode: key })).toMatchObject({
      code: 151,
    })

    await page.getByRole('button', { name: say('common.undo') }).click()
    await history.getByText(say('codes.history.account_got', { time: days30 })).waitFor()
    expect(await valueOf(facts, say('codes.column.account_ends'))).toBe(ends.both)
    expect(await toldEnd(key)).toBe(now + 60 * DAY)
    await look(window, `code-page-${locale}`)
  })

  it('an edited time is announced with the account it changes', async () => {
    const key = newKey()
    const now = server.clock.now()
    const [code] = await use(key, 1)
    const window = await open(`/codes/${code!.id}`, locale)
    const { page } = window
    await page.getByRole('button', { name: say('licence.extend') }).click()
    await page.getByRole('menuitem', { name: say('licence.days', { n: '30' }, 30), exact: true }).click()
    const dialog = page.getByRole('dialog', { name: say('codes.act.extend.title') })
    const account = dialog.getByRole('status', { name: say('codes.record.accounts') })
    await account.getByText(key).waitFor()
    await account.getByText(`${timeInUtc(now + 30 * DAY)} → ${timeInUtc(now + 60 * DAY)}`).waitFor()
    expect(await dialog.getByRole('radio').count()).toBe(0)
    await look(window, `extend-${locale}`)
    await dialog.getByRole('button', { name: say('codes.act.extend.name') }).click()
    await dialog.waitFor({ state: 'detached' })
    await soon(() => toldEnd(key)).toBe(now + 60 * DAY)
  })

  it('an early renewal adds up, on the pages of the account and the code and for the customer', async () => {
    const key = newKey()
    const now = server.clock.now()
    const [first] = await use(key, 2)
    const end = timeInUtc(now + 60 * DAY)
    const device = await deviceOf(key)
    const window = await open(`/live/${device.id}`, locale)
    const { page } = window
    await page
      .getByRole('region', { name: say('devices.licence.name') })
      .getByTitle(end)
      .waitFor()
    await page.getByRole('link', { name: first!.kami }).click()
    await page.getByRole('heading', { name: first!.kami }).waitFor()
    await soon(() => valueOf(page.getByRole('main'), say('codes.column.account_ends'))).toBe(end)
    expect(await valueOf(page.getByRole('main'), say('codes.column.gave'))).toBe(days30)

    const phone = await ConsoleWindow.open(browser, server.running.publicUrl, {
      viewport: { width: 390, height: 844 },
      at: server.clock.now(),
      locale,
    })
    await phone.visitPublic('/code')
    const root = phone.page.locator('html')
    const language = locale === 'en' ? 'English' : '简体中文'
    if ((await root.getAttribute('lang')) !== locale)
      await phone.page.getByRole('button', { name: language }).click()
    await soon(() => root.getAttribute('lang')).toBe(locale)
    await phone.page.getByLabel(say('public.code.card')).fill(first!.kami)
    await phone.page.getByRole('button', { name: say('public.code.find') }).click()
    const result = phone.page.getByRole('group', { name: say('public.code.result') })
    await result.getByText(say('public.no_unbind.account')).waitFor()
    expect(await valueOf(result, say('public.code.expires'))).toBe(end)
    await look(phone, `public-code-of-account-${locale}`)
    await result.getByRole('button', { name: say('public.rebind.ask') }).click()
    await phone.page.getByRole('heading', { level: 1, name: say('public.rebind.title') }).waitFor()
    const old = phone.page.getByRole('group', { name: say('public.rebind.old') })
    const login = old.getByLabel(say('public.account.login'))
    await soon(() => login.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  it('a deleted account gives its codes free again, and asks nothing where it has none', async () => {
    const key = newKey()
    const [code] = await use(key, 1)
    const { id } = await deviceOf(key)
    const window = await open(`/live/${id}`, locale)
    const { page } = window
    const licence = page.getByRole('region', { name: say('devices.licence.name') })
    await licence.getByRole('button', { name: say('devices.delete.name') }).click()
    const dialog = page.getByRole('alertdialog', { name: say('devices.delete.title', { key }) })
    await dialog.getByText(say('devices.codes.question', { n: '1' })).waitFor()
    const choice = (name: string) => dialog.getByRole('radio', { name: say(`devices.codes.choice.${name}`) })
    await isChecked(choice('spent'))
    await look(window, `delete-account-${locale}`)
    await choice('free').click()
    await dialog.getByRole('button', { name: say('devices.delete.name') }).click()
    await page.getByText(say('devices.delete.done', { key })).waitFor()

    await window.go(`/codes/${code!.id}`)
    await page
      .getByRole('region', { name: say('codes.history.title') })
      .getByText(say('codes.history.kind.release'))
      .waitFor()
    await page.getByRole('banner').getByText(say('codes.state.unused')).waitFor()
    const other = newKey()
    expect(await server.api('kmlogon', app, { kami: code!.kami, markcode: other })).toMatchObject({
      code: 200,
      msg: { vip: String(server.clock.now() + 30 * DAY) },
    })

    const bare = await server.act('device_create', {
      app,
      account_key: newKey(),
      vip: server.clock.now() + DAY,
    })
    await window.go(`/live/${bare.id}`)
    await licence.getByRole('button', { name: say('devices.delete.name') }).click()
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: say('devices.delete.name') })
    await soon(() => confirm.isEnabled()).toBe(true)
    expect(await page.getByRole('alertdialog').getByRole('radio').count()).toBe(0)
  })

  it('an unbind of a code that belongs to an account is explained, and approving it is not offered', async () => {
    const loose = await server.application({ device_check: false })
    const kami = await server.code({ app: loose, type: 'time', unit: 'day', amount: 30 })
    await server.api('kmlogon', loose, { kami, markcode: 'PC-1' })
    const contact = { contact: 'qq 123456', reason: 'My computer broke' }
    expect(await visit(server, 'unbind_km', { card: kami, ...contact })).toMatchObject({ code: 200 })
    expect(await server.api('kmlogon', loose, { kami, markcode: newKey() })).toMatchObject({ code: 200 })
    const window = await open(`/requests?app=${loose}`, locale)
    const { page } = window
    await page.getByText(say('requests.obstacle.account')).waitFor()
    await page.getByText(say('requests.policy.outcome.ofAccount')).waitFor()
    await page.getByRole('button', { name: say('requests.reject.name') }).waitFor()
    expect(await page.getByRole('button', { name: say('requests.approve.name') }).count()).toBe(0)
    await page.keyboard.press('a')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await look(window, `request-of-account-${locale}`)
  })
})

it('codes that no account used are disabled without a question', async () => {
  const kami = await server.code({ app, type: 'time', unit: 'day', amount: 30 })
  const { page } = await open(`/codes/${await idOf(kami)}`, 'en')
  await page.getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 will be changed').waitFor()
  expect(await dialog.getByRole('radio').count()).toBe(0)
  expect(await dialog.getByText('Trading account').count()).toBe(0)
})

it('a refund of more codes than one answer does names the first accounts, and runs as a job', async () => {
  const keys = Array.from({ length: 6 }, newKey)
  const now = server.clock.now()
  const { batch } = await server.act('code_generate', {
    app,
    type: 'time',
    unit: 'day',
    amount: 30,
    count: 501,
  })
  await soon(async () => (await server.act('code_list', { filter: { batch }, size: 1 })).total).toBe(501)
  const { rows } = await server.act('code_list', { filter: { batch }, size: 6, sort: 'id' })
  for (const [index, { kami }] of rows.entries())
    expect(await server.api('kmlogon', app, { kami, markcode: keys[index]! })).toMatchObject({ code: 200 })
  const window = await open(`/codes/batches/${batch}`, 'en')
  const { page } = window
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  const accounts = dialog.getByRole('status', { name: 'Trading accounts' })
  for (const key of keys.slice(0, 4)) await accounts.getByText(key).waitFor()
  await accounts.getByText('and 2 more').waitFor()
  await look(window, 'refund-many-en')
  await dialog.getByRole('radio', { name: 'End the accounts’ licences now' }).click()
  await accounts.getByText('It would end now.').first().waitFor()
  await dialog.getByLabel('Type 501 to confirm').fill('501')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.waitFor({ state: 'detached' })
  for (const key of keys) expect((await deviceOf(key)).vip).toBe(now)
})

it('many accounts are deleted with what becomes of their codes', async () => {
  const keys = [newKey(), newKey()]
  const codes = (await Promise.all(keys.map((key) => use(key, 1)))).flat()
  const window = await open('/devices', 'en')
  const { page } = window
  await page.getByRole('checkbox', { name: `Select ${keys[0]!}` }).click()
  await page.getByRole('checkbox', { name: `Select ${keys[1]!}` }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('What happens to the 2 codes that were used?').waitFor()
  await look(window, 'delete-accounts-en')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.waitFor({ state: 'detached' })
  for (const { kami } of codes)
    expect(await server.api('kmlogon', app, { kami, markcode: newKey() })).toMatchObject({ code: 151 })
})
