import {
  Agent,
  createServer,
  request as ask,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { ActionInput, ActionName, ActionOutput } from '../../../src-server/contract/actions/index.ts'
import { ConsoleClient } from '../../support/console-client.ts'
import { OWNER_PASSWORD, TestServer } from '../../support/test-server.ts'
import { buildTerminal, type Dialect } from './prepare.ts'
import { Life } from './life.ts'
import type { KitMarks, Terminal } from './terminal.ts'
import { openLoopback, urlOf } from '../../support/loopback.ts'
import { ELEVATED_SECONDS } from '../../../src-server/services/session/sessions.ts'

export const DAY = 86_400
const SIGNATURE = 'x-pulsekey-signature'

export interface LifeOptions {
  readonly app?: Omit<ActionInput<'app_update'>, 'app'>
  readonly marks?: Partial<KitMarks>
  /** Settings of terminal.cpp. */
  readonly set?: Readonly<Record<string, string | number>>
  /** false: no record, so the account is unknown. */
  readonly licensed?: boolean
  /** true: the program holds the public key by which the server signs answers. */
  readonly verifies?: boolean
}

/** The parts of an answer that its signature covers. */
export interface AnsweredCall {
  readonly api: string
  readonly value: string
  readonly body: Buffer
}

/** A live server, a proxy in front of it that can garble, and one compiled terminal. */
export class World {
  readonly server: TestServer
  readonly #programs: Readonly<Record<Dialect, string>>
  dialect: Dialect = 'mql5'
  readonly folder: string
  /** Replaces the answer of an api. */
  garble: ((api: string) => { status: number; body: string } | undefined) | undefined
  /** The header of the answer to a call, where the proxy signs. */
  sign: ((answer: AnsweredCall) => string | undefined) | undefined
  /** Sends the server another body than the program sent. */
  asks: ((body: string) => string) | undefined
  /** The calls that programs sent, newest last. */
  readonly sent: { api: string; body: URLSearchParams }[] = []
  readonly terminals: Terminal[] = []
  readonly proxy: Server
  readonly #agent = new Agent({ keepAlive: true })
  #lives = 0
  #owner: ConsoleClient | undefined
  #signedIn = 0

  private constructor(server: TestServer, folder: string, programs: Readonly<Record<Dialect, string>>) {
    this.server = server
    this.folder = folder
    this.#programs = programs
    this.proxy = createServer((request, response) => void this.#pass(request, response))
  }

  static async start(): Promise<World> {
    const folder = mkdtempSync(join(tmpdir(), 'pulsekey-mql-'))
    const [mql5, mql4, server] = await Promise.all([
      buildTerminal('mql5', folder),
      buildTerminal('mql4', folder),
      TestServer.start(),
    ])
    const world = new World(server, folder, { mql5, mql4 })
    await openLoopback(world.proxy)
    return world
  }

  get program(): string {
    return this.#programs[this.dialect]
  }

  /** Ends what a test began. */
  async reset(): Promise<void> {
    this.garble = undefined
    this.sign = undefined
    this.asks = undefined
    await Promise.all(this.terminals.splice(0).map((terminal) => terminal.kill()))
  }

  async end(): Promise<void> {
    this.proxy.close()
    this.#agent.destroy()
    await this.server.end()
    rmSync(this.folder, { recursive: true, force: true })
  }

  get address(): string {
    return urlOf(this.proxy)
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const api = new URL(request.url ?? '', this.address).searchParams.get('api') ?? ''
    const given = await buffer(request)
    const body = this.asks === undefined ? given : Buffer.from(this.asks(given.toString()))
    this.sent.push({ api, body: new URLSearchParams(body.toString()) })
    const garbled = this.garble?.(api)
    if (garbled !== undefined) return void response.writeHead(garbled.status).end(garbled.body)
    const call = ask(`${this.server.running.publicUrl}${request.url ?? ''}`, {
      agent: this.#agent,
      method: 'POST',
      headers: { 'content-type': request.headers['content-type'] ?? '', 'content-length': body.length },
    })
    call.on('response', (answer) => {
      void buffer(answer).then((bytes) => {
        const value = new URLSearchParams(body.toString()).get('value') ?? ''
        const own = answer.headers[SIGNATURE]
        const header = this.sign === undefined ? own : this.sign({ api, value, body: bytes })
        const headers = header === undefined ? {} : { [SIGNATURE]: header }
        response.writeHead(answer.statusCode ?? 500, headers).end(bytes)
      })
    })
    call.on('error', () => response.destroy())
    call.end(body)
  }

  /** An action as the owner, who signs in again when a life has passed the time of dangerous acts. */
  async act<N extends ActionName>(name: N, input: ActionInput<N>): Promise<ActionOutput<N>> {
    const signIn = () => ConsoleClient.signIn(this.server.running.consoleUrl, 'owner', OWNER_PASSWORD)
    const { clock } = this.server
    if (this.#owner === undefined || clock.now() >= this.#signedIn + ELEVATED_SECONDS) {
      this.#owner = await signIn()
      this.#signedIn = clock.now()
    }
    return this.#owner.call(name, input)
  }

  async code(order: Omit<ActionInput<'code_generate'>, 'count'>): Promise<string> {
    const { kamis } = await this.act('code_generate', { ...order, count: 1 })
    return kamis[0]!
  }

  /** An application and an account with a terminal, connected and allowed to call unless `set` says otherwise. */
  async live({
    app: change = {},
    marks = {},
    set = {},
    licensed = true,
    verifies = false,
  }: LifeOptions = {}): Promise<Life> {
    const { app } = await this.act('app_create', { name: 'Gold Grid' })
    const { appkey, rc4_key, answer_key } = await this.act('app_update', {
      app,
      sign: true,
      window: 10,
      sign_answers: verifies,
      ...change,
      mt5: { enabled: true, ...change.mt5 },
    })
    const number = 700_000 + ++this.#lives
    const life = new Life(this, app, `${number}@Broker-Live 2`, {
      address: `${this.address}/yz`,
      app,
      appkey,
      rc4key: rc4_key,
      version: '1.9',
      mode: 0,
      grace_hours: 24,
      answer_key: verifies ? answer_key : '',
      answer_key_next: '',
      ...marks,
    })
    if (licensed)
      await this.act('device_create', {
        app,
        account_key: life.account,
        vip: this.server.clock.now() + 30 * DAY,
      })
    await life.boot({ login: number, server: 'Broker-Live 2', connected: 1, allowed: this.address, ...set })
    return life
  }
}
