import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers, findOverflow } from './support/look.ts'
import { soon } from './support/soon.ts'
import { word, type Locale } from './support/words.ts'

let browser: Browser
let server: TestServer
beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
})
afterAll(async () => {
  await server.end()
})

async function open(path: string, locale: Locale): Promise<ConsoleWindow> {
  const window = await ConsoleWindow.open(browser, server.running.consoleUrl, {
    as: await server.owner(),
    locale,
  })
  await window.visit(path)
  return window
}

describe.each<[Locale]>([['en'], ['zh-CN']])('the protection of an application, in %s', (locale) => {
  it('says what is weak, what to do next, and what calls used', async () => {
    const t = (key: string) => word(locale, key)
    const app = await server.application({ free_mode: true, sign_answers: false })
    await server.api('ini', app, { value: 'v' })
    await server.api('mt5pulse', app, { account_key: '1@A', equity: 1, program_version: '3.1' })
    const { page } = await open(`/applications/${app}?tab=protection`, locale)
    const answers = page.getByRole('listitem').filter({ hasText: t('protection.check.answers.title') })
    await answers.getByText(t('protection.check.answers.state.off')).waitFor()
    await answers.getByText(t('protection.check.answers.next.off')).waitFor()
    await answers.getByText(t('protection.grade.weak'), { exact: true }).waitFor()
    const shares = page.getByRole('table', { name: t('protection.uses.title') })
    const valued = shares.getByRole('row').filter({ hasText: t('protection.uses.valued') })
    expect(await valued.getByRole('cell').allInnerTexts()).toEqual(['50%', '50%'])
    await page
      .getByRole('table', { name: t('protection.versions.title') })
      .getByText('3.1')
      .waitFor()
    expect(await findBarriers(page)).toEqual([])
    expect(await findOverflow(page)).toEqual([])
    await answers.getByRole('button').click()
    await page.getByRole('switch', { name: t('applications.setting.sign_answers') }).waitFor()
  })

  it('shows the key for answers, and replaces it with an overlap that can be undone', async () => {
    const t = (key: string) => word(locale, `applications.answer_key.${key}`)
    const app = await server.application()
    const { answer_key: old } = await server.act('app_get', { app })
    const { page } = await open(`/applications/${app}?tab=protocol`, locale)
    const panel = page.getByRole('region', { name: t('label') })
    await panel.getByText(old).waitFor()
    await panel.getByRole('button', { name: word(locale, 'applications.key.rotate') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(t('rotate.text')).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await dialog.getByRole('button', { name: t('rotate.confirm') }).click()
    await panel.getByRole('timer').waitFor()
    expect(await server.act('app_get', { app })).toMatchObject({ previous_answer_key: old })
    expect(await findBarriers(page)).toEqual([])
    await panel.getByRole('button', { name: t('take_back.confirm') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('take_back.confirm') })
      .click()
    await panel.getByRole('timer').waitFor({ state: 'detached' })
    await soon(async () => (await server.act('app_get', { app })).answer_key).toBe(old)
  })
})

it('the page of a trading account shows what its program reports, and nothing of it for an older program', async () => {
  const app = await server.application({ free_mode: true })
  const more = {
    currency: 'EUR',
    program_version: '3.1',
    account_name: 'Zhang San',
    day_profit: -5,
    leverage: 200,
  }
  await server.api('mt5pulse', app, { account_key: '11@Facts', equity: 100, ...more })
  await server.api('mt5pulse', app, { account_key: '12@Facts', equity: 100 })
  const { rows } = await server.act('device_list', { filter: { app } })
  const idOf = (key: string) => rows.find(({ account_key }) => account_key === key)!.id
  const { page } = await open(`/live/${idOf('11@Facts')}`, 'en')
  for (const text of ['3.1', 'Zhang San', '−5.00 EUR', '1:200'])
    await page.getByRole('definition').filter({ hasText: text }).first().waitFor()
  const old = await open(`/live/${idOf('12@Facts')}`, 'en')
  await old.page
    .getByRole('term')
    .filter({ hasText: word('en', 'live.fact.balance') })
    .waitFor()
  expect(
    await old.page
      .getByRole('term')
      .filter({ hasText: word('en', 'live.fact.leverage') })
      .count(),
  ).toBe(0)
})
