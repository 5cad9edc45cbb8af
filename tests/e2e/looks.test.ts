import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { findBareKeys, findBarriers, findOverflow } from './support/look.ts'
import { licenseAccounts, pulse, pulseAll } from './support/market.ts'
import { takePicture } from './support/pictures.ts'
import { PUBLIC_SCREENS, screensOf, wordsOf, type Places, type Screen } from './support/screens.ts'
import type { Locale } from './support/words.ts'
import { soon } from './support/soon.ts'

/**
 * 640 by 360 is what 200 % leaves of 1280 by 720. axe runs once in each theme, because it is slow; the
 * journeys run it on their screens again.
 */
const LOOKS = {
  en: [
    { width: 1280, height: 720, theme: 'light', axe: true },
    { width: 640, height: 360, theme: 'dark', axe: false },
  ],
  'zh-CN': [
    { width: 640, height: 360, theme: 'light', axe: false },
    { width: 1280, height: 720, theme: 'dark', axe: true },
  ],
} as const
let browser: Browser
let server: TestServer
const places = { app: 0, account: 0 }

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  await fillWorld()
})
afterAll(async () => {
  await server.end()
})

/** Accounts in every state, a command under way and codes of every type. */
async function fillWorld(): Promise<void> {
  const app = await server.application({ app_gg: 'Maintenance on Sunday', version: '1.4.2' })
  await server.act('app_create', { name: 'Silver Scalper' })
  const accounts = await licenseAccounts(server, app, 30)
  for (let minute = 0; minute < 10; minute++) {
    await pulseAll(server, app, accounts.slice(0, minute < 5 ? 24 : 22), { equity: 10_000 + minute * 37 })
    server.clock.pass(minute === 9 ? 5 : 60)
  }
  await pulseAll(server, app, accounts.slice(0, 22))
  const [first, second, third] = accounts.filter(({ figures }) => figures.positions > 0)
  await server.act('device_control', { ids: [first!.id, second!.id], close_all: true, reason: 'News' })
  await server.act('device_control', { ids: [third!.id], pause_open: true, pause_add: true })
  await pulse(server, app, first!)
  for (const type of ['permanent', 'vip', 'count', 'points'] as const)
    await server.act('code_generate', {
      app,
      type,
      count: 3,
      ...(type.endsWith('s') || type === 'count' ? { amount: 5 } : {}),
    })
  await server.act('code_generate', {
    app,
    type: 'time',
    unit: 'month',
    amount: 1,
    count: 60,
    note: 'Spring sale',
  })
  places.app = app
  places.account = first!.id
}

async function look(
  { page }: ConsoleWindow,
  name: string,
  locale: Locale,
): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { theme, axe, ...size } of LOOKS[locale]) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: theme })
    await soon(() => page.locator('html').getAttribute('data-theme')).toBe(theme)
    const place = `${name}-${locale}-${size.width}x${size.height}-${theme}`
    await takePicture(page, place)
    const problems = [
      ...(await findOverflow(page)),
      ...(await findBareKeys(page)),
      ...(axe ? await findBarriers(page) : []),
    ]
    if (problems.length > 0) found[place] = problems
  }
  return found
}

/** One after the other in one window: loading the console takes longer than a check. */
async function checkView(screens: readonly Screen[], locale: Locale, signedIn: boolean): Promise<void> {
  const window = await ConsoleWindow.open(browser, server.running.consoleUrl, {
    locale,
    at: server.clock.now(),
    viewport: { width: 1280, height: 720 },
    ...(signedIn ? { as: await server.owner() } : {}),
  })
  const { page } = window
  let before: string | undefined
  for (const { name, path, show } of screens) {
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.keyboard.press('Escape')
    // A reload undoes the changes of a screen.
    if (before === undefined || before === path) await window.visit(path)
    else await window.go(path)
    await show(page, wordsOf(locale))
    expect.soft(await look(window, name, locale)).toEqual({})
    before = path
  }
}

const none: Places = { app: 1, account: 1 }
const IN_ONE_TEST = 6
const names = screensOf(none).map(({ name }) => name)
const groups = Array.from({ length: Math.ceil(names.length / IN_ONE_TEST) }, (_, group) =>
  names.slice(group * IN_ONE_TEST, (group + 1) * IN_ONE_TEST),
)

describe.each(['en', 'zh-CN'] as const)('%s', (locale) => {
  it('the screens before a sign-in', () => checkView(PUBLIC_SCREENS, locale, false))
  it.each(groups.map((group) => [group.join(', '), group] as const))('%s', (_, group) =>
    checkView(
      screensOf(places).filter(({ name }) => group.includes(name)),
      locale,
      true,
    ),
  )
})
