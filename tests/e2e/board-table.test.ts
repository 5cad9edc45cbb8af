import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestServer } from '../support/test-server.ts'
import { shareBrowser } from './support/browser.ts'
import { ConsoleWindow } from './support/console-window.ts'
import { LiveScreen } from './support/live-screen.ts'
import { findBarriers } from './support/look.ts'
import { licenseAccounts, pulseAll, type MarketAccount } from './support/market.ts'
import { takePicture } from './support/pictures.ts'
import { soon } from './support/soon.ts'

const ACCOUNTS = 60
let browser: Browser
let server: TestServer
let accounts: MarketAccount[]

beforeAll(async () => {
  ;[browser, server] = await Promise.all([shareBrowser(), TestServer.start()])
  const app = await server.application()
  accounts = await licenseAccounts(server, app, ACCOUNTS)
  await pulseAll(server, app, accounts)
})
afterAll(async () => {
  await server.end()
})

const openLive = () => LiveScreen.open(browser, server, ACCOUNTS)

it('keys act on the selection of a fresh page, and the row menu on the selection that its row is in', async () => {
  const live = await openLive()
  const { page } = live
  await page.keyboard.press('Control+a')
  await page.getByRole('toolbar', { name: `${ACCOUNTS} selected` }).waitFor()
  await page.keyboard.press('c')
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await page.keyboard.press('p')
  await page.getByText(`Opening paused on ${ACCOUNTS} accounts`).waitFor()

  await live.row(accounts[0]!.login).click({ button: 'right' })
  const menu = page.getByRole('menu')
  await menu.getByRole('menuitem', { name: 'Resume opening' }).click()
  await page.getByText(`Opening resumed on ${ACCOUNTS} accounts`).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('toolbar').waitFor({ state: 'detached' })

  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+F10')
  await menu.getByRole('menuitem', { name: 'Open as page' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await takePicture(page, 'board-row-menu')
  await menu.getByRole('menuitem', { name: 'Only XAUUSD' }).click()
  await live.expectShown(20)
})

it('columns move and change their width by pointer and keys, insist on a place, and stay so on the server', async () => {
  const { page } = await openLive()
  const heads = () => page.getByRole('columnheader').allInnerTexts()
  const place = async (name: string) => (await heads()).map((text) => text.trim()).indexOf(name)
  const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
  const [equity, label] = [(await head('Equity').boundingBox())!, (await head('Label').boundingBox())!]
  await page.mouse.move(equity.x + 20, equity.y + 12)
  await page.mouse.down()
  await page.mouse.move(label.x + 60, label.y + 12, { steps: 4 })
  await page.mouse.move(label.x + 4, label.y + 12)
  await page.mouse.up()
  await soon(async () => (await place('Equity')) - (await place('Label'))).toBe(-1)

  await head('Drawdown').getByRole('button').focus()
  const before = await place('Drawdown')
  await page.keyboard.press('Shift+ArrowLeft')
  await soon(() => place('Drawdown')).toBe(before - 1)
  const width = (await head('Drawdown').boundingBox())!.width
  await page.keyboard.press('+')
  await soon(async () => (await head('Drawdown').boundingBox())!.width).toBe(width + 8)

  await page.getByRole('button', { name: 'Columns and update rate' }).click()
  await page
    .getByRole('menu')
    .getByText(/^No room: /)
    .waitFor()
  await page.getByRole('menuitem', { name: 'Always show Agent' }).click()
  await head('Agent').waitFor()
  await page.reload()
  await head('Agent').waitFor()
  await soon(async () => (await place('Equity')) - (await place('Label'))).toBe(-1)
  await page.getByRole('button', { name: 'Columns and update rate' }).click()
  await takePicture(page, 'board-columns')
  await page.getByRole('menuitem', { name: 'Reset columns' }).click()
  await soon(async () => (await place('Equity')) > (await place('Label'))).toBe(true)
})

it('a phone has cards with the drawdown first, under little chrome, and large targets', async () => {
  const { page } = await ConsoleWindow.show(browser, server, '/live', {
    as: await server.owner(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  const row = page.getByRole('row').filter({ hasText: accounts[0]!.login })
  await row.waitFor()
  expect(await page.getByRole('columnheader').count()).toBe(0)
  const table = page.getByRole('grid', { name: 'Live board' })
  expect((await table.boundingBox())!.y).toBeLessThanOrEqual(96)
  const targets = await row
    .locator('label, [data-act="menu"]')
    .evaluateAll((all) =>
      all.map((one) => Math.min(one.getBoundingClientRect().width, one.getBoundingClientRect().height)),
    )
  expect(Math.min(...targets)).toBeGreaterThanOrEqual(44)
  await takePicture(page, 'board-phone')
  await row.getByRole('button', { name: /^Menu of / }).click()
  await page.getByRole('menuitem', { name: 'Open as page' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })

  // The menu of a long press stays when the finger leaves.
  const fingers = await page.context().newCDPSession(page)
  const box = (await row.boundingBox())!
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await page.getByRole('menu').waitFor()
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await page.getByRole('menuitem', { name: 'Only XAUUSD' }).tap()
  await page.getByText(/^20 of \d+ accounts$/).waitFor()
  await page.getByRole('button', { name: 'Main navigation' }).tap()
  await page.getByRole('dialog').getByRole('link', { name: 'Fleet' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Totals, search and filters$/ }).click()
  await page.getByRole('searchbox').waitFor()
  expect(await findBarriers(page)).toEqual([])
})

it('the wall display and the small board show the fleet, clean for everybody', async () => {
  const { page, window } = await openLive()
  await page.keyboard.press('m')
  await page.getByRole('heading', { name: 'Wall display' }).waitFor()
  const picture = page.getByRole('img', { name: /^60 accounts, a tile for each/ })
  await soon(() =>
    picture.evaluate((canvas: HTMLCanvasElement) => {
      const points = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height).data
      return new Set(new Uint32Array(points.buffer)).size
    }),
  ).toBeGreaterThan(3)
  expect(await page.getByRole('table', { name: 'Worst accounts' }).getByRole('row').count()).toBe(13)
  expect(await findBarriers(page)).toEqual([])
  await takePicture(page, 'board-wall')
  await page.keyboard.press('Escape')
  await page.getByRole('grid', { name: 'Live board' }).waitFor()

  await server.act('preferences_set', { language: 'zh-CN', theme: 'dark' })
  await window.visit('/wall')
  await soon(() => page.getByRole('table', { name: '最差账户' }).getByRole('row').count()).toBe(13)
  expect(await findBarriers(page)).toEqual([])
  await takePicture(page, 'board-wall-dark')
  await window.visit('/mini')
  const worst = page.getByRole('listitem')
  await soon(() => worst.count()).toBe(5)
  expect(await worst.first().innerText()).toContain('25.0%')
  expect(await findBarriers(page)).toEqual([])
  await takePicture(page, 'board-mini')
})
