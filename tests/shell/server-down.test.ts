/** The window while the server is down, and the server's life under the desktop. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ServerStatus, ShellBridge, ShellResult } from '../../src-main/contract/shell.ts'
import { appWithFakeServer, type Place } from './fixtures/app.ts'
import { isRunning, serverPid } from './fixtures/server-pid.ts'
import { RunningApp, SOON } from './launch.ts'

declare const window: { shell: ShellBridge }

let place: Place
let app: RunningApp

async function findPlace(): Promise<void> {
  place = await appWithFakeServer()
}
async function leave(): Promise<void> {
  await app.close()
  place.remove()
}

const set = (state: string): void => {
  writeFileSync(join(place.data, state), '')
}
const unset = (state: string): void => {
  rmSync(join(place.data, state))
}
const LOCAL = /pages\/server-down\.html\?lang=(en|zh)$/

async function start(args: readonly string[] = []): Promise<Page> {
  app = new RunningApp({ ...place, args })
  return app.window()
}

describe("a server that can't serve", () => {
  let page: Page

  beforeAll(async () => {
    await findPlace()
    set('broken')
    page = await start()
  })
  afterAll(leave)

  it('leaves files and links to the console, and its page to its own script', async () => {
    await page.waitForURL(LOCAL)
    const refused: ShellResult<boolean> = { ok: false, error: 'foreign' }
    expect(await page.evaluate(() => window.shell.invoke('link.open', 'https://example.org/'))).toEqual(
      refused,
    )
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'document.title = "inline"'
      document.head.append(script)
      return document.title
    })
    expect(ran).toBe('Pulsekey')
  })

  it('leaves the reason of its end, its last lines, and the whole log without secrets', async () => {
    await expect.poll(() => page.locator('#failure').isVisible(), SOON).toBe(true)
    const logs = join(place.userData, 'logs')
    const [crash = ''] = readdirSync(logs).filter((name) => name.startsWith('crash-'))
    expect(JSON.parse(readFileSync(join(logs, crash), 'utf8'))).toMatchObject({
      exit_code: 1,
      problem: 'port_taken',
      lines: expect.arrayContaining(['starting on port 8787', 'password=***']) as string[],
    })
    const written = readFileSync(join(logs, 'server.log'), 'utf8')
    expect(written).toContain('password=***')
    expect(written).not.toContain('hunter2')
    await page.locator('#open-logs').click()
    const opened = () => app.evaluate(({ calls }) => calls.filter(([name]) => name === 'shell.openPath'))
    await expect.poll(opened, SOON).toEqual([['shell.openPath', logs]])
  })

  it('serves at another port when the user takes the offered one', async () => {
    const port = page.locator('#port')
    await port.waitFor()
    await expect.poll(() => port.inputValue(), SOON).toMatch(/^[0-9]{4,5}$/)
    await port.fill('8790')
    await page.locator('#move-button').click()
    await page.waitForURL(/\/console\/$/)
    const status = await page.evaluate(() => window.shell.invoke('server.status'))
    expect(status).toMatchObject({ ok: true, value: { publicUrl: 'http://0.0.0.0:8790', problem: null } })
  })
})

describe("the window of a server that can't serve", () => {
  beforeEach(findPlace)
  afterEach(leave)

  it('explains the reason with the log, and starts the server at once on request', async () => {
    set('broken')
    const page = await start()
    await page.waitForURL(LOCAL)
    const text = (id: string): Promise<string | null> => page.locator(id).textContent()
    await expect.poll(() => text('#state'), SOON).toBe('The server is not running')
    await expect.poll(() => text('#failure'), SOON).toMatch(/^Port 8787 is used by another program/)
    await expect
      .poll(() => text('#log-lines'), SOON)
      .toContain('port 8787 is taken <b>by another program</b>')
    // Long enough from the next start that the button is what brings the server back.
    await expect.poll(() => text('#advice'), SOON).toMatch(/Trying again in (8|1[0-9]) s/)

    unset('broken')
    await page.getByRole('button', { name: 'Start now' }).click()
    await page.waitForURL(/\/console\/$/)
  })

  it('explains the reason in Chinese on a Chinese system', async () => {
    set('broken')
    const page = await start(['--lang=zh-CN'])
    await expect.poll(() => page.locator('#state').textContent(), SOON).toBe('服务器未运行')
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
  })
})

describe('a server process', () => {
  beforeEach(findPlace)
  afterEach(leave)

  it('restarts after its death, the window returns to its place, and the server stops when the desktop quits', async () => {
    const page = await start()
    await page.waitForURL(/\/console\/$/)
    await page.evaluate(() => {
      location.hash = '#/live/5'
    })
    const visited: string[] = []
    // A frame inside the window, which may come last on a quick machine, is not the window's place.
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) visited.push(frame.url())
    })
    const first = await serverPid(app)
    // Down for so long that the page has time to come.
    set('broken')
    process.kill(first, 'SIGKILL')
    await expect.poll(() => visited.at(-1), SOON).toMatch(LOCAL)
    unset('broken')
    await expect.poll(() => visited.at(-1), SOON).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console\/#\/live\/5$/)
    await page.waitForLoadState()
    const second = await serverPid(app)
    expect(second).not.toBe(first)
    const status = await page.evaluate(() => window.shell.invoke('server.status'))
    expect(status).toMatchObject({ ok: true, value: { state: 'running' } satisfies Partial<ServerStatus> })
    await app.evaluate(({ app: electronApp }) => {
      electronApp.quit()
    })
    expect(await app.exited).toBe(0)
    expect(isRunning(second)).toBe(false)
  })

  it('that does not stop is not waited for when the desktop quits', async () => {
    set('deaf')
    const page = await start()
    await page.waitForURL(/\/console\/$/)
    const pid = await serverPid(app)
    app.signal('SIGTERM')
    // The server never ends by itself.
    expect(await app.exited).toBe(0)
    expect(isRunning(pid)).toBe(false)
  })
})
