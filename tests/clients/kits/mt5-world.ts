import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TestServer, type Mt5 } from '../../support/test-server.ts'
import { Front } from './front.ts'
import { FOREVER } from './kit-world.ts'
import { layKit } from './languages.ts'
import { Program, type Settings, type State } from './program.ts'

export interface Found extends State {
  readonly may_open: boolean
  readonly may_add: boolean
  readonly closing: boolean
}

export const RUNS = { name: 'licensed', may_open: true, may_add: true, closing: false }
export const HALTED = { may_open: false, may_add: false }
export const ACCOUNT = {
  login: 123456,
  server: 'XMGlobal-MT5 2 & Söhne',
  equity: 1010.5,
  balance: 1000,
  margin_level: 350.25,
  currency: 'USD',
  leverage: 500,
  name: '张伟 "Z"',
}
export const KEY = `${ACCOUNT.login}@${ACCOUNT.server}`
export const GOLD = {
  bid: 2400.5,
  ask: 2400.9,
  time: 0,
  filling_mode: 2,
  volume_max: 100,
  closed: false,
  returns: false,
}
export const position = (ticket: number, more: object = {}) => ({
  ticket,
  symbol: 'XAUUSD+',
  type: 0,
  volume: 1,
  magic: 7,
  profit: 12.5,
  swap: -2,
  ...more,
})

/** The beginning of a program. */
export interface Begun {
  readonly settings: Settings
  readonly folder: string
  /** null: every position of the account is the program's. */
  readonly magics: number[] | null
  /** The account's record. */
  readonly id: number
}

/** A server, the network before it, and a program beside a stand-in for the terminal. */
export class Mt5World {
  readonly server: TestServer
  readonly front: Front
  readonly folder: string
  readonly #program: Program
  #homes = 0

  private constructor(server: TestServer, front: Front, folder: string) {
    this.server = server
    this.front = front
    this.folder = folder
    this.#program = new Program('python3', ['-B', 'driver_mt5.py'], folder)
  }

  static async open(): Promise<Mt5World> {
    const server = await TestServer.start()
    const front = await Front.open(() => server.running.publicUrl)
    const folder = mkdtempSync(join(tmpdir(), 'pulsekey-mt5-'))
    await layKit('python', folder, await application(server, front, {}))
    for (const file of ['driver_mt5.py', 'MetaTrader5.py'])
      cpSync(join(import.meta.dirname, 'drivers', file), join(folder, file))
    return new Mt5World(server, front, folder)
  }

  async end(): Promise<void> {
    this.#program.end()
    await this.front.close()
    rmSync(this.folder, { recursive: true, force: true })
    await this.server.end()
  }

  /** An account without positions, at a broker that refuses nothing. */
  async reset(): Promise<void> {
    this.front.reset()
    await this.#program.clock(this.server.clock.now())
    const symbols = { 'XAUUSD+': { ...GOLD, time: this.server.clock.now() } }
    const none = { positions: [], orders: [], deals: [], faults: [], sent: [] }
    await this.set({ account: ACCOUNT, symbols, ...none })
  }

  ask(order: object): Promise<Found> {
    return this.#program.ask(order) as Promise<Found>
  }

  /** Changes the terminal. */
  set(values: object): Promise<Found> {
    return this.ask({ do: 'terminal', set: values })
  }

  look(name: string): Promise<unknown> {
    return this.#program.ask({ do: 'look', name })
  }

  pause(): Promise<number> {
    return this.#program.pause()
  }

  /** The strategy's loop comes round. */
  step(): Promise<Found> {
    return this.ask({ do: 'step' })
  }

  /** The loop comes round, and the thread speaks with the server. */
  async round(): Promise<Found> {
    await this.step()
    await this.ask({ do: 'exchange' })
    return this.step()
  }

  /** The loop comes round once a second until all is closed. */
  async closeAll(): Promise<void> {
    for (let seconds = 0; (await this.step()).closing; seconds++) {
      if (seconds > 10) throw new Error('positions remain')
      await this.pass(1)
    }
  }

  async pass(seconds: number): Promise<void> {
    this.server.clock.pass(seconds)
    await this.#program.clock(this.server.clock.now())
  }

  application(mt5: Mt5): Promise<Settings> {
    return application(this.server, this.front, mt5)
  }

  async open({ settings, folder, magics }: Omit<Begun, 'id'>, code = ''): Promise<void> {
    await this.#program.ask({ do: 'open', settings, folder, magics, code })
  }

  /** A program on an account with a licence. */
  async begin(magics: number[] | null = [7]): Promise<Begun> {
    const settings = await this.application({})
    const { id } = await this.server.act('device_create', {
      app: settings.app,
      account_key: KEY,
      vip: FOREVER,
    })
    this.#homes++
    const begun = { settings, magics, id, folder: join(this.folder, `home ${this.#homes}`) }
    await this.open(begun)
    return begun
  }
}

/** The mt5 endpoints are plain, so mode 3 must change nothing here. */
async function application(server: TestServer, front: Front, mt5: Mt5): Promise<Settings> {
  const app = await server.application({ mt5, mi_type: 3, encrypt: true, version: '1.0' })
  const { appkey, rc4_key } = await server.act('app_get', { app })
  return {
    address: front.address,
    app,
    appkey,
    rc4key: rc4_key,
    version: '1.0',
    mode: 3,
    grace_hours: 2,
    answer_key: '',
    answer_key_next: '',
  }
}
