import type { ConsoleSession } from '../bench/server/console-session.ts'
import { signIn } from '../bench/server/console-session.ts'
import type { StartedServer } from '../bench/server/start-server.ts'
import { startServer } from '../bench/server/start-server.ts'
import { createRandom, type Random } from '../simulator/random.ts'
import { Findings } from './findings.ts'
import { createLedger, type AccountLedger, type Ledger } from './ledger.ts'
import { openLicenceClient } from './licence-client.ts'
import { controlAccounts, deductUses, pulseOn, pulseOnce, useCodes, type LaneContext } from './load.ts'
import { checkLedger } from './verify.ts'
import { SEED } from '../support/seed.ts'

const ACCOUNTS = 24
const COUNT_CODES = 4
const LANES_A_COUNT_CODE = 4
const FIRST_USE_LANES = 8
const CONSOLE_LANES = 3
const CODES_A_ROUND = 300
const USES = 1_000_000
const PERMANENT = 4102243200

interface Vendor {
  readonly app: number
  readonly appkey: string
  readonly countKamis: readonly string[]
}

/** The outcome of a fault test in numbers, for `npm run faults`. */
export interface LoadFigures {
  readonly rounds: number
  readonly acknowledged: number
  readonly first_uses: number
  readonly commands: number
  readonly received: number
  readonly lost: number
  readonly doubled: number
  readonly unsafe: number
}

/**
 * A real server under load from all sides, and a ledger of everything that it acknowledged. The server may end at
 * any moment; `restart` starts it again and compares.
 */
export class LoadWorld {
  readonly ledger: Ledger = createLedger()
  readonly findings = new Findings()
  readonly random: Random
  readonly #dataDir: string
  readonly #env: Record<string, string>
  #server: StartedServer | undefined
  #session: ConsoleSession | undefined
  #vendor: Vendor | undefined
  #round = 0

  /** @param env of the server's process */
  constructor(dataDir: string, name: string, env: Record<string, string> = {}) {
    console.log(`TEST_SEED=${SEED}`)
    this.random = createRandom(SEED, name)
    this.#dataDir = dataDir
    this.#env = env
  }

  get server(): StartedServer {
    if (this.#server === undefined) throw new Error('the server has not started')
    return this.#server
  }

  get session(): ConsoleSession {
    if (this.#session === undefined) throw new Error('nobody is signed in')
    return this.#session
  }

  async start(): Promise<void> {
    await this.#open()
    const { session, ledger } = this
    const { app, appkey } = await session.call('app_create', { name: 'fault test' })
    await session.call('app_update', { app, mt5: { enabled: true } })
    const order = { app, type: 'count', amount: USES, count: COUNT_CODES } as const
    const { kamis: countKamis } = await session.call('code_generate', order)
    for (let at = 0; at < ACCOUNTS; at += 1) {
      const accountKey = `${80_000_000 + at}@Faults-MT5 2`
      const { id } = await session.call('device_create', { app, account_key: accountKey, vip: PERMANENT })
      ledger.accounts.set(id, newAccount(id, accountKey))
    }
    this.#vendor = { app, appkey, countKamis }
  }

  /** Loads the server from all sides until `act` ends. `act` begins once the server has acknowledged enough. */
  async load(act: () => Promise<void>): Promise<void> {
    const { ledger, random, session, server } = this
    const { app, appkey, countKamis } = this.#required()
    const round = (this.#round += 1)
    const order = { app, type: 'time', unit: 'day', amount: 30, count: CODES_A_ROUND } as const
    const { kamis } = await session.call('code_generate', order)
    const { promise: acknowledgedEnough, resolve: enough } = Promise.withResolvers<undefined>()
    const target = ledger.acknowledged + 20 + random.below(250)
    let isStopped = false
    const context: LaneContext = {
      ledger,
      openClient: () => openLicenceClient(server.public, app, appkey),
      acknowledge: () => {
        ledger.acknowledged += 1
        if (ledger.acknowledged >= target) enough(undefined)
      },
      stopped: () => isStopped,
    }
    const pool = kamis.values()
    const accounts = [...ledger.accounts.values()]
    const lanes = [
      ...Array.from({ length: FIRST_USE_LANES }, () => useCodes(context, pool, round)),
      ...countKamis.flatMap((kami) =>
        Array.from({ length: LANES_A_COUNT_CODE }, (_, lane) =>
          deductUses(context, kami, `${round}-${lane}`),
        ),
      ),
      ...accounts.map((account) => pulseOn(context, account)),
      ...Array.from({ length: CONSOLE_LANES }, (_, lane) => {
        const own = accounts.filter((_account, at) => at % CONSOLE_LANES === lane)
        return controlAccounts(context, session, own, random, round)
      }),
    ]
    await acknowledgedEnough
    await act()
    isStopped = true
    await Promise.all(lanes)
  }

  /** Starts the ended server again, and compares its state with the ledger. */
  async restart(): Promise<void> {
    this.#session?.close()
    await this.#open()
    await this.check()
  }

  async check(): Promise<void> {
    await checkLedger(this.session, this.#required().app, this.ledger, USES, this.findings)
  }

  /** Pulses until every requested close is delivered. Each must come exactly once. */
  async deliverAll(): Promise<void> {
    const { app, appkey } = this.#required()
    const client = openLicenceClient(this.server.public, app, appkey)
    for (const account of this.ledger.accounts.values()) {
      const pending = account.phase === 'asked' ? 1 : 0
      const before = account.received
      for (let pulse = 0; pulse < 4; pulse += 1) await pulseOnce(this.ledger, account, client)
      const came = account.received - before
      this.findings.check(came >= pending, 'lost', `the close of ${account.accountKey}`)
      this.findings.check(came <= pending, 'doubled', `the close of ${account.accountKey}`)
    }
    await this.check()
    client.close()
  }

  get figures(): LoadFigures {
    const accounts = [...this.ledger.accounts.values()]
    return {
      rounds: this.#round,
      acknowledged: this.ledger.acknowledged,
      first_uses: [...this.ledger.firstUses.values()].filter(({ vip }) => vip !== undefined).length,
      commands: accounts.reduce((sum, { asks }) => sum + asks.size, 0),
      received: accounts.reduce((sum, one) => sum + one.received, 0),
      lost: this.findings.lost.length,
      doubled: this.findings.doubled.length,
      unsafe: this.findings.unsafe.length,
    }
  }

  async end(): Promise<void> {
    this.#session?.close()
    await this.#server?.kill()
  }

  #required(): Vendor {
    if (this.#vendor === undefined) throw new Error('the world has not started')
    return this.#vendor
  }

  async #open(): Promise<void> {
    this.#server = await startServer(this.#dataDir, { env: this.#env })
    this.#session = await signIn(this.#server.console)
  }
}

function newAccount(id: number, accountKey: string): AccountLedger {
  return {
    id,
    accountKey,
    pauses: new Set([false]),
    asks: new Map(),
    received: 0,
    lostPulses: 0,
    phase: 'idle',
  }
}
