import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import type * as Kit from '../../../src-server/kits/javascript/pulsekey.mjs'
import type { Licence, State } from '../../../src-server/kits/javascript/pulsekey.mjs'
import { shareBrowser } from '../../e2e/support/browser.ts'
import { layKit } from '../../support/lay-kit.ts'
import { TestServer } from '../../support/test-server.ts'
import { UnreliableDoor } from '../../support/unreliable-door.ts'
import { closeLoopback, openLoopback, urlOf } from '../../support/loopback.ts'

const TYPES: Record<string, string> = { '.mjs': 'text/javascript', '.html': 'text/html; charset=utf-8' }

/** A server behind a door that fails, kits of it in a folder, and a site of another origin that serves the folder. */
export class KitWorld {
  readonly server: TestServer
  readonly door: UnreliableDoor
  readonly page: Page
  readonly folder = mkdtempSync(join(tmpdir(), 'pulsekey-js-kit-'))
  readonly #site: Server
  #kits = 0

  private constructor(server: TestServer, door: UnreliableDoor, page: Page) {
    this.server = server
    this.door = door
    this.page = page
    this.#site = createServer((request, response) => {
      const path = request.url ?? ''
      const isPage = path.endsWith('/')
      response.writeHead(200, { 'content-type': isPage ? 'text/html' : (TYPES[extname(path)] ?? '') })
      response.end(isPage ? '<!doctype html><title>Vendor</title>' : readFileSync(join(this.folder, path)))
    })
  }

  static async start(): Promise<KitWorld> {
    const server = await TestServer.start()
    const door = await UnreliableDoor.open(() => server.running.publicUrl)
    await server.act('settings_set', { site: { public_address: door.url } })
    const world = new KitWorld(server, door, await (await shareBrowser()).newPage())
    await openLoopback(world.#site)
    return world
  }

  async end(): Promise<void> {
    await this.page.close()
    await closeLoopback(this.#site)
    await this.door.close()
    await this.server.end()
    rmSync(this.folder, { recursive: true, force: true })
  }

  get siteUrl(): string {
    return urlOf(this.#site)
  }

  /** A kit of a new application, as an operator downloads it, unpacked. */
  async makeKit(
    change: Parameters<TestServer['application']>[0] = {},
  ): Promise<{ app: number; name: string }> {
    const rc4 = { encrypt: true, mi_type: 3 } as const
    const app = await this.server.application({ sign: true, window: 10, ...rc4, ...change })
    return { app, name: await this.unpack(app) }
  }

  /** Another kit of the application. @returns its folder */
  async unpack(app: number): Promise<string> {
    const name = `kit-${++this.#kits}`
    await layKit(this.server, app, 'javascript', join(this.folder, name))
    return name
  }

  async load(kit: string): Promise<typeof Kit> {
    return (await import(pathToFileURL(join(this.folder, kit, 'pulsekey.mjs')).href)) as typeof Kit
  }
}

/** One licence of a kit, wherever it runs. `ahead`: seconds by which the machine's clock is set forward. */
export interface Runner {
  /** A new licence, as after a start of the program. What it keeps stays from the one before. */
  open(kit: string, options: { code?: string; machine?: string }): Promise<void>
  state(): Promise<State>
  check(): Promise<State>
  activate(code: string): Promise<State>
  unbind(): Promise<{ done: boolean; code: number; message: string }>
  notice(): Promise<string | undefined>
  setClock(ahead: number): Promise<void>
  kept(): Promise<string | null>
  setKept(text: string): Promise<void>
}

export function nodeRunner(world: () => KitWorld): Runner {
  let licence: Licence | undefined
  let ahead = 0
  let kept: string | null = null
  let opened = ''
  const it = () => licence!
  return {
    open: async (kit, options) => {
      licence?.stop()
      if (kit !== opened) [opened, ahead, kept] = [kit, 0, null]
      const module = await world().load(kit)
      licence = new module.Licence({
        ...options,
        now: () => Date.now() + ahead * 1000,
        warn: () => undefined,
        store: { read: () => kept, write: (text) => (kept = text), remove: () => (kept = null) },
      })
    },
    state: async () => it().state,
    check: () => it().check(),
    activate: (code) => it().activate(code),
    unbind: () => it().unbind(),
    notice: () => it().notice(),
    setClock: async (seconds) => void (ahead = seconds),
    kept: async () => kept,
    setKept: async (text) => void (kept = text),
  }
}

export function browserRunner(world: () => KitWorld): Runner {
  const run = <T>(call: string) => world().page.evaluate<T>(`(async () => ${call})()`)
  let name = ''
  return {
    open: async (kit, options) => {
      if (world().page.url() !== `${world().siteUrl}/${kit}/`) {
        await world().page.goto(`${world().siteUrl}/${kit}/`)
        await run('{ localStorage.clear(); globalThis.ahead = 0 }')
      }
      const given = JSON.stringify(options)
      await run(`{
        const { Licence } = await import('${world().siteUrl}/${kit}/pulsekey.mjs')
        globalThis.licence = new Licence({ ...${given}, warn() {}, now: () => Date.now() + ahead * 1000 })
      }`)
      const app = /'?app'?: (\d+)/.exec(readFileSync(join(world().folder, kit, 'pulsekey.mjs'), 'utf8'))?.[1]
      name = `pulsekey-${app ?? ''}`
    },
    state: () => run('licence.state'),
    check: () => run('licence.check()'),
    activate: (code) => run(`licence.activate(${JSON.stringify(code)})`),
    unbind: () => run('licence.unbind()'),
    notice: () => run('licence.notice()'),
    setClock: (seconds) => run(`{ globalThis.ahead = ${seconds} }`),
    kept: () => run(`localStorage.getItem('${name}')`),
    setKept: (text) => run(`localStorage.setItem('${name}', ${JSON.stringify(text)})`),
  }
}
