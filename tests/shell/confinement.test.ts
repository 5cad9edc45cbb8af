/** No page leaves the console, opens a window, or gets a permission. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { appWithFakeServer, type Place } from './fixtures/app.ts'
import { RunningApp, SOON } from './launch.ts'

let place: Place
let app: RunningApp
let page: Page
let consoleUrl: string

beforeAll(async () => {
  place = await appWithFakeServer()
  app = new RunningApp(place)
  page = await app.window()
  await page.waitForURL(/\/console\/$/)
  consoleUrl = page.url()
  await app.evaluate(({ BrowserWindow }) => {
    const { webContents } = BrowserWindow.getAllWindows()[0]!
    const seen: string[] = []
    Reflect.set(globalThis, 'seen', seen)
    webContents.on('will-frame-navigate', (event: { url: string; defaultPrevented: boolean }) => {
      seen.push(`${event.defaultPrevented ? 'stopped' : 'went'} ${event.url}`)
    })
    webContents.on('will-redirect', (event: { url: string; defaultPrevented: boolean }) => {
      seen.push(`${event.defaultPrevented ? 'stopped' : 'went'} ${event.url}`)
    })
    webContents.on('standin-window-allowed', (url: string) => seen.push(`opened ${url}`))
  })
})
afterAll(async () => {
  await app.close()
  place.remove()
})
beforeEach(() =>
  app.evaluate(({ calls }) => {
    calls.splice(0)
    ;(Reflect.get(globalThis, 'seen') as string[]).splice(0)
  }),
)

const seen = (): Promise<string[]> => app.evaluate(() => Reflect.get(globalThis, 'seen') as string[])

describe('navigation', () => {
  it.each(['http://127.0.0.1:9/', 'http://localhost:9/console/', 'https://example.org/'])(
    'to %s is stopped',
    async (url) => {
      await page.evaluate((to) => {
        location.href = to
      }, url)
      await expect.poll(seen, SOON).toEqual([`stopped ${url}`])
      expect(page.url()).toBe(consoleUrl)
      expect(await page.evaluate(() => document.querySelector('h1')?.textContent)).toBe('Console')
    },
  )

  it('of a frame within the page is stopped', async () => {
    await page.evaluate(() => {
      document.querySelector('iframe')!.src = 'https://example.org/frame'
    })
    await expect.poll(seen, SOON).toEqual(['stopped https://example.org/frame'])
  })

  it('within the console is allowed', async () => {
    const url = `${consoleUrl}?again`
    await page.evaluate((to) => {
      location.href = to
    }, url)
    await page.waitForURL(url)
    expect(await seen()).toEqual([`went ${url}`])
  })
})

describe('a new window', () => {
  const asked = (): Promise<unknown[]> =>
    app.evaluate(({ calls }) =>
      calls.filter(([name]) => name === 'dialog.showMessageBox').map(([, options]) => options),
    )

  it('is never opened, and an https address is offered to the browser', async () => {
    const opened = await page.evaluate(() => window.open('https://example.org/x') === null)
    expect(opened).toBe(true)
    await expect.poll(asked, SOON).toMatchObject([{ detail: 'https://example.org/x' }])
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
    expect(await seen()).toEqual([])
  })

  it('is not opened by a link either', async () => {
    await page.evaluate(() => {
      document.querySelector<HTMLAnchorElement>('#blank')!.click()
    })
    await expect.poll(asked, SOON).toMatchObject([{ detail: 'https://example.org/' }])
    expect(await seen()).toEqual([])
  })

  it('is not offered for any other address', async () => {
    await page.evaluate(() => {
      window.open('http://example.org/')
      window.open('/console/')
      // The last call shows that the earlier ones were handled.
      window.open('https://example.org/last')
    })
    await expect.poll(asked, SOON).toMatchObject([{ detail: 'https://example.org/last' }])
    expect(await seen()).toEqual([])
  })
})

it('every page has its own sandbox', async () => {
  const [sandboxed, preferences] = await app.evaluate(({ app: electronApp, BrowserWindow }) => [
    electronApp.sandboxed,
    BrowserWindow.getAllWindows()[0]!.webContents.preferences,
  ])
  expect(sandboxed).toBe(true)
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  })
})

it('webviews, permissions and devices are denied', async () => {
  const denied = await app.evaluate(({ BrowserWindow, session }, url) => {
    const { request, check, device } = session.defaultSession.permissionHandlers
    const answers: unknown[] = []
    for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal']) {
      request!({}, permission, (granted: boolean) => answers.push(granted), { requestingUrl: url })
      answers.push(check!({}, permission, url))
    }
    answers.push(device!({ deviceType: 'hid', origin: url }))
    const webview = { prevented: false, preventDefault: () => (webview.prevented = true) }
    BrowserWindow.getAllWindows()[0]!.webContents.emit('will-attach-webview', webview, {}, {})
    return { answers, webview: webview.prevented }
  }, consoleUrl)
  expect(denied).toEqual({ answers: Array.from({ length: 11 }, () => false), webview: true })
})
