import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { QueryResultRow } from 'pg'
import { ConsoleClient } from '../support/console-client.ts'
import {
  createBareDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../support/postgres/test-database.ts'
import { withClient } from '../support/postgres/with-client.ts'
import { ServerProgram } from '../support/run-program.ts'
import { callApi, type ApiReply, type Params } from '../support/runtime-client.ts'
import { until } from '../support/until.ts'

const PASSWORD = 'correct horse battery'

/** A copy of a server as a process of its own. */
export interface RealCopy {
  readonly program: ServerProgram
  readonly publicUrl: string
  readonly owner: ConsoleClient
}

/** Copies of one server as real processes over one PostgreSQL. */
export class CopiesWorld {
  readonly #folder = mkdtempSync(join(tmpdir(), 'pulsekey-scale-'))
  readonly #database: TestDatabase
  readonly #programs: ServerProgram[] = []
  #made = 0

  private constructor(database: TestDatabase, addressOf: (url: string) => string) {
    this.#database = database
    writeFileSync(this.#storeFile, addressOf(database.url), { mode: 0o600 })
  }

  /** @param addressOf the address by which the copies reach the database */
  static async open(addressOf: (url: string) => string = (url) => url): Promise<CopiesWorld> {
    return new CopiesWorld(await createTestDatabase(), addressOf)
  }

  /** Copies over a database that the first one makes. */
  static async openBare(): Promise<CopiesWorld> {
    return new CopiesWorld(await createBareDatabase(), (url) => url)
  }

  get databaseName(): string {
    return this.#database.name
  }

  get #storeFile(): string {
    return this.fileOf('store')
  }

  /** The path of a file that goes with the world. */
  fileOf(name: string): string {
    return join(this.#folder, name)
  }

  start(...args: readonly string[]): Promise<RealCopy> {
    return this.#ready(this.run(args))
  }

  /** Starts a copy that reaches the database by an address of its own. */
  startBy(address: string): Promise<RealCopy> {
    const file = join(this.#folder, `store${this.#made}`)
    writeFileSync(file, address, { mode: 0o600 })
    return this.start('--store-file', file)
  }

  /** Starts a copy of another version. @param file of its server */
  startVersion(file: string): Promise<RealCopy> {
    return this.#ready(this.run([], file))
  }

  /** Runs a copy, which may end at once. @param file of its server, where it is another version */
  run(args: readonly string[], file?: string): ServerProgram {
    const data = join(this.#folder, `copy${++this.#made}`)
    const named = ['--store-file', this.#storeFile, '--machine-key', this.fileOf('machine-key')]
    const program = new ServerProgram(data, [...named, ...args], { PULSEKEY_OWNER_PASSWORD: PASSWORD }, file)
    this.#programs.push(program)
    return program
  }

  async #ready(program: ServerProgram): Promise<RealCopy> {
    const { public: publicUrl, console } = await program.ready()
    return { program, publicUrl, owner: await ConsoleClient.signIn(console, 'owner', PASSWORD) }
  }

  /** The rows of a query of the stored data. */
  rows<R extends QueryResultRow>(text: string): Promise<R[]> {
    return withClient(this.#database.url, async (client) => (await client.query<R>(text)).rows)
  }

  async end(): Promise<void> {
    for (const { child } of this.#programs) child.kill('SIGCONT')
    await Promise.all(this.#programs.map((program) => program.stop('SIGKILL')))
    await this.#database.drop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** The status by which a copy tells the balancer whether it is ready. */
export async function readyStatus({ publicUrl }: Pick<RealCopy, 'publicUrl'>): Promise<number> {
  return (await fetch(`${publicUrl}/ready`)).status
}

/** One call of a program that opens a connection for it. @returns undefined where the copy ended before it answered */
export async function tryCall(
  { publicUrl }: Pick<RealCopy, 'publicUrl'>,
  api: string,
  app: number,
  params: Params,
): Promise<ApiReply | undefined> {
  try {
    return await callApi(publicUrl, api, app, params)
  } catch {
    return undefined
  }
}

/** Waits until a copy is the steward, as another one sees it. @returns seconds */
export async function untilSteward(seenBy: RealCopy, isIt: (process: number) => boolean): Promise<number> {
  const begun = performance.now()
  await until(
    async () =>
      (await seenBy.owner.call('copy_list', {})).rows.some((row) => row.steward && isIt(row.process)),
    'another steward',
  )
  return (performance.now() - begun) / 1000
}

/** The time that 99 of 100 times don't exceed. */
export function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? NaN
}
