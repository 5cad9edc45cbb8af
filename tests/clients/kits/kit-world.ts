import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ActionInput, ActionName, ActionOutput } from '../../../src-server/contract/actions/index.ts'
import { ConsoleClient } from '../../support/console-client.ts'
import { OWNER_PASSWORD, type TestServer } from '../../support/test-server.ts'
import { publicHex } from '../../support/answer-signature.ts'
import { Front } from './front.ts'
import { layKit, openProgram, type Language } from './languages.ts'
import type { Program, Settings, State } from './program.ts'

/** An application and the settings of its kit. */
export interface Licence {
  readonly app: number
  readonly settings: Settings
}

/** A server, the network before it, and a program with the kit of one language. */
export class KitWorld {
  readonly server: TestServer
  readonly front: Front
  readonly folder: string
  /** The application of the sample. */
  sampleApp = 0
  readonly #language: Language
  #program: Program | undefined
  #homes = 0
  #owner: ConsoleClient | undefined
  #signedIn = 0
  #usual: Licence | undefined
  #code: string | undefined

  private constructor(server: TestServer, front: Front, folder: string, language: Language) {
    this.server = server
    this.front = front
    this.folder = folder
    this.#language = language
  }

  get program(): Program {
    this.#program ??= this.another()
    return this.#program
  }

  /** An action as the owner, who signs in again after an hour of the server's clock. */
  async act<N extends ActionName>(name: N, input: ActionInput<N>): Promise<ActionOutput<N>> {
    const now = this.server.clock.now()
    if (this.#owner === undefined || now >= this.#signedIn + HOUR) {
      this.#owner = await ConsoleClient.signIn(this.server.running.consoleUrl, 'owner', OWNER_PASSWORD)
      this.#signedIn = now
    }
    return this.#owner.call(name, input)
  }

  /** One generated code. */
  async code(order: Omit<ActionInput<'code_generate'>, 'count'>): Promise<string> {
    const { kamis } = await this.act('code_generate', { ...order, count: 1 })
    return kamis[0]!
  }

  /** @param server that several languages share */
  static async open(server: TestServer, language: Language): Promise<KitWorld> {
    const folder = mkdtempSync(join(tmpdir(), 'pulsekey-kit-'))
    const front = await Front.open(() => server.running.publicUrl)
    const world = new KitWorld(server, front, folder, language)
    const { app, settings } = await world.application(HOSTILE)
    world.sampleApp = app
    await layKit(language, folder, settings)
    return world
  }

  async end(): Promise<void> {
    this.#program?.end()
    await this.front.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** A new application as the console makes it: plain, with signed calls. */
  async application(change: Omit<ActionInput<'app_update'>, 'app'> = {}): Promise<Licence> {
    const { app } = await this.act('app_create', { name: 'Kit' })
    const set = await this.act('app_update', { app, version: '1.0', ...change })
    return {
      app,
      settings: {
        address: this.front.address,
        app,
        appkey: set.appkey,
        rc4key: set.rc4_key,
        version: '1.0',
        mode: set.encrypt ? set.mi_type : 0,
        grace_hours: 24,
        answer_key: '',
        answer_key_next: '',
      },
    }
  }

  /** An application and a permanent code that no test changes. */
  async usual(): Promise<{ licence: Licence; kami: string }> {
    this.#usual ??= await this.application()
    this.#code ??= await this.code({ app: this.#usual.app, type: 'permanent' })
    return { licence: this.#usual, kami: this.#code }
  }

  /** A folder of a program's own. */
  home(): string {
    this.#homes++
    return join(this.folder, `home ${this.#homes}`)
  }

  /** A second program of the same language. */
  another(...flags: readonly string[]): Program {
    return openProgram(this.#language, this.folder, flags)
  }

  /** Both clocks go on. */
  async pass(seconds: number): Promise<void> {
    this.server.clock.pass(seconds)
    await this.program.clock(this.server.clock.now())
  }

  /** Opens a program whose clock is right. */
  async begin(licence: Licence, kami: string, more: Partial<Begun> = {}): Promise<void> {
    this.front.reset()
    await this.program.clock(this.server.clock.now())
    await this.program.open({
      kami,
      machine: more.machine ?? 'PC-1',
      folder: more.folder ?? this.home(),
      settings: { ...licence.settings, ...more.settings },
    })
  }
}

/** The settings of the sample, which mean something in one language or another. */
const HOSTILE = {
  encrypt: true,
  mi_type: 3,
  appkey: `App"]]Key*/'\\%01$x`,
  rc4_key: `Rc4"Key*/\\u0022{$x}`,
} as const

interface Begun {
  readonly machine: string
  readonly folder: string
  readonly settings: Partial<Settings>
}

export const LICENSED: Partial<State> = { name: 'licensed', code: 200 }
export const HOUR = 3600
export const DAY = 86_400
export const FOREVER = 4_102_243_200

/** An Ed25519 key of an application's answers. */
export function answerKey() {
  const pair = generateKeyPairSync('ed25519')
  return { ...pair, hex: publicHex(pair.publicKey) }
}
