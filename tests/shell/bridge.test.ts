/** The functions of the desktop that a page can reach. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ShellBridge } from '../../src-main/contract/shell.ts'
import { SHELL_CALLS } from '../../src-main/contract/channels.ts'
import { appWithFakeServer, type Place } from './fixtures/app.ts'
import { RunningApp } from './launch.ts'

declare const window: { shell: ShellBridge; invoke(...args: unknown[]): Promise<unknown> } & Record<
  string,
  unknown
>

let place: Place
let app: RunningApp
let page: Page
let consoleUrl: string

beforeAll(async () => {
  place = await appWithFakeServer()
  app = new RunningApp(place)
  page = await app.window()
  await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/console\/$/)
  consoleUrl = page.url()
})
afterAll(async () => {
  await app.close()
  place.remove()
})

/** Calls the bridge like a page that ignores its types. */
function invoke(...args: unknown[]): Promise<unknown> {
  return page.evaluate(
    (all) => (window.shell.invoke as unknown as (...args: unknown[]) => Promise<unknown>)(...all),
    args,
  )
}

describe('the bridge', () => {
  it('is all that a page sees of Electron and Node', async () => {
    const seen = await page.evaluate(() => ({
      keys: Object.keys(window.shell),
      shell: Object.isFrozen(window.shell),
      node: ['require', 'process', 'module', 'electron', '__fromMain'].filter((name) => name in window),
    }))
    expect(seen).toEqual({ keys: ['invoke'], shell: true, node: [] })
  })

  it("can't be replaced or extended by a page", async () => {
    const unchanged = await page.evaluate(() => {
      const { shell } = window
      const { invoke } = shell
      try {
        window.shell = { invoke: () => Promise.reject(new Error('mine')) }
      } catch {
        // Strict code gets an error, sloppy code does not.
      }
      try {
        Object.assign(window.shell, { invoke: () => 'mine', more: 1 })
      } catch {
        // As above.
      }
      return window.shell === shell && window.shell.invoke === invoke && Object.keys(shell).length === 1
    })
    expect(unchanged).toBe(true)
  })

  it('answers the console', async () => {
    expect(await invoke('server.status')).toEqual({
      ok: true,
      value: {
        state: 'running',
        remote: null,
        publicUrl: 'http://0.0.0.0:8787',
        publicReach: 'public',
        retryInMs: null,
        failure: null,
        failureZh: null,
        problem: null,
        port: null,
        exitCode: null,
      },
    })
    expect(await invoke('server.log')).toEqual({ ok: true, value: ['starting on port 8787', 'password=***'] })
  })

  it.each([['server.kill'], ['constructor'], [''], [7], [null]])(
    'refuses the unknown call %j',
    async (name) => {
      expect(await invoke(name)).toEqual({ ok: false, error: 'unknown' })
    },
  )

  it.each([
    ['server.status', 'more'],
    ['file.save', { name: '../x', bytes: 1 }],
    ['link.open', 'file:///etc/passwd'],
  ])('refuses %s with %j', async (name, input) => {
    expect(await invoke(name, input)).toEqual({ ok: false, error: 'input' })
  })
})

describe('the console page', () => {
  it.each(['servers.list', 'servers.attach', 'preferences.get', 'server.move_port', 'logs.open'])(
    "may not ask for %s, which is for the shell's own pages",
    async (name) => {
      expect(await invoke(name)).toEqual({ ok: false, error: 'foreign' })
    },
  )
})

describe('files and links', () => {
  beforeEach(() => app.evaluate(({ calls }) => void calls.splice(0)))

  it('are saved byte by byte at the place that the user chose', async () => {
    const path = `${place.userData}/saved.bin`
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, path)
    const result = await page.evaluate(() =>
      window.shell.invoke('file.save', { name: 'codes.csv', bytes: new Uint8Array([0, 255, 10]) }),
    )
    expect(result).toEqual({ ok: true, value: true })
    const { readFile } = await import('node:fs/promises')
    expect([...(await readFile(path))]).toEqual([0, 255, 10])
  })

  it('are opened only when the user agrees', async () => {
    const open = () => page.evaluate(() => window.shell.invoke('link.open', 'https://example.org/a'))
    expect(await open()).toEqual({ ok: true, value: false })
    await app.evaluate(({ dialog }) => {
      dialog.showMessageBox = () => Promise.resolve({ response: 0, checkboxChecked: false })
    })
    expect(await open()).toEqual({ ok: true, value: true })
    const opened = await app.evaluate(({ calls }) => calls.filter(([name]) => name === 'shell.openExternal'))
    expect(opened).toEqual([['shell.openExternal', 'https://example.org/a']])
  })
})

describe('a page from another origin', () => {
  let elsewhere: Server

  beforeAll(async () => {
    elsewhere = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Elsewhere</h1>')
    })
    await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/console/`
    // Only the main process can load it; no page can (see confinement.test.ts).
    await app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]!.loadURL(to), url)
    // The main process knows it sooner than the test, which would ask the page before.
    await page.waitForURL(url)
  })
  afterAll(async () => {
    await app.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]!.loadURL(to), consoleUrl)
    await page.waitForURL(consoleUrl)
    elsewhere.close()
  })

  it.each(SHELL_CALLS)('gets no answer to %s', async (name) => {
    expect(await page.evaluate(() => document.querySelector('h1')?.textContent)).toBe('Elsewhere')
    expect(await invoke(name)).toEqual({ ok: false, error: 'foreign' })
  })
})
