import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ActionInput, ActionName, ActionOutput } from '../../src-server/contract/actions/index.ts'
import { readKitsFrom } from '../../src-server/entry/adapters/kit-folder.ts'
import { cryptoRandom } from '../../src-server/entry/adapters/system.ts'
import { startServer, type RunningServer, type ServerParts } from '../../src-server/entry/start-server.ts'
import { PieceFile } from '../../src-server/entry/bring-over/piece-file.ts'
import { createMoveHost } from '../../src-server/entry/move/create-move-host.ts'
import type { BundleParts } from '../../src-server/entry/move/make-bundle.ts'
import type { Stores } from '../../src-server/entry/stores.ts'
import { createLinkResolver } from '../../src-server/outbound/link-resolver.ts'
import { createOutsidePoster } from '../../src-server/outbound/outside-poster.ts'
import { FeishuInbound } from '../../src-server/outbound/bridge/feishu-inbound.ts'
import { FeishuMessenger } from '../../src-server/outbound/feishu-messenger.ts'
import type { ReachWorld } from '../../src-server/services/reach/reach-parts.ts'
import type { PasswordCost } from '../../src-server/services/session/passwords.ts'
import { OutsideAlertServices } from '../../src-server/outbound/alert-services.ts'
import { SmtpMailer } from '../../src-server/outbound/smtp-mailer.ts'
import { findMachineKeys, type MachineKeyPlaces } from '../../src-server/entry/machine-key.ts'
import { MAIN_DATABASE } from '../../src-server/store/backup-store.ts'
import type { Store } from '../../src-server/store/store.ts'
import { ConsoleClient } from './console-client.ts'
import { layEmptyData } from './empty-data.ts'
import { createEngine } from './engine.ts'
import { ManualClock } from './manual-clock.ts'
import { dealBetween, dealNoMore, IS_PAIR, settleBetween } from './pair/deal.ts'
import type { CopyProcess } from './pair/copy-process.ts'
import type { SharableStores } from './pair/shared-stores.ts'
import { startTwo, type TwoCopies } from './pair/start-two.ts'
import { IS_POSTGRES } from './postgres/mode.ts'
import { createTestDatabase, type TestDatabase } from './postgres/test-database.ts'
import { QuietLog } from './quiet-log.ts'
import { repeatReads } from './repeated-reads.ts'
import { quietWorld } from './reach-world.ts'
import { callApi, type ApiReply, type Params } from './runtime-client.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const MIGRATIONS = join(ROOT, 'drizzle')
export const OWNER_PASSWORD = 'correct horse battery'
/** The clock of tests/conformance/vectors/wire.json. */
export const START = 1_700_000_000

/** The MetaTrader 5 settings of an application. */
export type Mt5 = NonNullable<ActionInput<'app_update'>['mt5']>

/** The weakest settings of argon2: a test's passwords protect nothing. */
export const QUICK: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

/** What only tests allow: stand-ins on the loopback for the services outside. */
export interface StandIns {
  /** DNS providers, and the DNS itself. */
  readonly dns?: Pick<ServerParts, 'dns' | 'lookUpTxt' | 'openProofPort'>
  readonly messengerBases?: readonly string[]
  /** When a call of an alert channel that hangs ends, milliseconds. */
  readonly alertMs?: number
  /** Shared links may lead to 127.0.0.1, and its pages are shared links. */
  readonly sharesOnLoopback?: boolean
  /** Webhooks and channels may call 127.0.0.1, without HTTPS. The limit is milliseconds for a call. */
  readonly postsToLoopback?: { readonly limitMs?: number }
  /** Minutes the server's wall clock is ahead of UTC. */
  readonly utcOffset?: number
  /** The store does each read twice, as a database that ends a read and repeats it. */
  readonly repeatsReads?: boolean
  /** The parts of the world around the server that a test needs. */
  readonly reach?: Partial<ReachWorld>
}

/** The whole server on port 0 with real files, real migrations and a manual clock. */
export class TestServer {
  readonly clock: ManualClock
  readonly log = new QuietLog()
  readonly folder = mkdtempSync(join(tmpdir(), 'pulsekey-test-'))
  /** How often a chore has looked for a sleep. */
  looks = 0
  /** The machine's clocks, milliseconds. They stand still, as if no time passed between two looks for sleep. */
  readonly sleep = { wall: 0, steady: 0 }
  /** Where this machine's key is, other than in the data folder. */
  machineKey: Partial<MachineKeyPlaces> = {}
  /** What a bundle for another machine is made of, where it isn't this program. */
  bundle: Partial<BundleParts> = {}
  #server: RunningServer | undefined
  /** The second copy of the server, where tests run against two. */
  #twin: RunningServer | undefined
  readonly #isTwo: boolean
  #two: TwoCopies | undefined
  #owner: ConsoleClient | undefined
  /** Undefined on SQLite. */
  #database: TestDatabase | undefined
  #opened: SharableStores | undefined
  readonly #standIns: StandIns

  private constructor(at: number, standIns: StandIns, isTwo = false) {
    this.#isTwo = isTwo
    this.#standIns = standIns
    this.clock = new ManualClock(at)
  }

  static async start(at = START, standIns: StandIns = {}): Promise<TestServer> {
    return new TestServer(at, standIns).#begin()
  }

  /** Two copies of a server over one store, for tests that say which of them gets a call. */
  static async startTwo(at = START, standIns: StandIns = {}): Promise<TestServer> {
    return new TestServer(at, standIns, true).#begin()
  }

  async #begin(): Promise<this> {
    await layEmptyData(this.folder, MIGRATIONS, (name) => !IS_POSTGRES || name !== MAIN_DATABASE)
    if (IS_POSTGRES) this.#database = await createTestDatabase()
    await this.open()
    await this.running.sessions.createOwner(OWNER_PASSWORD)
    return this
  }

  /** A server on data that `lay` puts into its folder, with an owner in it. */
  static async startOn(lay: (folder: string) => void, at: number): Promise<TestServer> {
    if (IS_POSTGRES) throw new Error('a data folder is no database of PostgreSQL')
    const server = new TestServer(at, {})
    lay(server.folder)
    await server.open()
    return server
  }

  /** Undefined on SQLite. */
  get databaseUrl(): string | undefined {
    return this.#database?.url
  }

  get running(): RunningServer {
    if (this.#server === undefined) throw new Error('the server is stopped')
    return this.#server
  }

  /** The copies as processes, in the order of their start. */
  get processes(): readonly CopyProcess[] {
    return this.#two?.processes ?? []
  }

  /** Brings what gathered at a copy of the server to the other. */
  async settle(): Promise<void> {
    await this.#two?.settle()
  }

  /** The second copy of the server. */
  get twin(): RunningServer {
    if (this.#twin === undefined) throw new Error('there is one copy')
    return this.#twin
  }

  /** The store behind the server, for changes that the console can't make yet. */
  get store(): Store {
    return this.running.stores.store
  }

  /** The same store as another copy of the server has it, with callbacks of its own. */
  anotherStore(): Store {
    if (this.#opened === undefined) throw new Error('the server is stopped')
    return this.#opened.another()
  }

  /** Starts on the folder as it is: for tests that stop and restart. */
  async open(
    start: Partial<
      Pick<ServerParts, 'movePort' | 'signaturePlaces' | 'consoleListener' | 'openProofPort'>
    > = {},
  ): Promise<void> {
    const keys = {
      machineKeys: () => findMachineKeys({ folder: this.folder, ...this.machineKey }, cryptoRandom),
      random: cryptoRandom,
    }
    const { openStores, joinCopies, ...engine } = createEngine(this.#storeParts(), keys, this.#database)
    const open = async () => this.#keep(await openStores())
    if (IS_PAIR || this.#isTwo) {
      this.#two = await startTwo(() => ({ ...this.#parts(engine, open), ...start }), open, joinCopies)
      const { running, settle } = this.#two
      ;[this.#server, this.#twin] = running
      if (!this.#isTwo) dealBetween(...running, settle)
      else if (IS_POSTGRES) settleBetween(...running, settle)
      await Promise.all(running.map(({ loaded }) => loaded))
    } else {
      this.#server = await startServer({ ...this.#parts(engine, open), ...start })
      await this.#server.loaded
    }
    this.#owner = undefined
  }

  #storeParts() {
    return {
      folder: this.folder,
      migrations: MIGRATIONS,
      pid: process.pid,
      clock: this.clock,
      log: this.log,
      utcOffset: () => 0,
    }
  }

  #keep(stores: SharableStores): SharableStores {
    this.#opened = stores
    return this.#standIns.repeatsReads === true ? repeatReads(stores) : stores
  }

  #parts(engine: Pick<ServerParts, 'sealing' | 'backupStore'>, open: () => Promise<Stores>): ServerParts {
    const bases = this.#standIns.messengerBases ?? []
    return {
      ...engine,
      recoveryKeyStored: () => undefined,
      moveHost: createMoveHost({ root: ROOT, data: this.folder, ...this.bundle }),
      bringFile: new PieceFile(this.folder, cryptoRandom),
      openStores: open,
      clock: this.clock,
      scheduler: this.clock,
      steadyMs: () => this.clock.steadyMs(),
      // A test's machine sleeps when the test says so.
      sleepClocks: {
        wallMs: () => {
          this.looks++
          return this.sleep.wall
        },
        steadyMs: () => this.sleep.steady,
      },
      random: cryptoRandom,
      passwordCost: QUICK,
      pause: () => Promise.resolve(),
      log: this.log,
      messenger: new FeishuMessenger({ fetch, clock: this.clock, bases }),
      inbound: new FeishuInbound({ fetch, bases, log: this.log }),
      mailer: new SmtpMailer(),
      alertServices: new OutsideAlertServices({ fetch, clock: this.clock, limitMs: this.#standIns.alertMs }),
      links: createLinkResolver(
        this.#standIns.sharesOnLoopback === true
          ? { allowLoopback: true, sharedHosts: ['127.0.0.1'] }
          : { allowLoopback: false },
      ),
      poster: createOutsidePoster({
        allowLoopback: this.#standIns.postsToLoopback !== undefined,
        ...this.#standIns.postsToLoopback,
      }),
      reachWorld: quietWorld(this.#standIns.reach),
      kitSources: readKitsFrom(ROOT),
      consoleFolder: join(ROOT, 'out/renderer/console'),
      version: 'test',
      fixed: {},
      listenerDefaults: { public_host: '127.0.0.1', public_port: 0 },
      sockets: 1,
      consoleListener: { host: '127.0.0.1', port: 0, sockets: 1 },
      ...this.#standIns.dns,
      readFile: (path) => readFileSync(path),
      utcOffset: () => this.#standIns.utcOffset ?? 0,
      restoreFailed: (error) => {
        this.log.error('server.lost', error)
      },
    }
  }

  /** Stops the first of two copies. The second one goes on alone. */
  async stopFirst(): Promise<void> {
    const { running, twin } = this
    dealNoMore(running)
    await running.stop()
    this.#server = twin
    this.#twin = undefined
  }

  async close(): Promise<void> {
    const { running } = this
    if (this.#twin !== undefined) {
      dealNoMore(running)
      dealNoMore(this.#twin)
      await this.#twin.stop()
      this.#twin = undefined
    }
    await running.stop()
    this.#server = undefined
  }

  /** Stops, deletes the folder, and fails after an internal error. */
  async end(): Promise<void> {
    if (this.#server !== undefined) await this.close()
    this.#deleteFolder()
    await this.#database?.drop()
    if (this.log.errors.length > 0)
      throw new Error(`the server logged errors:\n${this.log.errors.join('\n')}`)
  }

  /** A file that appears meanwhile is named: a server that has stopped writes nothing. */
  #deleteFolder(): void {
    try {
      rmSync(this.folder, { recursive: true, force: true })
    } catch (error) {
      throw new Error(`left after the stop: ${readdirSync(this.folder).join(', ')}`, { cause: error })
    }
  }

  /** One call of api.php, POSTed as a form. */
  api(api: string, app: number, params: Params = {}): Promise<ApiReply> {
    return callApi(this.running.publicUrl, api, app, params)
  }

  async owner(): Promise<ConsoleClient> {
    this.#owner ??= await ConsoleClient.signIn(this.running.consoleUrl, 'owner', OWNER_PASSWORD)
    return this.#owner
  }

  /** An action as the owner, which fails unless the answer is 200. */
  async act<N extends ActionName>(name: N, input: ActionInput<N>): Promise<ActionOutput<N>> {
    return (await this.owner()).call(name, input)
  }

  /** An application that takes plain, unsigned calls, with MT5 on by default. */
  async application(change: Omit<ActionInput<'app_update'>, 'app'> = {}): Promise<number> {
    const { app } = await this.act('app_create', { name: 'Gold Grid' })
    await this.act('app_update', {
      app,
      sign: false,
      window: 0,
      ...change,
      mt5: { enabled: true, ...change.mt5 },
    })
    return app
  }

  /** One generated code. */
  async code(order: Omit<ActionInput<'code_generate'>, 'count'>): Promise<string> {
    const { kamis } = await this.act('code_generate', { ...order, count: 1 })
    return kamis[0]!
  }
}
