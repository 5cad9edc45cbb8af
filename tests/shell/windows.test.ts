/** The windows of the desktop as a person uses them: menus, finding, language, and pages that come back. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import type { ShellBridge } from '../../src-main/contract/shell.ts'
import { appWithFakeServer, type Place } from './fixtures/app.ts'
import { RunningApp, SOON } from './launch.ts'

declare const window: { shell: ShellBridge }

let place: Place
let app: RunningApp
let page: Page

beforeAll(async () => {
  place = await appWithFakeServer()
  app = new RunningApp(place)
  page = await app.window()
  await page.waitForURL(/\/console\//)
})
afterAll(async () => {
  await app.close()
  place.remove()
})

const callsOf = (name: string): Promise<unknown[][]> =>
  app.evaluate(({ calls }, wanted) => calls.filter(([called]) => called === wanted), name)
const trayLabels = (): Promise<unknown[]> =>
  app.evaluate(({ Tray }) => Tray.all[0]!.menu!.items.map(({ label, type }) => label ?? type))
const clickTray = (label: string): Promise<void> =>
  app.evaluate(({ Tray }, to) => {
    Tray.all[0]!.menu!.click(to)
  }, label)

it('has a name for the task bar of Windows, and asks Google for no dictionary', async () => {
  expect(await callsOf('app.setAppUserModelId')).toEqual([['app.setAppUserModelId', 'app.pulsekey.desktop']])
  const checks = await app.evaluate(({ BrowserWindow, session }) => [
    session.defaultSession.checksSpelling,
    BrowserWindow.getAllWindows()[0]!.webContents.preferences.spellcheck,
  ])
  expect(checks).toEqual([false, false])
})

it('has a menu for a right click in a field, in the language of the window', async () => {
  const labels = await app.evaluate(({ BrowserWindow, Menu }) => {
    const editFlags = { canPaste: true, canSelectAll: true }
    const params = { isEditable: true, selectionText: '', editFlags }
    BrowserWindow.getAllWindows()[0]!.webContents.emit('context-menu', {}, params)
    return Menu.popped!.items.map(({ label, type }) => label ?? type)
  })
  expect(labels).toEqual(['Undo', 'Redo', 'separator', 'Cut', 'Copy', 'Paste', 'separator', 'Select all'])
})

it('finds words in the page, by a bar of its own', async () => {
  await app.evaluate(({ BrowserWindow, Menu }) => {
    BrowserWindow.getAllWindows()[0]!.focus()
    Menu.getApplicationMenu()!.click('Find in page…')
  })
  const bar = await app.page(/\/find\.html/)
  await bar.locator('#text').fill('console')
  await expect.poll(() => bar.locator('#count').textContent(), SOON).toBe('1 of 1')
  await bar.locator('#text').fill('nowhere')
  await expect.poll(() => bar.locator('#count').textContent(), SOON).toBe('No matches')
  const views = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.contentView.children.length)
  expect(await views()).toBe(1)
  // The bar is gone before the key is up.
  await bar
    .locator('#text')
    .press('Escape')
    .catch(() => undefined)
  await expect.poll(views, SOON).toBe(0)
})

it('loads its page again when the system ended it, on the same screen', async () => {
  await clickTray('Pause all opening…')
  // Playwright's own wait also waits for a page that this navigation may replace.
  await expect.poll(() => page.url(), SOON).toMatch(/#\/pause-all$/)
  // Chromium itself would show a page of its own.
  await page.goto('about:blank')
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.webContents.emit('render-process-gone', {}, { reason: 'killed' })
  })
  await expect.poll(() => page.url(), SOON).toMatch(/\/console\/#\/pause-all$/)
})

it('has a small board above all windows, which opens an account in the large one and returns to its place', async () => {
  const boards = () =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()
        .filter((window) => window.webContents.getURL().endsWith('#/mini'))
        .map((window) => window.bounds),
    )
  await clickTray('Small board on top')
  const board = await app.page(/#\/mini$/)
  expect(await boards()).toHaveLength(1)
  // A second wish shows the same one.
  await clickTray('Small board on top')
  expect(await boards()).toHaveLength(1)
  const shown = await board.evaluate(() => window.shell.invoke('screen.show', '#/live/5'))
  expect(shown).toEqual({ ok: true, value: true })
  await page.waitForURL(/#\/live\/5$/)
  const at = { x: 40, y: 60, width: 380, height: 440 }
  await app.evaluate(({ BrowserWindow }, to) => {
    const small = BrowserWindow.getAllWindows().find((one) => one.webContents.getURL().endsWith('#/mini'))!
    Object.assign(small.bounds, to)
    small.close()
  }, at)
  await expect.poll(boards, SOON).toEqual([])
  await clickTray('Small board on top')
  await expect.poll(boards, SOON).toEqual([at])
})

it('speaks the language that the person chose in the console, and remembers it', async () => {
  const choose = (language: 'en' | 'zh') =>
    page.evaluate(
      (chosen) => window.shell.invoke('appearance.set', { language: chosen, theme: 'dark' }),
      language,
    )
  expect(await choose('zh')).toEqual({ ok: true, value: true })
  await expect.poll(trayLabels, SOON).toContain('退出')
  const menu = () => app.evaluate(({ Menu }) => Menu.getApplicationMenu()!.items.map(({ label }) => label))
  expect(await menu()).toContain('文件(&F)')
  const kept: unknown = JSON.parse(readFileSync(join(place.userData, 'desktop.json'), 'utf8'))
  expect(kept).toMatchObject({ language: 'zh', theme: 'dark' })
  await choose('en')
  await expect.poll(trayLabels, SOON).toContain('Quit')
})
