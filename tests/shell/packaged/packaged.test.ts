/**
 * The packaged desktop on the real Electron 33 (docs/packaging.md): window, preload, sandbox, asar and fuses
 * are the real ones; the server runs on Node 24 beside it. Runs with PULSEKEY_REAL_ELECTRON=1.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { extractFile, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { whyIncomplete } from '../../../build/packaging/native-files.ts'
import { whyForeignFiles } from '../../../build/packaging/shipped-files.ts'
import type { ShellBridge } from '../../../src-main/contract/shell.ts'
import { NOBODY } from '../../../build/runtime/unprivileged.ts'
import { ConsoleClient } from '../../support/console-client.ts'
import { freePort } from '../../support/free-port.ts'
import { SOON } from '../launch.ts'
import { binaryIn, type PackagedApp } from '../runtime/packaged-app.ts'
import { wantedElectron } from '../runtime/wanted.ts'
import { packageForTests, type TestPackage } from './package-for-tests.ts'
import { ask, IS_CONSOLE, IS_DOWN, IS_SETUP, PASSWORD, setUp, slowness } from './journey.ts'
import { processesBelow, RealDesktop } from './real-desktop.ts'
import { showElsewhere } from './show-elsewhere.ts'

declare const window: {
  shell: ShellBridge
  require?: unknown
  process?: unknown
  open: (url: string) => unknown
}

/** The value of a fuse in the binary: the digits 0 and 1 of ASCII. */
const OFF = 48
const ON = 49
const electron = await wantedElectron()
if ('missing' in electron) console.warn(`Not run on a real Electron: ${electron.missing}`)

describe.skipIf('missing' in electron)('the packaged desktop', () => {
  let shipped: TestPackage
  beforeAll(async () => {
    if ('missing' in electron) return
    shipped = await packageForTests(electron)
  }, 300_000)
  afterAll(() => {
    shipped.remove()
  })

  describe('the shipped package', () => {
    it('closes everything that Electron leaves open by default', async () => {
      const wire = await getCurrentFuseWire(binaryIn(shipped.folder))
      const states = (...fuses: FuseV1Options[]) => fuses.map((fuse) => wire[fuse])
      expect(
        states(
          FuseV1Options.RunAsNode,
          FuseV1Options.EnableNodeOptionsEnvironmentVariable,
          FuseV1Options.EnableNodeCliInspectArguments,
          FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
          FuseV1Options.GrantFileProtocolExtraPrivileges,
        ),
      ).toEqual([OFF, OFF, OFF, OFF, OFF])
      expect(
        states(
          FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
          FuseV1Options.OnlyLoadAppFromAsar,
          FuseV1Options.EnableCookieEncryption,
        ),
      ).toEqual([ON, ON, ON])
    })

    it('has the program, the libraries of this platform and nothing else', () => {
      const files = listPackage(shipped.archive, { isPack: false })
      expect(whyForeignFiles(files)).toBeUndefined()
      const native = files.filter((path) => path.endsWith('.node')).map((path) => path.slice(1))
      expect(whyIncomplete(native, 'linux', 'x64')).toBeUndefined()
      expect(files.some((path) => /^\/drizzle\/main\/0000_.*\.sql$/.test(path))).toBe(true)
      for (const kit of ['mql5/Pulsekey.mqh', 'javascript/pulsekey.d.mts', 'python/pulsekey.py'])
        expect(files).toContain(`/src-server/kits/${kit}`)
    })

    it('has no other way to run its server than its own', () => {
      const files = listPackage(shipped.archive, { isPack: false })
      const textOf = (path: string): string => extractFile(shipped.archive, path.slice(1)).toString()
      const scripts = files.filter((path) => /^\/out\/(main|preload)\/.*\.c?js$/.test(path))
      expect(scripts).toContain('/out/main/server.js')
      // The replacement of the server in the tests.
      expect(scripts.filter((path) => textOf(path).includes('server-on-node'))).toEqual([])
      const shell = ['/out/main/index.js', '/out/main/server.js', '/out/preload/index.cjs']
      expect(shell.filter((path) => textOf(path).includes('child_process'))).toEqual([])
      const { dependencies, updates } = JSON.parse(
        extractFile(shipped.archive, 'package.json').toString(),
      ) as {
        dependencies: object
        updates?: unknown
      }
      expect(Object.keys(dependencies)).toEqual(['@node-rs/argon2', 'better-sqlite3'])
      expect(updates).toBeUndefined()
    })
  })

  describe('the running package', () => {
    let desktop: RealDesktop
    beforeAll(() => shipped.putServerOnNode(), 60_000)
    beforeEach(async () => {
      desktop = new RealDesktop(shipped.folder)
      await desktop.display.open()
    })
    afterEach(() => desktop.close())

    it('completes the wizard, serves a port, and restarts a killed server within 2 s with all acknowledged data', async () => {
      const port = await freePort()
      const app = desktop.start(`--port=${port}`)
      const page = await app.page(IS_SETUP)
      await setUp(page)
      expect(await ask(port)).toBe(200)

      const consoleUrl = (): string => new URL(page.url()).origin
      const owner = await ConsoleClient.signIn(consoleUrl(), 'owner', PASSWORD)
      const { app: made } = await owner.call('app_create', { name: 'Before the end' })
      const server = processesBelow(app.pid).find(({ command }) => command.includes('server-on-node/node'))!
      process.kill(server.pid, 'SIGKILL')
      const killed = performance.now()
      await expect.poll(() => ask(port), { ...SOON, interval: 20 }).toBe(200)
      expect(performance.now() - killed).toBeLessThan(2000 * slowness())
      // The console comes back on its own port.
      await expect.poll(() => ask(Number(new URL(page.url()).port)), SOON).not.toBe(0)
      const again = await ConsoleClient.signIn(consoleUrl(), 'owner', PASSWORD)
      expect(await again.call('app_get', { app: made })).toMatchObject({ name: 'Before the end' })
    })

    it('brings its window to the front when it is started a second time', async () => {
      const app = desktop.start('--port=0')
      await app.page(IS_CONSOLE)
      const { display } = desktop
      const find = (): string => display.findWindows(app.pid)
      await expect.poll(find, SOON).toMatch(/^\d+$/)
      display.hand('windowminimize', '--sync', find())
      expect(find()).toBe('')

      expect(await desktop.startAgain()).toBe(0)
      await expect.poll(() => display.hand('getactivewindow', 'getwindowpid'), SOON).toBe(String(app.pid))
      expect(find()).toMatch(/^\d+$/)
      expect(await app.addresses()).toHaveLength(1)
    })

    it('still serves when its window is closed, and shows it again on another start', async () => {
      const port = await freePort()
      const app = desktop.start(`--port=${port}`)
      await app.page(IS_CONSOLE)
      const { display } = desktop
      const find = (): string => display.findWindows(app.pid)
      await expect.poll(find, SOON).toMatch(/^\d+$/)
      display.hand('windowactivate', '--sync', find(), 'key', '--clearmodifiers', 'alt+F4')
      await expect.poll(find, SOON).toBe('')
      expect(await ask(port)).toBe(200)

      expect(await desktop.startAgain()).toBe(0)
      await expect.poll(find, SOON).toMatch(/^\d+$/)
    })

    it('quits by its key, without a question where no account would lose its server', async () => {
      const port = await freePort()
      const app = desktop.start(`--port=${port}`)
      await app.page(IS_CONSOLE)
      const { display } = desktop
      await expect.poll(() => display.findWindows(app.pid), SOON).toMatch(/^\d+$/)
      display.hand(
        'windowactivate',
        '--sync',
        display.findWindows(app.pid),
        'key',
        '--clearmodifiers',
        'ctrl+q',
      )
      expect(await app.exited).toBe(0)
      expect(await ask(port)).toBe(0)
    })

    it("shows a server elsewhere by its pinned key while this machine's own serves, with its name in a band, and a new key at once", async () => {
      await showElsewhere(desktop)
    })

    it('brings back a page that the system killed, on its screen', async () => {
      const app = desktop.start('--port=0')
      await setUp(await app.page(IS_SETUP))
      const page = await app.page(/#\/(start|live)/)
      await page.evaluate(() => {
        location.hash = '#/codes'
      })
      const renderers = () =>
        processesBelow(app.pid).filter(({ command }) => command.includes('--type=renderer'))
      const before = renderers().map(({ pid }) => pid)
      // What Linux does to a process when memory runs out.
      for (const pid of before) process.kill(pid, 'SIGKILL')
      await expect.poll(() => renderers().some(({ pid }) => !before.includes(pid)), SOON).toBe(true)
      await app.page(/\/console\/#\/codes/)
    })

    it('starts with unreadable settings, and says so in a box of its window', async () => {
      desktop.makeFolder('desktop.json')
      const app = desktop.start('--port=0')
      await app.page(IS_CONSOLE)
      const { display } = desktop
      // The window, and the box that belongs to it.
      await expect.poll(() => display.findWindows(app.pid).split('\n').length, SOON).toBe(2)
    })

    it('reports on its own page that the port is in use, and serves at another one on request', async () => {
      const other = createServer()
      await new Promise<void>((done) => other.listen(0, '0.0.0.0', done))
      const { port } = other.address() as AddressInfo
      const app = desktop.start(`--port=${port}`)
      const page = await app.page(IS_DOWN)
      await page.locator('#move').waitFor()
      await expect.poll(() => page.locator('#failure').textContent(), SOON).toContain(String(port))
      await expect.poll(() => page.locator('#port').inputValue(), SOON).toMatch(/^[0-9]+$/)
      const chosen = Number(await page.locator('#port').inputValue())
      await page.locator('#move-button').click()
      await page.waitForURL(IS_CONSOLE)
      expect(chosen).not.toBe(port)
      expect(await ask(chosen)).toBe(200)
      other.close()
    })
  })

  describe('a page of the package', () => {
    let desktop: RealDesktop
    let app: PackagedApp
    let page: Page
    beforeAll(async () => {
      await shipped.putServerOnNode()
      desktop = new RealDesktop(shipped.folder)
      await desktop.display.open()
      app = desktop.start('--port=0')
      page = await app.page(IS_CONSOLE)
    }, 120_000)
    afterAll(() => desktop.close())

    it('is confined by the system: a sandbox, an ordinary user', () => {
      const all = processesBelow(app.pid)
      const renderers = all.filter(({ command }) => command.includes('--type=renderer'))
      expect(renderers).not.toHaveLength(0)
      // 2: a filter of system calls.
      for (const { seccomp, command } of renderers) expect([seccomp, command]).toEqual([2, command])
      const ordinary = process.getuid?.() === 0 ? NOBODY : process.getuid?.()
      for (const { uid, command } of all) expect([uid, command]).toEqual([ordinary, command])
    })

    it('has no access to Node', async () => {
      const types = await page.evaluate(() => [
        typeof window.require,
        typeof window.process,
        typeof window.shell,
      ])
      expect(types).toEqual(['undefined', 'undefined', 'object'])
    })

    // The permissions that Electron grants by default; it denies the others by itself.
    it.each(['notifications', 'midi', 'clipboard-read'])('does not get the permission %s', async (name) => {
      const query = (asked: string) =>
        navigator.permissions.query({ name: asked as PermissionName }).then(({ state }) => state)
      expect(await page.evaluate(query, name)).toBe('denied')
    })

    it("can't open a window", async () => {
      const opened = await page.evaluate(() => window.open('http://127.0.0.1:9/') !== null)
      expect(opened).toBe(false)
      expect(await app.addresses()).toHaveLength(1)
    })

    it("can't navigate away from the console", async () => {
      let visits = 0
      const elsewhere = createServer((_request, response) => {
        visits++
        response.end('elsewhere')
      })
      await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
      const { port } = elsewhere.address() as AddressInfo
      const before = page.url()
      await page.evaluate(async (url) => {
        location.href = url
        // The main process answers an earlier question after the navigation.
        for (let turn = 0; turn < 5; turn++) await window.shell.invoke('server.status')
      }, `http://127.0.0.1:${port}/`)
      elsewhere.close()
      expect([page.url(), visits]).toEqual([before, 0])
    })
  })
})
