import Database from 'better-sqlite3'
import { closeSync, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ConsoleClient, type ConsoleReply } from '../support/console-client.ts'
import { ServerProgram } from '../support/run-program.ts'
import { callApi, type ApiReply, type Params } from '../support/runtime-client.ts'

const PASSWORD = 'the owner of this folder'
export const ACCOUNT = '1001@Demo'
export const PAGE = 4096

/** The real program on a folder, with an application, codes and a trading account. */
export class DamagedWorld {
  readonly folder: string
  readonly #env: Readonly<Record<string, string>>
  program: ServerProgram
  owner!: ConsoleClient
  app = 0
  #url = ''

  private constructor(folder: string, env: Readonly<Record<string, string>>) {
    this.folder = folder
    this.#env = env
    this.program = this.#start()
  }

  static async make(folder: string, env: Readonly<Record<string, string>> = {}): Promise<DamagedWorld> {
    const world = new DamagedWorld(folder, env)
    await world.#enter()
    const { owner } = world
    world.app = (await owner.call('app_create', { name: 'Damaged' })).app
    await owner.call('app_update', { app: world.app, sign: false, window: 0, mt5: { enabled: true } })
    await owner.call('device_create', { app: world.app, account_key: ACCOUNT, vip: 4_102_243_200 })
    return world
  }

  get file(): string {
    return join(this.folder, 'pulsekey.db')
  }

  get url(): string {
    return this.#url
  }

  get pages(): number {
    return Math.floor(statSync(this.file).size / PAGE)
  }

  async stop(): Promise<void> {
    const ended = await this.program.stop()
    if (ended !== 0) throw new Error(`the server ended with ${String(ended)}: ${this.program.errors}`)
  }

  async begin(): Promise<void> {
    this.program = this.#start()
    await this.#enter()
  }

  async generate(type: 'permanent' | 'count', count: number, note = ''): Promise<readonly string[]> {
    const { kamis } = await this.owner.call('code_generate', {
      ...{ app: this.app, type, count, note },
      ...(type === 'count' && { amount: 1_000_000 }),
    })
    return kamis
  }

  api(name: string, params: Params): Promise<ApiReply> {
    return callApi(this.#url, name, this.app, params)
  }

  /** Overwrites a page, the first is 0. @returns restores its bytes */
  overwrite(page: number): () => void {
    const handle = openSync(this.file, 'r+')
    const before = Buffer.alloc(PAGE)
    readSync(handle, before, 0, PAGE, page * PAGE)
    writeSync(handle, Buffer.alloc(PAGE, 0xa5), 0, PAGE, page * PAGE)
    closeSync(handle)
    return () => {
      const again = openSync(this.file, 'r+')
      writeSync(again, before, 0, PAGE, page * PAGE)
      closeSync(again)
    }
  }

  /** The number of a table's first page, the file's first is 1. Only while the server is stopped. */
  rootOf(table: string): number {
    const db = new Database(this.file, { readonly: true })
    const page = db.prepare('SELECT rootpage FROM sqlite_master WHERE name = ?').pluck().get(table)
    db.close()
    return Number(page)
  }

  /** The pages that hold a text. */
  pagesWith(text: string): number[] {
    const bytes = readFileSync(this.file)
    const found = new Set<number>()
    for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1))
      found.add(Math.floor(at / PAGE))
    return [...found]
  }

  /** A commit makes the server forget the pages that it read before. */
  async commit(name: string): Promise<ConsoleReply> {
    return this.owner.try('app_update', { app: this.app, name })
  }

  #start(): ServerProgram {
    return new ServerProgram(this.folder, [], { PULSEKEY_OWNER_PASSWORD: PASSWORD, ...this.#env })
  }

  async #enter(): Promise<void> {
    const addresses = await this.program.ready()
    this.#url = addresses.public
    this.owner = await ConsoleClient.signIn(addresses.console, 'owner', PASSWORD)
  }
}
