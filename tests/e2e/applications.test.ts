import { generateKeyPairSync } from 'node:crypto'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Setting } from '../../src-renderer/features/applications/setting.ts'
import { messageKey } from '../../src-renderer/features/applications/setting.ts'
import type { SettingValue } from '../../src-renderer/kit/form/setting.ts'
import { readSetting } from '../../src-renderer/kit/form/setting-path.ts'
import {
  SAVED_SETTINGS,
  SETTING_TABS,
  settingsOf,
} from '../../src-renderer/features/applications/setting-tabs.ts'
import { DURATION_UNITS, unitFor } from '../../src-renderer/ui/duration-unit.ts'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBarriers, findOverflow } from './support/look.ts'
import { word } from './support/words.ts'
import { soon } from './support/soon.ts'

let browser: Browser
let server: TestServer

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
})
afterAll(async () => {
  await server.end()
})

async function openConsole(path: string): Promise<ConsoleWindow> {
  const window = await ConsoleWindow.open(browser, server.running.consoleUrl, {
    as: await server.owner(),
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await window.visit(path)
  return window
}

it('an application is created after a refused name, and shows its keys', async () => {
  const { page } = await openConsole('/applications')
  await page.getByRole('banner').getByRole('button', { name: 'Create application' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('   ')
  await dialog.getByRole('button', { name: 'Create application' }).click()
  await dialog.getByRole('alert').waitFor()
  await soon(() => dialog.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Name').fill('Silver Grid')
  await dialog.getByRole('button', { name: 'Create application' }).click()
  await page.getByRole('dialog', { name: 'Silver Grid is ready' }).waitFor()

  const { rows } = await server.act('app_list', { search: 'Silver Grid' })
  for (const [what, value] of [
    ['App key', rows[0]!.appkey],
    ['RC4 key', rows[0]!.rc4_key],
  ] as const) {
    await dialog.getByRole('button', { name: `Copy ${what}` }).click()
    await dialog.getByRole('button', { name: 'Copied' }).first().waitFor()
    await soon(() => page.evaluate(() => navigator.clipboard.readText())).toBe(value)
  }
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('table').getByText('Silver Grid').waitFor()
})

const TEXTS: Readonly<Record<string, string>> = {
  name: 'Copper Grid',
  rsa_private_key: generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey.trim(),
  'mt5.admin_open_id': 'ou_0123456789',
  'mt5.messenger_base': '',
}

const labelOf = (setting: Setting) => word('en', `applications.setting.${messageKey(setting.path)}`)

/** The control of a setting; a section may have the same name. */
const controlOf = (panel: Locator, setting: Setting) =>
  panel.locator('input, textarea, button').and(panel.getByLabel(labelOf(setting), { exact: true }))

/** Changes a setting, as a person does. @returns its value on the wire */
async function alter(page: Page, panel: Locator, setting: Setting, now: SettingValue): Promise<SettingValue> {
  const field = controlOf(panel, setting)
  switch (setting.kind) {
    case 'switch':
    case 'flag':
      await field.click()
      if (setting.kind === 'switch') return now !== true
      return now === 'y' ? 'n' : 'y'
    case 'choice': {
      const next = setting.choices!.at(setting.path === 'mi_type' ? -2 : -1)!
      await field.click()
      const option = word('en', `applications.choice.${messageKey(setting.path)}.${next}`)
      await page.getByRole('option', { name: option, exact: true }).click()
      return next
    }
    case 'number':
    case 'percent':
    case 'seconds': {
      await field.fill('70')
      await field.blur()
      return setting.kind === 'seconds' ? 70 * DURATION_UNITS[unitFor(Number(now))] : 70
    }
    default: {
      const text = TEXTS[setting.path] ?? `new ${setting.path}`
      await field.fill(text)
      return text
    }
  }
}

/** Keys are rotated, in a dialog of their own. */
const savedOf = (tab: (typeof SETTING_TABS)[number]) =>
  settingsOf(tab).filter((setting) => SAVED_SETTINGS.includes(setting))

it('an application stores every setting of every tab', async () => {
  const { app } = await server.act('app_create', { name: 'Gold Grid' })
  const window = await openConsole(`/applications/${app}`)
  const { page } = window
  const wanted: Record<string, SettingValue> = {}
  for (const tab of SETTING_TABS) {
    const before = await server.act('app_get', { app })
    await page.getByRole('tab', { name: word('en', `applications.tab.${tab.name}`), exact: true }).click()
    const panel = page.getByRole('tabpanel')
    for (const setting of savedOf(tab))
      wanted[setting.path] = await alter(page, panel, setting, readSetting(before, setting.path))
    const saved = page.waitForResponse(/act=app_update/)
    await page.getByRole('button', { name: 'Save changes' }).click()
    expect(await (await saved).json()).toMatchObject({ code: 200 })
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' })
  }
  const kept = await server.act('app_get', { app })
  expect(Object.fromEntries(Object.keys(wanted).map((path) => [path, readSetting(kept, path)]))).toEqual(
    wanted,
  )

  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Copper Grid' }).waitFor()
  for (const tab of SETTING_TABS) {
    await page.getByRole('tab', { name: word('en', `applications.tab.${tab.name}`), exact: true }).click()
    const panel = page.getByRole('tabpanel')
    for (const setting of settingsOf(tab).filter(({ kind }) => kind === 'text' || kind === 'lines'))
      await soon(() => controlOf(panel, setting).inputValue()).toBe(wanted[setting.path])
    for (const setting of settingsOf(tab).filter(({ kind }) => kind === 'switch' || kind === 'flag'))
      await soon(() => controlOf(panel, setting).getAttribute('aria-checked')).toBe(
        String(wanted[setting.path] === true || wanted[setting.path] === 'y'),
      )
  }
})

it("the settings hide the protocol's part of a hint behind a button, also for the keyboard", async () => {
  const { app } = await server.act('app_create', { name: 'Zinc Grid' })
  const { page } = await openConsole(`/applications/${app}?tab=mt5`)
  const panel = page.getByRole('tabpanel')
  const control = panel.getByRole('switch', { name: word('en', 'applications.setting.mt5_enabled') })
  await panel.getByText(word('en', 'applications.hint.mt5_enabled')).waitFor()
  const note = panel.getByText(word('en', 'applications.note.mt5_enabled'))
  expect(await note.count()).toBe(0)

  await control.focus()
  await page.keyboard.press('Shift+Tab')
  const button = panel.getByRole('button', { name: 'Protocol details' }).first()
  await soon(() => button.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await note.waitFor()
  expect(await button.getAttribute('aria-expanded')).toBe('true')
  expect(await findBarriers(page)).toEqual([])
  expect(await findOverflow(page)).toEqual([])
  await page.keyboard.press('Space')
  await note.waitFor({ state: 'detached' })
})

it('the settings count, show, refuse, guard and discard unsaved changes', async () => {
  const { app } = await server.act('app_create', { name: 'Iron Grid' })
  const window = await openConsole(`/applications/${app}?tab=mt5`)
  const { page } = window
  const openId = page.getByLabel('Administrator’s open ID', { exact: true })
  await openId.fill('two words')
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await bar.getByText('1 unsaved change').waitFor()

  await page.getByRole('tab', { name: 'General' }).click()
  await page.getByLabel('Newest version').fill('2.0')
  await bar.getByText('2 unsaved changes').waitFor()
  await bar.getByRole('button', { name: 'Review changes' }).click()
  await page.getByRole('dialog', { name: 'Review changes' }).getByText('2.0').waitFor()
  await page.keyboard.press('Escape')

  await bar.getByRole('button', { name: 'Save changes' }).click()
  await soon(() => new URL(page.url()).hash).toContain('tab=mt5')
  await page.getByRole('tabpanel').getByRole('alert').waitFor()
  await soon(() => openId.getAttribute('aria-invalid')).toBe('true')
  await soon(() => openId.evaluate((field) => field === document.activeElement)).toBe(true)

  await page.getByRole('link', { name: 'Codes' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByText('2 changes are not saved.').waitFor()
  await question.getByRole('button', { name: 'Stay' }).click()
  await bar.getByRole('button', { name: 'Discard' }).click()
  await bar.waitFor({ state: 'detached' })
  await soon(() => openId.inputValue()).toBe('')
})
