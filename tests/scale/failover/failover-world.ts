import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { requireFailoverTools } from '../../../build/launch/failover-tools.ts'
import { ConsoleClient } from '../../support/console-client.ts'
import { whoRunsIt } from '../../support/postgres/cluster.ts'
import { ServerProgram } from '../../support/run-program.ts'
import { ClusterFiles, type MachineFiles, type MachineName } from './cluster-files.ts'
import { DatabaseMachine } from './database-machine.ts'
import { Program } from './program.ts'

const PASSWORD = 'correct horse battery'
const POSTGRES = 5432

/** A copy of the server, as the unit of docs/scale starts it. */
export interface Copy {
  readonly program: ServerProgram
  readonly publicUrl: string
  readonly owner: ConsoleClient
}

/** Two machines with etcd, Patroni, PostgreSQL, HAProxy and a copy of the server each, and a witness with etcd. */
export class FailoverWorld {
  readonly files: ClusterFiles
  readonly a: DatabaseMachine
  readonly b: DatabaseMachine
  readonly #etcds = new Map<MachineName, Program>()
  readonly #proxies = new Map<MachineName, Program>()
  readonly #copies: ServerProgram[] = []

  private constructor(files: ClusterFiles) {
    this.files = files
    this.a = new DatabaseMachine(files.machines.a)
    this.b = new DatabaseMachine(files.machines.b)
  }

  /** Starts all but the copies, and makes the database. */
  static async open(): Promise<FailoverWorld> {
    requireFailoverTools()
    const world = new FailoverWorld(await ClusterFiles.create())
    try {
      await world.#start()
      return world
    } catch (error) {
      await world.end()
      throw error
    }
  }

  async #start(): Promise<void> {
    const { a, b, witness } = this.files.machines
    for (const machine of [a, b, witness]) this.#startEtcd(machine)
    this.a.startPatroni()
    await this.waitFor('the first primary', async () => (await this.a.status('/primary')) === 200)
    this.b.startPatroni()
    await this.#createDatabase()
    await this.waitFor('the standby', async () => (await this.b.status('/sync')) === 200)
    for (const machine of [a, b]) this.#startProxy(machine)
  }

  #startEtcd({ root, name: machine }: MachineFiles): void {
    const lines = readFileSync(join(root, 'etc/default/etcd'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)
    const env = Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value]))
    this.#etcds.set(
      machine,
      new Program('/usr/bin/etcd', [], { log: join(root, 'etcd.log'), env, ...whoRunsIt() }),
    )
  }

  #startProxy({ root, name: machine }: MachineFiles): void {
    const args = ['-db', '-f', join(root, 'etc/haproxy/haproxy.cfg')]
    this.#proxies.set(machine, new Program('/usr/sbin/haproxy', args, { log: join(root, 'haproxy.log') }))
  }

  /** Ends the HAProxy of a machine: its copies lose the way to the database, too. @returns starts it again */
  async crashProxy(machine: MachineFiles): Promise<() => void> {
    await this.#proxies.get(machine.name)?.end('SIGKILL')
    return () => {
      this.#startProxy(machine)
    }
  }

  async #createDatabase(): Promise<void> {
    const statements = this.files.read('a', 'etc/patroni/database.sql').split(/(?<=;)\n/)
    await this.ask(this.a, async (client) => {
      for (const text of statements) await client.query(text)
    })
  }

  /** The machine with the primary. */
  async primary(): Promise<DatabaseMachine> {
    for (const machine of [this.a, this.b]) if ((await machine.status('/primary')) === 200) return machine
    throw new Error('no machine has the primary')
  }

  /** Starts what a test ended, and waits for a primary with a standby that has each commit. */
  async healthy(): Promise<void> {
    for (const machine of [this.a, this.b]) machine.startPatroni()
    await this.waitFor('a synchronous standby', async () => {
      const states = await Promise.all(
        [this.a, this.b].map((one) => Promise.all([one.status('/primary'), one.status('/sync')])),
      )
      return states.flat().filter((status) => status === 200).length === 2
    })
  }

  /** Whether the HAProxy of a machine sends calls to a copy. @param copy its name in haproxy.cfg */
  async isUsed(machine: MachineFiles, copy: string): Promise<boolean> {
    return (await this.#stateOf(machine, copy, 'status')) === 'UP'
  }

  /** The calls that the HAProxy of a machine has sent to a copy. */
  async callsOf(machine: MachineFiles, copy: string): Promise<number> {
    return Number(await this.#stateOf(machine, copy, 'stot'))
  }

  /** @returns undefined while HAProxy does not run */
  async #stateOf({ statePort }: MachineFiles, copy: string, column: string): Promise<string | undefined> {
    const answer = await fetch(`http://127.0.0.1:${statePort}/;csv`).catch(() => undefined)
    const lines = ((await answer?.text()) ?? '').split('\n')
    const at = (lines[0] ?? '').split(',').indexOf(column)
    return lines.find((line) => line.startsWith(`copies,${copy},`))?.split(',')[at]
  }

  /** The command line of Patroni on a machine. */
  patronictl({ files }: DatabaseMachine, ...args: readonly string[]): void {
    execFileSync('/usr/bin/patronictl', ['-c', join(files.root, 'etc/patroni/config.yml'), ...args])
  }

  /** Lets the etcd of some machines stand still. @returns lets them go on */
  freezeEtcd(names: readonly MachineName[]): () => void {
    const etcds = names.map((name) => this.#etcds.get(name)?.child)
    for (const etcd of etcds) etcd?.kill('SIGSTOP')
    return () => {
      for (const etcd of etcds) etcd?.kill('SIGCONT')
    }
  }

  /** Works as the superuser on the server of one machine. */
  async ask<T>(
    { files }: DatabaseMachine,
    work: (client: pg.Client) => Promise<T>,
    database = 'postgres',
  ): Promise<T> {
    const client = new pg.Client({
      host: join(files.root, 'run/postgresql'),
      port: POSTGRES,
      user: 'postgres',
      database,
    })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  /** Waits for something that takes as long as Patroni's settings say. */
  async waitFor(what: string, isSo: () => Promise<boolean> | boolean, seconds = 150): Promise<number> {
    const begun = performance.now()
    const end = begun + seconds * 1000
    while (!(await isSo())) {
      if (performance.now() > end) throw new Error(`waited in vain for ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return (performance.now() - begun) / 1000
  }

  /** Starts a copy on a machine. @param port of the copy there, as in pulsekey@8781 */
  async startCopy({ root, name }: MachineFiles, port: number, ...others: readonly string[]): Promise<Copy> {
    const unit = this.files.read(name, 'etc/systemd/system/pulsekey@.service')
    const command = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? ''
    const [, , , ...args] = command
      .replaceAll('%i', String(port))
      .replace('${CREDENTIALS_DIRECTORY}', join(root, 'etc/pulsekey'))
      .replace('/var/lib/', join(root, 'var/lib/'))
      .replace(/--console-port \d+/, '--console-port 0')
      .split(' ')
    const folder = join(root, `var/lib/pulsekey-${port}`)
    const program = new ServerProgram(folder, [...args, ...others], {
      PULSEKEY_OWNER_PASSWORD: PASSWORD,
      PULSEKEY_MACHINE_KEY_FILE: join(root, 'etc/pulsekey/machine-key'),
    })
    this.#copies.push(program)
    const { public: publicUrl, console } = await program.ready()
    return { program, publicUrl, owner: await ConsoleClient.signIn(console, 'owner', PASSWORD) }
  }

  /** The address of the HAProxy of a machine, as programs call it. */
  publicUrl({ address }: MachineFiles): string {
    return `http://${address}:8080`
  }

  async end(): Promise<void> {
    for (const { child } of this.#copies) child.kill('SIGCONT')
    await Promise.all(this.#copies.map((program) => program.stop('SIGKILL')))
    await Promise.all([this.a.end(), this.b.end()])
    await Promise.all(
      [...this.#etcds.values(), ...this.#proxies.values()].map((program) => program.end('SIGKILL')),
    )
    if (process.env['KEEP'] === undefined) rmSync(this.files.folder, { recursive: true, force: true })
  }
}
