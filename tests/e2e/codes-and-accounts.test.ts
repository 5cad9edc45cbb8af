import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { visit } from '../support/self-service-client.ts'
import { CodeWorld, DAY, look } from './support/code-world.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { valueOf } from './support/day.ts'
import { sayIn, timeInUtc } from './support/say.ts'
import { soon } from './support/soon.ts'

let world: CodeWorld

beforeAll(async () => {
  world = await CodeWorld.start()
})
afterAll(async () => {
  await world.server.end()
})

const isChecked = (choice: Locator) => soon(() => choice.isChecked()).toBe(true)

describe.each(['en', 'zh-CN'] as const)('%s', (locale) => {
  const say = sayIn(locale)
  const days30 = say('codes.duration.day', { n: '30' }, 30)

  it('a refund takes back what the code gave, previews it, and is undone', async () => {
    const key = world.newKey()
    const { now } = world
    const [, second] = await world.use(key, 2)
    const ends = { both: timeInUtc(now + 60 * DAY), one: timeInUtc(now + 30 * DAY) }
    const until = say('codes.record.until', { time: ends.both })
    const window = await world.open(`/codes/${second!.id}`, locale)
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
    expect(await world.answeredEnd(key)).toBe(now + 30 * DAY)
    expect(await world.kmlogon(second!.kami, key)).toMatchObject({
      code: 151,
    })

    await page.getByRole('button', { name: say('common.undo') }).click()
    await history.getByText(say('codes.history.account_got', { time: days30 })).waitFor()
    expect(await valueOf(facts, say('codes.column.account_ends'))).toBe(ends.both)
    expect(await world.answeredEnd(key)).toBe(now + 60 * DAY)
    await look(window, `code-page-${locale}`)
  })

  it('an edited time is announced with the account it changes', async () => {
    const key = world.newKey()
    const { now } = world
    const [code] = await world.use(key, 1)
    const window = await world.open(`/codes/${code!.id}`, locale)
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
    await soon(() => world.answeredEnd(key)).toBe(now + 60 * DAY)
  })

  it('an early renewal adds up, on the pages of the account and the code and for the customer', async () => {
    const key = world.newKey()
    const { now } = world
    const [first] = await world.use(key, 2)
    const end = timeInUtc(now + 60 * DAY)
    const device = await world.deviceOf(key)
    const window = await world.open(`/live/${device.id}`, locale)
    const { page } = window
    await page
      .getByRole('region', { name: say('devices.licence.name') })
      .getByTitle(end)
      .waitFor()
    await page.getByRole('link', { name: first!.kami }).click()
    await page.getByRole('heading', { name: first!.kami }).waitFor()
    await soon(() => valueOf(page.getByRole('main'), say('codes.column.account_ends'))).toBe(end)
    expect(await valueOf(page.getByRole('main'), say('codes.column.gave'))).toBe(days30)

    const phone = await ConsoleWindow.open(world.browser, world.server.running.publicUrl, {
      viewport: { width: 390, height: 844 },
      at: world.now,
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

  it('a deleted account frees or spends its codes, and the dialog asks nothing without codes', async () => {
    const key = world.newKey()
    const [code] = await world.use(key, 1)
    const { id } = await world.deviceOf(key)
    const window = await world.open(`/live/${id}`, locale)
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
    const other = world.newKey()
    expect(await world.kmlogon(code!.kami, other)).toMatchObject({
      code: 200,
      msg: { vip: String(world.now + 30 * DAY) },
    })

    await world.server.act('device_delete', { ids: [(await world.deviceOf(other)).id], codes: 'spent' })
    await world.server.act('code_update', { ids: [code!.id], disabled: false })
    await window.visit(`/codes/${code!.id}`)
    await page.getByText(say('codes.spent')).waitFor()
    await look(window, `spent-code-${locale}`)

    const bare = await world.server.act('device_create', {
      app: world.app,
      account_key: world.newKey(),
      vip: world.now + DAY,
    })
    await window.go(`/live/${bare.id}`)
    await licence.getByRole('button', { name: say('devices.delete.name') }).click()
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: say('devices.delete.name') })
    await soon(() => confirm.isEnabled()).toBe(true)
    expect(await page.getByRole('alertdialog').getByRole('radio').count()).toBe(0)
  })

  it('an unbind of a code that belongs to an account is explained, and its approval is not offered', async () => {
    const loose = await world.server.application({ device_check: false })
    const kami = await world.server.code({ app: loose, type: 'time', unit: 'day', amount: 30 })
    await world.server.api('kmlogon', loose, { kami, markcode: 'PC-1' })
    const contact = { contact: 'qq 123456', reason: 'My computer broke' }
    expect(await visit(world.server, 'unbind_km', { card: kami, ...contact })).toMatchObject({ code: 200 })
    expect(await world.server.api('kmlogon', loose, { kami, markcode: world.newKey() })).toMatchObject({
      code: 200,
    })
    const window = await world.open(`/requests?app=${loose}`, locale)
    const { page } = window
    await page.getByText(say('requests.obstacle.account')).waitFor()
    await page.getByText(say('requests.policy.outcome.ofAccount')).waitFor()
    await page.getByRole('button', { name: say('requests.reject.confirm') }).waitFor()
    expect(await page.getByRole('button', { name: say('requests.approve.confirm') }).count()).toBe(0)
    await page.keyboard.press('a')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await look(window, `request-of-account-${locale}`)
  })
})
